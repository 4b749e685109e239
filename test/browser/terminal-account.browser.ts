// The account on the terminal: a key that is made there signs for a program elsewhere, until it is removed. And what opens
// over the page is closed to nobody: the account's parts, palette, preferences, keys. Needs Chromium; run by
// `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { ApiError, Client, importApiKey } from "@evermark/client";
import { type OutsideVenue, startVenue } from "../outside/venue.ts";
import { type Browser, startBrowser } from "./browser.ts";
import { type KnownTrader, knownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { TerminalPage } from "./terminal/terminal-page.ts";

const FLOW_MS = 60_000;
const VIEWS_MS = 120_000;
/** What lies over the page. */
const DIALOG = "dialog[open]";

let venue: OutsideVenue;
let browser: Browser;
let other: KnownTrader;
let trader: KnownTrader;
let terminal: TerminalPage;

beforeAll(async () => {
  venue = await startVenue();
  browser = await startBrowser();
  [trader, other] = await Promise.all([knownTrader(venue.url), knownTrader(venue.url)]);
  await quoteBothSides(other);
  const { orders } = trader.client;
  await orders.placeOrder({ symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.02 });
  await orders.placeOrder({ symbol: SYMBOL, side: "SELL", order_type: "MARKET", order_quantity: 0.01 });
  terminal = await TerminalPage.open(browser, venue);
  await terminal.beginAs(trader.wallet.privateKey);
}, FLOW_MS);
afterAll(async () => {
  trader?.client.close();
  other?.client.close();
  await browser?.stop();
  await venue?.stop();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const tab = (name: string) => terminal.page.getByRole("tab", { name, exact: true });

test(
  "a key that is made in the account's view signs for a program elsewhere, until it is removed there",
  async () => {
    await terminal.page.keyboard.press("a");
    const account = terminal.dialog("Account");
    await tab("API keys").click();
    await terminal.button("New key", account).click();
    await account.getByLabel("Name", { exact: true }).fill("A bot");
    await terminal.button("Sign with the wallet", account).click();
    const made = account.getByRole("region", { name: "The key is bound" });
    const env = environment(await made.locator("pre").innerText());
    const key = await importApiKey(env.EVERMARK_API_SECRET!);
    expect(key.publicKey).toBe(env.EVERMARK_API_KEY!);
    const signer = { accountId: env.EVERMARK_ACCOUNT_ID!, key };
    const bot = new Client({ baseUrl: env.EVERMARK_URL!, signer });
    const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.01 } as const;
    const { order_id } = await bot.orders.placeOrder({ ...order, order_price: 58_000 });
    expect(await trader.client.orders.getOrder({ order_id })).toMatchObject({ price: 58_000, quantity: 0.01 });
    await bot.orders.cancelOrder({ symbol: SYMBOL, order_id });

    await terminal.button("I have kept it", account).click();
    await terminal.button("Remove…: A bot", account).click();
    await terminal.button("Remove the key", account).click();
    const card = account.getByRole("listitem").filter({ hasText: env.EVERMARK_API_KEY! });
    await card.getByText("Ended", { exact: true }).first().waitFor();
    const refusal = await bot.orders.getOrders({}).catch((error: unknown) => error);
    bot.close();
    expect(refusal).toBeInstanceOf(ApiError);
    expect((refusal as ApiError).status).toBe(401);
    await terminal.page.keyboard.press("Escape");
    await account.waitFor({ state: "detached" });
  },
  FLOW_MS,
);

/** What a program would find in its environment. */
function environment(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1).replace(/^'(.*)'$/, "$1")]),
  );
}

/** What axe finds in both themes in a part of the page. */
async function wrongs(where: string, part: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await terminal.show(theme);
    found.push(...(await terminal.violations(part)).map((violation) => `${where}, ${theme}: ${violation}`));
  }
  return found;
}

test(
  "nothing is wrong with any part of the account",
  async () => {
    const found: string[] = [];
    await terminal.page.keyboard.press("a");
    const account = terminal.dialog("Account");
    const parts = ["Overview", "API keys", "Sub-accounts", "Notifications", "Statistics", "Vaults", "Referral"];
    for (const name of parts) {
      await account.getByRole("tab", { name, exact: true }).click();
      if (name === "API keys") await terminal.button("New key", account).click();
      found.push(...(await wrongs(name, DIALOG)));
    }
    expect(found).toEqual([]);
    await terminal.page.keyboard.press("Escape");
    await account.waitFor({ state: "detached" });
  },
  VIEWS_MS,
);

const opened: readonly (readonly [keys: string, name: string])[] = [
  ["ControlOrMeta+k", "Commands and markets"],
  ["?", "Keys"],
  ["m", "Messages"],
  ["c", "Cancel all orders"],
];
for (const [keys, name] of opened) {
  test(
    `nothing is wrong with the dialog “${name}”, which a key opens and Escape closes`,
    async () => {
      await terminal.page.keyboard.press(keys);
      await terminal.dialog(name).waitFor();
      expect(await wrongs(name, DIALOG)).toEqual([]);
      await terminal.page.keyboard.press("Escape");
      await terminal.dialog(name).waitFor({ state: "detached" });
    },
    FLOW_MS,
  );
}

test(
  "nothing is wrong with the preferences, nor with the page in the other colours of rise and fall",
  async () => {
    await terminal.button("Preferences").first().click();
    const preferences = terminal.dialog("Preferences");
    const found = [...(await wrongs("Preferences", DIALOG))];
    const colours = { name: "Blue, orange" };
    await preferences.getByRole("radio", colours).click({ force: true });
    await preferences.getByRole("radio", { ...colours, checked: true }).waitFor({ state: "attached" });
    await terminal.page.keyboard.press("Escape");
    await preferences.waitFor({ state: "detached" });
    expect([...found, ...(await wrongs("Blue, orange", "html"))]).toEqual([]);
  },
  FLOW_MS,
);

test("the venue has nothing to complain about, and everything adds up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
