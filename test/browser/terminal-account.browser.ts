// The account view of the terminal: a key made there signs for a program elsewhere, until it is removed. And everything that
// opens over the page is accessible: the account's parts, palette, preferences, keys. Needs Chromium; run by
// `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { ApiError, Client, importApiKey } from "@evermark/client";
import { decimal } from "@evermark/terminal/format/figure-text.ts";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { type KnownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setStage } from "./terminal/stage.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 60_000;
const VIEWS_MS = 120_000;
/** A name chosen by others, which must only ever be shown as text. */
const HOSTILE = "<img src=x onerror=window.isTaken=true>";
/** Selector of an open dialog over the page. */
const DIALOG = "dialog[open]";

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let other: KnownTrader;
let trader: KnownTrader;
let terminal: TerminalPage;

beforeAll(async () => {
  stage = await setStage();
  ({ venue, browser, trader, other } = stage);
  await quoteBothSides(other);
  const { orders } = trader.client;
  await orders.placeOrder({ symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.02 });
  await orders.placeOrder({ symbol: SYMBOL, side: "SELL", order_type: "MARKET", order_quantity: 0.01 });
  terminal = await TerminalPage.open(browser, venue);
  await terminal.beginAs(trader.wallet.privateKey);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const tab = (name: string) => terminal.page.getByRole("tab", { name, exact: true });

test(
  "a key made in the account view signs for a program elsewhere, until it is removed there",
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

    await terminal.button("I have saved it", account).click();
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

test(
  "manual settlement moves the profit of positions into the balance, to the last digit",
  async () => {
    const [before] = (await trader.client.account.getHolding()).holding;
    const { rows: none } = await trader.client.funds.getSettlements();
    expect(none).toEqual([]);
    await terminal.page.keyboard.press("a");
    const account = terminal.dialog("Account");
    await tab("Overview").click();
    await terminal.button("Settle now", account).click();
    await account.getByText("Settled into the balance.", { exact: true }).waitFor();
    const { rows } = await trader.client.funds.getSettlements();
    const [settled] = rows;
    expect(rows).toHaveLength(1);
    expect(settled!.old_balance).toBe(before!.holding);
    await account.getByText(`${decimal(settled!.old_balance)} → ${decimal(settled!.new_balance)} USDC`).waitFor();
    const said = account.getByRole("region", { name: "Settlement" });
    await said.getByText(`${decimal(settled!.settled_amount, { isSigned: true })} USDC`, { exact: true }).waitFor();
    await terminal.page.keyboard.press("Escape");
    await account.waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a trader who opens a vault in a sandbox is its provider, deposits a stake, and sees why investors can't join yet",
  async () => {
    await terminal.page.keyboard.press("a");
    const account = terminal.dialog("Account");
    await tab("Vaults").click();
    await terminal.button("Open a vault…", account).click();
    await account.getByLabel("Name", { exact: true }).fill(HOSTILE);
    await account.getByLabel("Performance fee").fill("15");
    await terminal.button("Open the vault", account).click();
    const card = account.getByRole("listitem").filter({ hasText: "You provide it" });
    await card.getByText(HOSTILE, { exact: true }).waitFor();
    const [vault] = (await trader.client.strategyVaults.getVaults()).rows;
    expect(vault).toMatchObject({ vault_name: HOSTILE, performance_fee_rate: 0.15, status: "pre_launch" });

    await terminal.button(`Add to my stake: ${HOSTILE}`, card).click();
    await card.getByLabel("USDC").fill("1000.5");
    await terminal.button("Sign with the wallet", card).click();
    await account.getByRole("cell", { name: "1,000.5", exact: true }).waitFor();
    const { rows: asked } = await trader.client.strategyVaults.getVaultTransactions();
    expect(asked).toMatchObject([{ type: "deposit", status: "pending", amount_change: 1_000.5 }]);

    await terminal.button("Let investors in", card).click();
    await card.getByText(/^The venue refused:/).waitFor();
    await terminal.button(`Performance: ${HOSTILE}`, card).click();
    await card.getByText("The fund holds").waitFor();
    await terminal.page.keyboard.press("Escape");
    await account.waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a builder's administrator gives a code and makes an affiliate, and a refusal is shown at its form",
  async () => {
    await terminal.page.keyboard.press("a");
    const account = terminal.dialog("Account");
    await tab("Referral").click();
    const giving = account.getByRole("form", { name: "Give a code" });
    await giving.getByLabel("New code").fill("friend1");
    await giving.getByLabel("Of that, for the inviter").fill("60");
    await giving.getByText("40 % for the invited.").waitFor();
    await terminal.button("Give the code", giving).click();
    await account.getByRole("cell", { name: "FRIEND1", exact: true }).waitFor();
    const { referrer_info } = await trader.client.referral.getReferralInfo();
    expect(referrer_info.referral_codes).toMatchObject([
      { code: "FRIEND1", bonus_max_rebate_rate: 0.5, bonus_referrer_rebate_rate: 0.6, bonus_referee_rebate_rate: 0.4 },
    ]);
    await giving.getByLabel("New code").fill("FRIEND1");
    await terminal.button("Give the code", giving).click();
    await giving.getByText(/^The venue refused:/).waitFor();

    const making = account.getByRole("form", { name: "Make it an affiliate" });
    await making.getByLabel("Account of the affiliate").fill(trader.client.rest.signer!.accountId);
    await making.getByLabel("Its rate").fill("12.5");
    await terminal.button("Make it an affiliate", making).click();
    await account.getByText("12.5 %", { exact: true }).waitFor();
    expect(await trader.client.referral.getAffiliate()).toMatchObject({ rebate_rate: 0.125, parent_account_id: null });
    await terminal.page.keyboard.press("Escape");
    await account.waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a finished algo order stays in its history, with its legs below it",
  async () => {
    const { algo } = trader.client;
    const leg = { side: "SELL", type: "MARKET" } as const;
    const { order_id } = await algo.placeAlgoOrder({
      symbol: SYMBOL,
      algo_type: "TP_SL",
      quantity: 0.01,
      child_orders: [
        { ...leg, algo_type: "TAKE_PROFIT", trigger_price: 70_000 },
        { ...leg, algo_type: "STOP_LOSS", trigger_price: 50_000 },
      ],
    });
    const history = await new Portfolio(terminal).history("Algo history");
    const group = history.getByRole("row").filter({ hasText: String(order_id) });
    await group.filter({ hasText: "Waiting for the mark price" }).first().waitFor();
    await algo.cancelAlgoOrder({ symbol: SYMBOL, order_id });
    for (const kind of ["Take profit / stop loss", "Take profit", "Stop loss"]) {
      const row = group.filter({ has: terminal.page.getByRole("cell", { name: kind, exact: true }) });
      await row.filter({ hasText: "Cancelled" }).waitFor();
    }
    expect(await history.getByRole("row").nth(2).getAttribute("data-depth")).toBe("1");
    await terminal.page.getByLabel("Kind").selectOption("TRAILING_STOP");
    await terminal.page.getByText("Nothing matches these filters.").waitFor();
  },
  FLOW_MS,
);

/** The environment variables that a program would get. */
function environment(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1).replace(/^'(.*)'$/, "$1")]),
  );
}

/** Accessibility violations in a part of the page, in both themes. */
async function wrongs(where: string, part: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await terminal.show(theme);
    found.push(...(await terminal.violations(part)).map((violation) => `${where}, ${theme}: ${violation}`));
  }
  return found;
}

test(
  "every part of the account is accessible",
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
  "the preferences are accessible, and so is the page with the other colours of rise and fall",
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

test(
  "the head shows which sub-account trades, and fits on a phone beside the price",
  async () => {
    const { page } = terminal;
    await trader.client.subAccounts.addSubAccount({ description: "A grid bot with a long name" });
    await page.keyboard.press("a");
    const account = terminal.dialog("Account");
    await tab("Sub-accounts").click();
    await terminal.button(/^Trade with it: A grid bot/, account).click();
    await page.keyboard.press("Escape");
    await account.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = terminal.button(/^Account 0x.* Sub-account A grid bot with a long name$/);
    await menu.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await wrongs("a sub-account on a phone", "html")).toEqual([]);
    await page.setViewportSize({ width: 1_600, height: 900 });
  },
  FLOW_MS,
);

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
