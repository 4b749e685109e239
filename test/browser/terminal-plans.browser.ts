// Plans that the page runs: TWAP, scale and chase on a real venue, through reloads, lost answers, refusals and two tabs.
// Needs Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Locator, Route } from "playwright-core";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { INDEX, type KnownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { type Stage, setMarketStage, traderPage } from "./terminal/stage.ts";
import { until } from "./terminal/until.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 120_000;
const ASK = INDEX + 10;

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let other: KnownTrader;
let trader: KnownTrader;
let terminal: TerminalPage;

beforeAll(async () => {
  stage = await setMarketStage({ calm: true });
  ({ venue, browser, trader, other } = stage);
  terminal = await traderPage(stage);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

/** All orders of the trader after the last one seen, oldest first. */
let seen = 0;
async function newOrders() {
  const { rows } = await trader.client.orders.getOrders({ size: 500 });
  return rows.filter(({ order_id }) => order_id > seen).toSorted((a, b) => a.order_id - b.order_id);
}
const openOrders = async () =>
  (await newOrders()).filter(({ status }) => status === "NEW" || status === "PARTIAL_FILLED");
const total = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + Math.round(figure * 1e5), 0) / 1e5;

/** Waits for exactly this many orders. */
function orders(count: number) {
  return until(`${count} orders`, async () => {
    const rows = await newOrders();
    expect(rows.length).toBeLessThanOrEqual(count);
    return rows.length === count ? rows : undefined;
  });
}

const form = (page = terminal.page) => page.getByRole("form", { name: "New order" });

interface Wanted {
  readonly kind: "TWAP" | "Scale" | "Chase";
  readonly side?: "Buy" | "Sell";
  readonly fields: Readonly<Record<string, string>>;
  readonly switches?: readonly string[];
}

async function fill({ kind, side = "Buy", fields, switches = [] }: Wanted): Promise<void> {
  await form().getByLabel("More types").selectOption({ label: kind });
  await form()
    .getByRole("radio", { name: new RegExp(`^${side}`) })
    .check({ force: true });
  for (const [name, text] of Object.entries(fields)) {
    await form().getByRole("textbox", { name, exact: true }).fill(text);
  }
  for (const name of switches) await form().getByRole("checkbox", { name, exact: true }).check();
}

async function start(wanted: Wanted): Promise<void> {
  seen = Math.max(seen, ...(await newOrders()).map(({ order_id }) => order_id));
  await fill(wanted);
  await form().locator("#ticket-submit").click();
  await terminal.heard(`${wanted.kind}: ${wanted.side ?? "Buy"} ${wanted.fields.Size} BTC started`);
}

/** The newest plan in the list. */
async function row({ page } = terminal): Promise<Locator> {
  await page.getByRole("tab", { name: /^Plans/ }).click();
  return page.getByRole("table", { name: "Plans" }).getByRole("row").nth(1);
}

async function reload(): Promise<void> {
  await terminal.page.reload();
  await terminal.isSignedIn();
}

async function quoteAnew(): Promise<void> {
  await other.client.orders.cancelOrders({ symbol: SYMBOL });
  await quoteBothSides(other);
}

/** Stops the running plan, and removes it from the list. */
async function stop(): Promise<void> {
  await (await row()).getByRole("button", { name: /^Stop/ }).click();
  await (await row()).getByText("Stopped").waitFor();
  await terminal.button("Clear finished plans").click();
  expect(await openOrders()).toEqual([]);
}

const over = async (why: string) => {
  await (await row()).getByText(why).waitFor({ timeout: 60_000 });
  await terminal.button("Clear finished plans").click();
};

test(
  "a TWAP trades its slices one after the other, through a reload in the middle, and none of them twice",
  async () => {
    await start({ kind: "TWAP", fields: { Size: "0.06", Minutes: "0.2", Slices: "6" } });
    await orders(2);
    await reload();
    await over("Filled in full");
    const rows = await orders(6);
    expect(rows.map(({ status, quantity, type }) => [status, quantity, type])).toEqual(
      Array.from({ length: 6 }, () => ["FILLED", 0.01, "MARKET"]),
    );
    const names = rows.map(({ client_order_id }) => client_order_id!);
    expect(names.map((name) => name.replace(/^twap-\w+-/, ""))).toEqual(["0", "1", "2", "3", "4", "5"]);
    for (const [at, { created_time }] of rows.entries()) {
      if (at > 0) expect(created_time - rows[at - 1]!.created_time).toBeGreaterThanOrEqual(2_000);
    }
  },
  FLOW_MS,
);

test(
  "a slice whose answer is lost is looked up by its name, and its plan continues without a second one",
  async () => {
    let lost = 0;
    const loses = async (route: Route) => {
      if (route.request().method() !== "POST" || lost >= 3) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    };
    await terminal.page.route(`${venue.url}/v1/order`, loses);
    await start({ kind: "TWAP", fields: { Size: "0.02", Minutes: "0.05", Slices: "2", "Limit price": String(ASK) } });
    await over("Filled in full");
    await terminal.page.unroute(`${venue.url}/v1/order`, loses);
    expect(lost).toBe(3);
    expect((await orders(2)).map(({ type, executed_quantity }) => [type, executed_quantity])).toEqual([
      ["IOC", 0.01],
      ["IOC", 0.01],
    ]);
  },
  FLOW_MS,
);

test(
  "a scale whose page is closed between its batches is completed by the next page, and when stopped leaves nothing",
  async () => {
    let batches = 0;
    const cutsOff = async (route: Route) => {
      if (route.request().method() !== "POST") return route.fallback();
      batches += 1;
      return batches === 1 ? route.fallback() : route.abort();
    };
    await terminal.page.route(`${venue.url}/v1/batch-order`, cutsOff);
    const fields = { Size: "0.13", "From price": "59000", "To price": "59240", Orders: "13" };
    await fill({ kind: "Scale", fields });
    const preview = form().getByRole("region", { name: "What it would do" });
    await preview.getByText("59,120").waitFor();
    await preview.getByText("0.01 and 0.01 BTC").waitFor();
    await preview.getByText("Margin used").waitFor();
    await start({ kind: "Scale", fields });
    await orders(10);
    await (await row()).getByText("The venue does not answer").waitFor();
    await terminal.page.unroute(`${venue.url}/v1/batch-order`, cutsOff);
    await reload();
    const rows = await orders(13);
    expect(rows.map(({ price, type, status }) => [price, type, status])).toEqual(
      Array.from({ length: 13 }, (_, at) => [59_000 + 20 * at, "POST_ONLY", "NEW"]),
    );
    expect(total(rows.map(({ quantity }) => quantity))).toBe(0.13);
    await (await row()).getByText("13 orders wait").waitFor();
    await stop();
    expect(await newOrders()).toHaveLength(13);
  },
  FLOW_MS,
);

test(
  "a chase follows the best bid with one order, through a reload, until it is filled",
  async () => {
    const bid = (order_price: number) =>
      other.client.orders.placeOrder({
        ...{ symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.05, order_price },
      });
    const at = (price: number) =>
      until(`an order at ${price}`, async () => {
        const [first, ...more] = await newOrders();
        expect(more).toEqual([]);
        return first?.price === price && first.status === "NEW" ? first : undefined;
      });
    await start({ kind: "Chase", fields: { Size: "0.02", "Limit price": "60005", "Moved every": "1" } });
    const first = await at(INDEX - 10);
    await bid(INDEX - 5);
    await at(INDEX - 5);
    await reload();
    await bid(INDEX + 1);
    expect((await at(INDEX + 1)).order_id).toBe(first.order_id);
    await other.client.orders.cancelOrders({ symbol: SYMBOL });
    await other.client.orders.placeOrder({ symbol: SYMBOL, side: "SELL", order_type: "MARKET", order_quantity: 0.02 });
    await over("Filled in full");
    await quoteAnew();

    await start({ kind: "Chase", fields: { Size: "0.02", "Limit price": "59995", "Moved every": "1" } });
    await at(INDEX - 10);
    await bid(INDEX - 2);
    await over("The price went past the limit");
    expect(await openOrders()).toEqual([]);
    await quoteAnew();
  },
  FLOW_MS,
);

test(
  "a refused slice pauses its plan with the reason; it continues when the trader resumes it, under another name",
  async () => {
    await other.client.sandbox.setHalt({ halted: true, reason: "a drill" });
    await start({ kind: "TWAP", fields: { Size: "0.02", Minutes: "0.05", Slices: "2" } });
    await (await row()).getByText("Paused").waitFor();
    await (await row())
      .getByText(/halted/i)
      .first()
      .waitFor();
    await terminal.heard("TWAP: Buy 0.02 BTC paused");
    await other.client.sandbox.setHalt({ halted: false });
    await quoteAnew();
    await (await row()).getByRole("button", { name: /^Go on/ }).click();
    await over("Filled in full");

    await start({ kind: "Scale", fields: { Size: "40", "From price": "59000", "To price": "59100", Orders: "2" } });
    await (await row())
      .getByText(/^It needs [\d.,]+ USDC of margin/)
      .first()
      .waitFor();
    await (await row()).getByText("Paused").waitFor();
    await stop();
  },
  FLOW_MS,
);

test(
  "of two tabs one runs the plans, and the other takes over when it is closed",
  async () => {
    await start({ kind: "TWAP", fields: { Size: "0.08", Minutes: "0.4", Slices: "8" } });
    await orders(1);
    const second = await TerminalPage.open(browser, venue);
    await second.isSignedIn();
    await (await row(second)).getByText("In another tab").waitFor();
    await second.page
      .getByText(/^Another tab of this browser runs/)
      .first()
      .waitFor();
    await terminal.page.close();
    terminal = second;
    await over("Filled in full");
    const rows = await orders(8);
    expect(total(rows.map(({ executed_quantity }) => executed_quantity))).toBe(0.08);
  },
  FLOW_MS,
);

test(
  "signing out pauses the account's plans, and they are still paused afterwards",
  async () => {
    await start({ kind: "TWAP", fields: { Size: "0.02", Minutes: "60", Slices: "2" } });
    await orders(1);
    await terminal.button(/^Account 0x/).click();
    await terminal.button("Sign out").click();
    await terminal.button("Connect").first().waitFor();
    await terminal.button("Connect").first().click();
    await terminal.button(/^Sign in as 0x/).click();
    await terminal.isSignedIn();
    await (await row()).getByText("The account was signed out.").waitFor();
    await stop();
  },
  FLOW_MS,
);

test(
  "a plan's size can be typed in USDC, or taken as a share of what is possible, like an order's",
  async () => {
    const field = (name: string) => form().getByRole("textbox", { name, exact: true });
    await fill({ kind: "Chase", fields: { "Limit price": "59000", "Moved every": "60" } });
    await form().getByLabel("Unit of the size").selectOption("USDC");
    await field("Size").fill("1,180");
    await form().getByText("0.02 BTC", { exact: true }).waitFor();
    // A calm market keeps its mark price, at which the size of a TWAP by market is converted.
    await fill({ kind: "TWAP", fields: { "Limit price": "", Minutes: "0.05", Slices: "2", Size: "1,200" } });
    await form().getByText("About 0.01 BTC every 1.5 s.").waitFor();
    seen = Math.max(seen, ...(await newOrders()).map(({ order_id }) => order_id));
    await form().locator("#ticket-submit").click();
    await terminal.heard("TWAP: Buy 0.02 BTC started");
    await over("Filled in full");
    expect((await orders(2)).map(({ executed_quantity }) => executed_quantity)).toEqual([0.01, 0.01]);

    await fill({ kind: "Scale", fields: { "From price": "59000", "To price": "59100", Orders: "2" } });
    await form().getByRole("button", { name: "25 %", exact: true }).click();
    await until("a size in BTC", async () => (Number(await field("Size").inputValue()) > 0 ? true : undefined));
    expect(await form().getByLabel("Unit of the size").inputValue()).toBe("base");
    await form().getByRole("region", { name: "What it would do" }).getByText("Account after it").waitFor();
    await field("Size").fill("");
  },
  FLOW_MS,
);

test(
  "a click on the book sets the price of the plan in the ticket, which stays a plan",
  async () => {
    const { page } = terminal;
    const book = page.getByRole("table", { name: "Order book of BTC-PERP" });
    const row = (price: string) => book.getByRole("button", { name: new RegExp(`^${price.replace(".", "\\.")}`) });
    const field = (name: string) => form().getByRole("textbox", { name, exact: true });
    const values = (...names: string[]) => Promise.all(names.map((name) => field(name).inputValue()));
    const becomes = (names: string[], expected: string[]) =>
      until(expected.join(" and "), async () => (Bun.deepEquals(await values(...names), expected) ? true : undefined));
    const second = { symbol: SYMBOL, order_type: "LIMIT", order_quantity: 0.5 } as const;
    await other.client.orders.placeOrder({ ...second, side: "SELL", order_price: INDEX + 20 });
    for (const kind of ["TWAP", "Chase"] as const) {
      await fill({ kind, fields: { Size: "0.03", "Limit price": "" } });
      await row("60,010.0").click();
      await becomes(["Limit price", "Size"], ["60010", "0.03"]);
      expect(await form().getByLabel("More types").inputValue()).toBe(kind.toUpperCase());
    }
    await fill({ kind: "Scale", fields: { Size: "0.03" } });
    await row("60,010.0").click();
    await row("60,020.0").click();
    await becomes(["From price", "To price", "Size"], ["60010", "60020", "0.03"]);
    await field("To price").focus();
    await row("59,990.0").click();
    await becomes(["From price", "To price"], ["60010", "59990"]);
    // Rows taken with Shift set the range of a scale, on their side.
    await row("60,020.0").focus();
    await page.keyboard.press("Shift+Enter");
    await becomes(["From price", "To price"], ["60010", "60020"]);
    expect(Number(await field("Size").inputValue())).toBeGreaterThanOrEqual(0.5);
    expect(await form().getByRole("radio", { name: /^Sell/ }).isChecked()).toBe(true);
    expect(await form().getByLabel("More types").inputValue()).toBe("SCALE");
    await fill({ kind: "TWAP", side: "Buy", fields: { Size: "", "Limit price": "" } });
  },
  FLOW_MS,
);

test(
  "a plan that the market would refuse can't be started, and the responsible field shows why; form and list are accessible",
  async () => {
    await fill({ kind: "TWAP", fields: { Size: "0.001", Minutes: "60", Slices: "200", "Limit price": "" } });
    await form()
      .getByText(/^The smallest order would be/)
      .waitFor();
    await form().locator("#ticket-submit").click();
    expect(await terminal.page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("slices");
    for (const theme of ["dark", "light"] as const) {
      await terminal.show(theme);
      for (const kind of ["TWAP", "Scale", "Chase"] as const) {
        await fill({ kind, fields: {} });
        expect(await terminal.violations()).toEqual([]);
      }
    }
    await fill({ kind: "Chase", fields: { Size: "0.01", "Limit price": "59000" } });
    await form().locator("#ticket-submit").click();
    await row();
    expect(await terminal.violations()).toEqual([]);
  },
  FLOW_MS,
);
