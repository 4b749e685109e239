// Signing in on the terminal, in a real browser with a whole venue and a chain: with a wallet made by a click, and with an
// extension's. Where keys are stored and never leave; what other tabs and the next visit know; money through the chain.
// Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindKey, Client, generateApiKey, generateWallet, importWallet } from "@evermark/client";
import type { Page } from "playwright-core";
import { type OutsideVenue, startVenue } from "../venue/outside/whole-venue.ts";
import { type Browser, startBrowser } from "./browser.ts";
import { addExtensionWallet, type ExtensionWallet } from "./extension-wallet.ts";

const screenshot = (name: string) => join(tmpdir(), `evermark-sign-in-${name}.png`);
/** A name that a malicious extension could have. */
const HOSTILE_NAME = '<img src="x" onerror="alert(1)">';

let venue: OutsideVenue;
let browser: Browser;
let page: Page;
/** The venue's custody balance before the first trader comes, in millionths of a USDC. */
let own: number;
/** Everything that pages have sent, and the origins they contacted. */
const sent: string[] = [];
const origins = new Set<string>();
const complaints: string[] = [];

beforeAll(async () => {
  venue = await startVenue({ chain: { nodes: "local" } });
  own = venue.custody();
  browser = await startBrowser();
  page = await newPage();
}, 120_000);
afterAll(async () => {
  await browser?.stop();
  await venue?.stop();
}, 30_000);

async function newPage(): Promise<Page> {
  const opened = await browser.context.newPage();
  opened.setDefaultTimeout(30_000);
  opened.on("request", (request) => {
    origins.add(new URL(request.url()).origin);
    sent.push(`${request.url()}\n${JSON.stringify(request.headers())}\n${request.postData() ?? ""}`);
  });
  opened.on("websocket", (socket) => {
    sent.push(socket.url());
    socket.on("framesent", ({ payload }) => sent.push(String(payload)));
  });
  opened.on("pageerror", (error) => complaints.push(String(error)));
  opened.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
  return opened;
}

const connectButton = (on: Page) => on.getByRole("button", { name: "Connect", exact: true });
const accountButton = (on: Page) => on.getByRole("button", { name: /^Account 0x/ });
const button = (name: string, on: Page = page) => on.getByRole("button", { name, exact: true });

async function chooseInMenu(name: string, on: Page = page): Promise<void> {
  await accountButton(on).click();
  await on.getByRole("region", { name: "Account" }).getByRole("button", { name, exact: true }).click();
}

/** The contents of the page's own database. */
function kept(store: "identities" | "wallets", on: Page = page): Promise<readonly Record<string, string>[]> {
  return on.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("evermark");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(({ key: _, ...rest }) => rest));
          };
        };
      }),
    store,
  );
}

