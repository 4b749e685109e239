// Each type of order through the ticket: the venue has the order that the page announced, and an order that waits for a mark
// price triggers at it. Needs Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { decimal } from "@evermark/terminal/format/figure-text.ts";
import { readWaiting } from "@evermark/terminal/session/orders/waiting-algo-orders.ts";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import { INDEX, type KnownTrader, SYMBOL } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setMarketStage, traderPage } from "./terminal/stage.ts";
import { TicketPage, type WantedOrder } from "./terminal/ticket.ts";
import { until } from "./terminal/until.ts";
import type { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 60_000;
/** Decimal places of the market's lot and tick. */
const LOT_PLACES = 5;
const TICK_PLACES = 1;
const [BID, ASK] = [INDEX - 10, INDEX + 10];

let stage: Stage | undefined;
let venue: OutsideVenue;
let other: KnownTrader;
let trader: KnownTrader;
let terminal: TerminalPage;
let ticket: TicketPage;
let portfolio: Portfolio;

beforeAll(async () => {
  stage = await setMarketStage({ calm: true });
  ({ venue, trader, other } = stage);
  terminal = await traderPage(stage);
  ticket = new TicketPage(terminal);
  portfolio = new Portfolio(terminal);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

/** In a calm venue the mark price is the index price. */
const setMark = (price: number) => other.client.sandbox.setPrices({ prices: { [SYMBOL]: price } });
const openOrders = async () => (await trader.client.orders.getOrders({ status: "INCOMPLETE" })).rows;
const doneOrders = async () => (await trader.client.orders.getOrders({ status: "COMPLETED" })).rows;
/** Waiting algo orders, including brackets whose entry is filled while their legs wait. */
const waiting = () => readWaiting(trader.client.algo);
const said = (title: string) => terminal.heard(title);

async function held(): Promise<number> {
  const { rows } = await trader.client.positions.getPositions();
  return rows.find(({ symbol }) => symbol === SYMBOL)?.position_qty ?? 0;
}

/** Waits until venue and page have a position of this size. */
async function holds(size: number): Promise<void> {
  await until(`a position of ${size}`, async () => ((await held()) === size ? true : undefined));
  const row = await portfolio.position("BTC-PERP");
  await row.getByText(`${decimal(size, { isSigned: true, places: LOT_PLACES })} BTC`).waitFor();
}

/** The only algo order that waits. */
function firstWaiting() {
  return until("the algo order", async () => {
    const [order] = await waiting();
    return order;
  });
}

/** Moves the mark price through some prices, and waits until no algo order waits, neither at the venue nor on the page. */
async function fire(...marks: readonly number[]): Promise<void> {
  for (const mark of marks) await setMark(mark);
  await until("nothing that waits", async () => ((await waiting()).length === 0 ? true : undefined));
  await terminal.page.getByRole("tab", { name: "Algo orders", exact: true }).waitFor();
  await setMark(INDEX);
}

test(
  "the ticket shows the venue's preview to the last digit",
  async () => {
    await ticket.fill({ side: "Buy", kind: "Market", size: "0.0123" });
    const order = { symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.0123 } as const;
    const { average_executed_price, total_fee, after } = await trader.client.orders.preview(order);
    const preview = ticket.form.getByRole("region", { name: "What would happen" });
    const figures = [total_fee, after!.margin_used, after!.free_collateral];
    await preview.getByText(`0.01230 at ${decimal(average_executed_price!, { places: TICK_PLACES })}`).waitFor();
    for (const figure of figures) await preview.getByText(decimal(figure)).first().waitFor();
  },
  FLOW_MS,
);

const resting: readonly (WantedOrder & { readonly type: string; readonly at: number })[] = [
  { kind: "Post only", type: "POST_ONLY", side: "Buy", price: "59500", at: 59_500 },
  { kind: "At the best bid", type: "BID", side: "Buy", at: BID },
  { kind: "At the best ask", type: "ASK", side: "Sell", at: ASK },
];
for (const { type, at, ...order } of resting) {
  test(
    `an order of type ${type} waits where the page says`,
    async () => {
      await ticket.place({ ...order, size: "0.01" });
      await said(`${order.side} 0.01 BTC waits at ${decimal(at)}`);
      const [open, ...others] = await openOrders();
      expect(others).toEqual([]);
      expect(open).toMatchObject({ type, side: order.side.toUpperCase(), price: at, quantity: 0.01, status: "NEW" });
      await portfolio.cancel(`${order.side} 0.01 BTC at ${decimal(at)}`);
      expect(await openOrders()).toEqual([]);
    },
    FLOW_MS,
  );
}

const atOnce: readonly { readonly kind: string; readonly type: string; readonly why: string }[] = [
  { kind: "Immediate or cancel", type: "IOC", why: "No more liquidity was available at this price or better." },
  { kind: "Fill or kill", type: "FOK", why: "It could not be filled in full at once at this price." },
];
for (const [at, { kind, type, why }] of atOnce.entries()) {
  const size = (at + 1) / 100;
  const what = `Buy ${decimal(size)} BTC`;
  test(
    `an order of type ${type} trades at once or is cancelled, and the page says which and why`,
    async () => {
      const order = { side: "Buy", kind, size: String(size) } as const;
      await ticket.place({ ...order, price: String(ASK - 1) });
      await terminal.page.getByText(why, { exact: true }).waitFor();
      await said(`${what} not placed`);
      await ticket.place({ ...order, price: String(ASK) });
      await said(`${what} filled at ${decimal(ASK)}`);
      const sent = (await doneOrders()).filter((done) => done.type === type);
      const terms = { side: "BUY", quantity: size };
      expect(sent.toSorted((a, b) => a.order_id - b.order_id)).toMatchObject([
        { ...terms, price: ASK - 1, status: "CANCELLED", executed_quantity: 0 },
        { ...terms, price: ASK, status: "FILLED", executed_quantity: size, average_executed_price: ASK },
      ]);
    },
    FLOW_MS,
  );
}

test(
  "a post-only order that would trade is not placed, and the page shows the reason",
  async () => {
    await ticket.place({ side: "Buy", kind: "Post only", size: "0.01", price: String(ASK) });
    await terminal.page.getByText("It would have traded at once.", { exact: true }).waitFor();
    await said("Buy 0.01 BTC not placed");
    expect(await openOrders()).toEqual([]);
    await holds(0.03);
  },
  FLOW_MS,
);

test(
  "a stop-market order triggers at its mark price",
  async () => {
    const fields = { "Trigger (mark price)": "59900" };
    await ticket.place({ side: "Sell", kind: "Stop market", size: "0.01", fields });
    await said("Sell 0.01 BTC waits for the mark price");
    const terms = { algo_type: "STOP", type: "MARKET", side: "SELL", quantity: 0.01, trigger_price: 59_900 };
    expect(await firstWaiting()).toMatchObject(terms);
    await setMark(59_900.1);
    expect(await waiting()).toHaveLength(1);
    await fire(59_900);
    await holds(0.02);
  },
  FLOW_MS,
);

test(
  "a stop-limit order becomes a limit order at its mark price",
  async () => {
    const fields = { "Trigger (mark price)": "59800", "Limit price": "60005" };
    await ticket.place({ side: "Sell", kind: "Stop limit", size: "0.011", fields });
    const terms = { algo_type: "STOP", type: "LIMIT", side: "SELL", quantity: 0.011 };
    expect(await firstWaiting()).toMatchObject({ ...terms, trigger_price: 59_800, price: 60_005 });
    await setMark(59_800);
    await portfolio.show("Open orders");
    await portfolio.order("Sell 0.011 BTC at 60,005").waitFor();
    expect(await openOrders()).toMatchObject([{ type: "LIMIT", side: "SELL", price: 60_005, quantity: 0.011 }]);
    await portfolio.cancel("Sell 0.011 BTC at 60,005");
    await fire();
  },
  FLOW_MS,
);

test(
  "a trailing stop follows the mark price up, and triggers when it falls back by its distance",
  async () => {
    await ticket.place({ side: "Sell", kind: "Trailing stop", size: "0.01", fields: { Distance: "2" } });
    const terms = { algo_type: "TRAILING_STOP", side: "SELL", quantity: 0.01 };
    expect(await firstWaiting()).toMatchObject({ ...terms, callback_rate: 0.02 });
    await portfolio.show("Algo orders");
    await portfolio.amend("Distance %", "2", "0.5");
    await terminal.button("Distance % 0.5, change it").waitFor();
    expect(await firstWaiting()).toMatchObject({ ...terms, callback_rate: 0.005 });
    await setMark(60_600);
    await terminal.page.getByText("Following, best so far 60,600").waitFor();
    expect(await waiting()).toHaveLength(1);
    await fire(60_297);
    await holds(0.01);
  },
  FLOW_MS,
);

test(
  "the protection of an order becomes active when the order is filled: the stop loss closes it, and the take profit is cancelled",
  async () => {
    const fields = { "Take profit at": "60500", "Stop loss at": "59500" };
    const switches = ["Take profit / stop loss"];
    await ticket.place({ side: "Buy", kind: "Market", size: "0.02", fields, switches });
    await said(`Buy 0.02 BTC filled at ${decimal(ASK)}`);
    await holds(0.03);
    const bracket = await firstWaiting();
    expect(bracket).toMatchObject({ algo_type: "BRACKET", type: "MARKET", side: "BUY", quantity: 0.02 });
    const [group] = bracket.child_orders as unknown as readonly { readonly child_orders: readonly object[] }[];
    expect(group!.child_orders).toMatchObject([
      { algo_type: "TAKE_PROFIT", side: "SELL", trigger_price: 60_500 },
      { algo_type: "STOP_LOSS", side: "SELL", trigger_price: 59_500 },
    ]);
    await portfolio.show("Algo orders");
    for (const trigger of ["60,500", "59,500"]) await terminal.button(`Trigger ${trigger}.0, change it`).waitFor();
    await fire(59_500);
    await holds(0.01);
  },
  FLOW_MS,
);

test(
  "a take profit closes its part of the position at its mark price",
  async () => {
    const fields = { "Take profit at": "60400", "Stop loss at": "" };
    await ticket.place({ side: "Close long", kind: "Take profit / stop loss", size: "0.004", fields });
    expect(await firstWaiting()).toMatchObject({ algo_type: "TP_SL" });
    await fire(60_400);
    await holds(0.006);
  },
  FLOW_MS,
);

const LEGS = ["TAKE_PROFIT", "STOP_LOSS"];
/** The waiting algo orders, each with its waiting legs. */
const protections = async () =>
  (await waiting()).map(({ algo_type, quantity, child_orders }) => {
    const legs = child_orders as unknown as readonly { readonly algo_type: string; readonly algo_status: string }[];
    return { algo_type, quantity, legs: legs.map((leg) => leg.algo_type) };
  });

test(
  "a take profit that waits alone gets a stop loss of the same size, and they never close twice",
  async () => {
    const fields = { "Take profit at": "60400", "Stop loss at": "" };
    await ticket.place({ side: "Close long", kind: "Take profit / stop loss", size: "0.002", fields });
    expect(await firstWaiting()).toMatchObject({ algo_type: "TP_SL" });
    await portfolio.show("Algo orders");
    await portfolio.complete("Add stop loss, BTC-PERP", { "Stop loss at": "59600" });
    await terminal.button("Trigger 59,600.0, change it").waitFor();
    expect(await protections()).toEqual([{ algo_type: "TP_SL", quantity: 0.002, legs: LEGS }]);
    await fire(59_600);
    await holds(0.004);
  },
  FLOW_MS,
);

test(
  "the stop loss of a position gets a take profit added, and the venue has one pair with both",
  async () => {
    const fields = { "Take profit at": "", "Stop loss at": "59700" };
    await ticket.place({ side: "Close long", kind: "TP / SL of the position", fields });
    await said("Protection of the BTC position waits for the mark price");
    await portfolio.show("Positions");
    await portfolio.complete("TP/SL of BTC-PERP", { "Take profit at": "60300" });
    await said("Take profit and stop loss of BTC-PERP are set");
    expect(await protections()).toEqual([{ algo_type: "POSITIONAL_TP_SL", quantity: 0, legs: LEGS }]);
    await portfolio.show("Algo orders");
    await terminal.button("Cancel TP/SL of the position, BTC-PERP").click();
    await fire();
  },
  FLOW_MS,
);

test(
  "the take profit and stop loss of a position close all of it",
  async () => {
    const fields = { "Take profit at": "60300", "Stop loss at": "59700" };
    await ticket.place({ side: "Close long", kind: "TP / SL of the position", fields });
    await said("Protection of the BTC position waits for the mark price");
    expect(await firstWaiting()).toMatchObject({ algo_type: "POSITIONAL_TP_SL" });
    await fire(59_700);
    await until("a flat account", async () => ((await held()) === 0 ? true : undefined));
    await terminal.page.getByRole("tab", { name: "Positions", exact: true }).waitFor();
  },
  FLOW_MS,
);

test(
  "after a reload while an order is under way, its outcome is shown, and the ticket is the same except for its size",
  async () => {
    const { page } = terminal;
    // The order arrives, and the page is left before the answer comes.
    const arrived = Promise.withResolvers<void>();
    await page.route("**/v1/algo/order", async (route) => {
      await route.fetch();
      arrived.resolve();
    });
    const fields = { "Trigger (mark price)": "65000" };
    await ticket.place({ side: "Buy", kind: "Stop market", size: "0.01", fields });
    await arrived.promise;
    await page.reload();
    await said("Buy 0.01 BTC waits for the mark price");
    await page.unroute("**/v1/algo/order");
    expect(await waiting()).toHaveLength(1);
    expect(await ticket.form.getByLabel("More types").inputValue()).toBe("STOP_MARKET");
    expect(await ticket.form.getByRole("textbox", { name: "Size" }).inputValue()).toBe("");
    await page.reload();
    await portfolio.show("Algo orders");
    await terminal.button("Cancel Stop, BTC-PERP").click();
    await fire();
    expect(
      await page
        .getByRole("region", { name: "Messages" })
        .getByText(/waits for the mark price/)
        .count(),
    ).toBe(0);
  },
  FLOW_MS,
);

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
