// Deposits on the terminal: a deposit sent by one page is found again by the next, the account has its own address for
// transfers from other chains, and a page on another machine shows what is possible there. Needs Chromium; run by
// `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { decimal } from "@evermark/terminal/format/figure-text.ts";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import type { KnownTrader } from "./terminal/counterpart.ts";
import { type Stage, setStage } from "./terminal/stage.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 120_000;
const ARBITRUM = 42_161;

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let trader: KnownTrader;
let terminal: TerminalPage;

beforeAll(async () => {
  stage = await setStage({ chain: { nodes: "local" } });
  ({ venue, browser, trader } = stage);
  terminal = await TerminalPage.open(browser, venue);
  await terminal.beginAs(trader.wallet.privateKey);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const funds = () => terminal.dialog("Deposit and withdraw");

async function openFunds(): Promise<void> {
  await terminal.page.keyboard.press("ControlOrMeta+k");
  await terminal.dialog("Commands and markets").waitFor();
  await terminal.page.keyboard.type("deposit");
  await terminal.page.keyboard.press("Enter");
  await funds().waitFor();
}

const holding = async () => (await trader.client.account.getHolding()).holding.find(({ token }) => token === "USDC");

test(
  "a deposit whose page was reloaded meanwhile is found by the next one, and arrives",
  async () => {
    const { page } = terminal;
    const before = (await holding())!.holding;
    await openFunds();
    await terminal.button("Test USDC for the wallet", funds()).click();
    await funds().getByText("1,000 USDC").first().waitFor();
    await funds().getByRole("textbox", { name: "Amount" }).fill("250.25");
    // The venue's history is blocked: only this browser knows about the sent deposit.
    const history = /\/v1\/asset\/history/;
    await page.route(history, (route) => route.abort());
    await funds().locator("form").getByRole("button", { name: "Deposit", exact: true }).click();
    await page.waitForFunction(() => {
      const { views } = JSON.parse(localStorage.getItem("evermark.preferences") ?? "{}") as {
        views?: Record<string, readonly unknown[]>;
      };
      return (views?.["funds.sent"] ?? []).length > 0;
    });
    await page.reload();
    await terminal.isSignedIn();
    await page.unroute(history);
    await openFunds();
    const row = funds().getByRole("listitem").filter({ hasText: "250.25 USDC" });
    await row.getByText("Completed", { exact: true }).waitFor({ timeout: FLOW_MS });
    expect(await row.count()).toBe(1);
    expect((await holding())!.holding).toBe(before + 250.25);
    // The stored deposit was removed.
    await page.waitForFunction(() => !(localStorage.getItem("evermark.preferences") ?? "").includes("sentAtMs"));
    await page.keyboard.press("Escape");
    await funds().waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "transfers from another chain have an address, a minimum and a token, as the venue gives them",
  async () => {
    await openFunds();
    await terminal.page.getByText("From another chain").click();
    const said = await trader.client.receivers.getAddress({ chain_id: ARBITRUM });
    const part = funds().locator("details").filter({ hasText: "From another chain" });
    await part.getByText(said.receiver_address).waitFor();
    await part.getByText(`${decimal(said.minimum_deposit)} USDC`).waitFor();
    expect(await part.getByLabel("Chain").locator("option").first().textContent()).toBe("Arbitrum One");
    await terminal.page.keyboard.press("Escape");
    await funds().waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "the venue's reserves and liabilities are shown as the venue gives them, place by place",
  async () => {
    const { assets, liabilities, rows } = await trader.client.venueFacts.getReserves();
    await openFunds();
    await terminal.page.getByText("What the venue holds").click();
    const part = funds().locator("details").filter({ hasText: "What the venue holds" });
    await part.getByText("Owed to all accounts").waitFor();
    const figures = await part.locator("dd").allTextContents();
    expect(figures.slice(0, 2)).toEqual([`${decimal(assets!)} USDC`, `${decimal(liabilities)} USDC`]);
    expect(await part.locator("dt").allTextContents()).toEqual([
      "Held in total",
      "Owed to all accounts",
      "In the vault",
    ]);
    expect(await part.locator("dd").last().getAttribute("title")).toBe(rows[0]!.address);
    expect(await terminal.violations("dialog[open]")).toEqual([]);
    await terminal.page.keyboard.press("Escape");
    await funds().waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a burner wallet without access to the chain is shown what to do instead",
  async () => {
    const { page } = terminal;
    // The answers that the venue gives to a client on another machine.
    const own = /\/sandbox\/|faucet/;
    await page.route(own, (route) => route.fulfill({ status: 404, json: notFound }));
    await page.reload();
    await terminal.isSignedIn();
    await openFunds();
    await funds()
      .getByText(/venue's own machine/)
      .first()
      .waitFor();
    await terminal.button("Claim for the account", funds()).click();
    await funds().getByText("Not available here").waitFor();
    expect(await terminal.violations("dialog[open]")).toEqual([]);
    await page.unroute(own);
  },
  FLOW_MS,
);

const notFound = { success: false, code: -1000, message: "not found", timestamp: Date.now() };

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