test("one click makes a wallet, opens its account, binds a key and funds it", async () => {
  await page.goto(venue.url);
  await connectButton(page).click();
  await button("Start with a burner wallet").click();
  await accountButton(page).waitFor();
  expect(venue.custody() - own).toBe(10_000_000_000);
  await page.screenshot({ path: screenshot("burner") });
  const [identity] = await kept("identities");
  expect(identity).toMatchObject({ walletKind: "burner", accountId: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
}, 60_000);

test("the signing key can't be read, not even by the page", async () => {
  const said = await page.evaluate(async () => {
    const opening = indexedDB.open("evermark");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const reading = opening.result.transaction("identities").objectStore("identities").getAll();
    await new Promise((resolve) => reading.addEventListener("success", resolve));
    opening.result.close();
    const { privateKey } = reading.result[0].key as CryptoKeyPair;
    const forms = ["pkcs8", "jwk", "raw"] as const;
    const exports = await Promise.allSettled(forms.map((form) => crypto.subtle.exportKey(form as "jwk", privateKey)));
    return { extractable: privateKey.extractable, exports: exports.map(({ status }) => status) };
  });
  expect(said).toEqual({ extractable: false, exports: ["rejected", "rejected", "rejected"] });
});

test("the next visit is signed in automatically, and so is another tab", async () => {
  await page.reload();
  await accountButton(page).waitFor();
  const other = await newPage();
  await other.goto(venue.url);
  await accountButton(other).waitFor();

  await chooseInMenu("Sign out");
  await connectButton(page).waitFor();
  await connectButton(other).waitFor();

  await connectButton(other).click();
  await other.getByRole("button", { name: /^Sign in as 0x/ }).click();
  await accountButton(other).waitFor();
  await accountButton(page).waitFor();
  await other.close();
}, 60_000);

test("money is deposited through the chain, and withdrawn again", async () => {
  await chooseInMenu("Deposit");
  await page.locator("dd", { hasText: "1,000 USDC" }).waitFor();
  await page.getByLabel("Amount").fill("1000.000001");
  await page.getByText("The wallet has 1000 USDC.").waitFor();
  await button("Max").click();
  await page.locator("form").getByRole("button", { name: "Deposit", exact: true }).click();
  await page.getByText("1,000 USDC are in your account.").waitFor();
  expect(venue.custody() - own).toBe(11_000_000_000);

  await page.getByRole("tab", { name: "Withdraw", exact: true }).click();
  await page.locator("dd", { hasText: "11,000 USDC" }).waitFor();
  await page.getByLabel("Amount").fill("100.5");
  await page.locator("form").getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("99.5 USDC are in your wallet.").waitFor();
  expect(venue.custody() - own).toBe(10_900_500_000);
  await page.screenshot({ path: screenshot("funds") });

  await page.getByRole("tab", { name: "Deposit", exact: true }).click();
  await button("Another deposit").click();
  await page.locator("dd", { hasText: "99.5 USDC" }).waitFor();
  const { wallet } = (await kept("identities"))[0]!;
  const body = JSON.stringify({ address: wallet, usdc: 400 });
  const headers = { "Content-Type": "application/json" };
  expect((await fetch(`${venue.url}/sandbox/chain_faucet`, { method: "POST", headers, body })).status).toBe(200);
  await page.locator("dd", { hasText: "499.5 USDC" }).waitFor();
  await button("Close").click();
}, 90_000);

test("a key removed elsewhere ends the session with the reason, and a click binds a new one", async () => {
  const [before] = await kept("identities");
  const [wallet] = await kept("wallets");
  const { accountId, brokerId } = before!;
  const owner = importWallet(wallet!.privateKey as `0x${string}`);
  const key = await generateApiKey();
  const elsewhere = new Client({ baseUrl: venue.url, signer: { accountId: accountId!, key } });
  await bindKey(elsewhere.rest, owner, brokerId!, key, { scope: "read,trading,asset" });
  const { rows } = await elsewhere.keys.getKeys();
  const removed = rows.find(({ tag }) => tag === "Terminal")!;
  await elsewhere.keys.removeKey({ svc_key: removed.svc_key });
  elsewhere.close();

  await page.getByText("This key was removed").waitFor();
  await page.getByRole("button", { name: /^Sign in as 0x/ }).click();
  await accountButton(page).waitFor();
  const [after] = await kept("identities");
  expect(Number(after!.keyExpiresAt)).toBeGreaterThan(Number(before!.keyExpiresAt));
}, 60_000);

test("no request contained the wallet's key", async () => {
  const [wallet] = await kept("wallets");
  const digits = wallet!.privateKey!.slice(2);
  expect(digits).toMatch(/^[0-9a-f]{64}$/);
  const decimals = String(BigInt(wallet!.privateKey!));
  const bytes = Buffer.from(digits, "hex").toString("base64").replace(/=+$/, "");
  expect(sent.length).toBeGreaterThan(20);
  for (const form of [digits, decimals, bytes]) {
    expect(sent.filter((text) => text.toLowerCase().includes(form.toLowerCase()))).toEqual([]);
  }
});

test("forgetting an account deletes its keys from the browser", async () => {
  await chooseInMenu("Forget this account");
  await button("Forget").click();
  await connectButton(page).waitFor();
  expect(await kept("identities")).toEqual([]);
  expect(await kept("wallets")).toEqual([]);
  await page.close();
});

let extension: ExtensionWallet;

test("an extension's wallet signs in with its own signatures, on the venue's chain", async () => {
  const { privateKey } = generateWallet();
  const facts = new Client({ baseUrl: venue.url }).venueFacts;
  const nodeUrl = async () => (await facts.getChainInfo()).rows[0]!.public_rpc_url!;
  page = await newPage();
  extension = await addExtensionWallet(page, { privateKey, name: HOSTILE_NAME, nodeUrl });
  await page.goto(venue.url);
  await connectButton(page).click();
  const offered = page.getByRole("button", { name: HOSTILE_NAME, exact: true });
  await offered.waitFor();
  expect(await page.locator("dialog img").count()).toBe(0);
  await page.screenshot({ path: screenshot("extension") });

  extension.declines = true;
  await offered.click();
  await page.getByText("You declined in the wallet.").waitFor();
  extension.declines = false;
  await button("Try again").click();
  await accountButton(page).waitFor();
  expect(extension.asked).toContain("wallet_addEthereumChain");
  const [identity] = await kept("identities");
  expect(identity).toMatchObject({ walletKind: "injected", wallet: extension.address });
  expect(await kept("wallets")).toEqual([]);
}, 60_000);

test("an extension's wallet deposits through its own node", async () => {
  await chooseInMenu("Deposit");
  await page.locator("dd", { hasText: "1,000 USDC" }).waitFor();
  const before = venue.custody();
  await page.getByLabel("Amount").fill("12.5");
  await page.locator("form").getByRole("button", { name: "Deposit", exact: true }).click();
  await page.getByText("12.5 USDC are in your account.").waitFor();
  expect(venue.custody() - before).toBe(12_500_000);
  // One transaction approves the amount, one deposits it.
  expect(extension.asked.filter((method) => method === "eth_sendTransaction")).toHaveLength(2);
  expect(sent.filter((text) => text.includes("/sandbox/chain_rpc") && text.includes(extension.address))).toEqual([]);
  await button("Close").click();
}, 60_000);

test("an extension's wallet signs for a settlement, or declines to", async () => {
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("a");
  const account = page.getByRole("dialog", { name: "Account" });
  extension.declines = true;
  await account.getByRole("button", { name: "Settle now", exact: true }).click();
  await account.getByText("You declined in the wallet.").waitFor();
  extension.declines = false;
  await account.getByRole("button", { name: "Settle now", exact: true }).click();
  await account.getByText("Last settlement").waitFor();
  await account.getByRole("button", { name: "Close", exact: true }).click();
}, 60_000);

test("the pages contacted only the venue, and broke no rule of its policy", () => {
  const socketOrigin = venue.socketUrl;
  expect([...origins].filter((origin) => ![venue.url, socketOrigin, "null"].includes(origin))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
