// Acts on resting orders and positions: amended in the list and by dragging the line in the chart, closed in part, given
// isolated margin. Needs Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { decimal } from "@evermark/terminal/format/figure-text.ts";
import type { Locator } from "playwright-core";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import { lineOf } from "./terminal/chart.ts";
import { INDEX, type KnownTrader, SYMBOL } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setMarketStage, traderPage } from "./terminal/stage.ts";
import { TicketPage } from "./terminal/ticket.ts";
import { until } from "./terminal/until.ts";
import type { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 60_000;
const MARKET = "BTC-PERP";

let stage: Stage | undefined;
let venue: OutsideVenue;
let trader: KnownTrader;
let terminal: TerminalPage;
let portfolio: Portfolio;

beforeAll(async () => {
  stage = await setMarketStage({ calm: true });
  ({ venue, trader } = stage);
  // Trades at both prices, so that the chart shows the range between them.
  const { orders } = trader.client;
  await orders.placeOrder({ symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.04 });
  await orders.placeOrder({ symbol: SYMBOL, side: "SELL", order_type: "MARKET", order_quantity: 0.01 });
  terminal = await traderPage(stage);
  portfolio = new Portfolio(terminal);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const openOrders = async () => (await trader.client.orders.getOrders({ status: "INCOMPLETE" })).rows;
const position = async () =>
  (await trader.client.positions.getPositions()).rows.find(({ position_qty }) => position_qty !== 0);

function buyAt(order_price: number) {
  const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.02 } as const;
  return trader.client.orders.placeOrder({ ...order, order_price });
}

test(
  "price and quantity of an order are amended in place in the list",
  async () => {
    await buyAt(59_000);
    await portfolio.show("Open orders");
    await portfolio.amend("Price", "59,000", "59100.5");
    await portfolio.order("Buy 0.02 BTC at 59,100.5").waitFor();
    await portfolio.amend("Quantity", "0.02", "0.025");
    await portfolio.order("Buy 0.025 BTC at 59,100.5").waitFor();
    expect(await openOrders()).toMatchObject([{ price: 59_100.5, quantity: 0.025, status: "NEW" }]);
    await portfolio.amend("Price", "59,100.5", "1");
    await terminal.page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    await terminal.page.keyboard.press("Escape");
    expect(await openOrders()).toMatchObject([{ price: 59_100.5, quantity: 0.025 }]);
    await portfolio.cancel("Buy 0.025 BTC at 59,100.5");
  },
  FLOW_MS,
);

test(
  "an order is amended by dragging its line in the chart, and Escape leaves it where it was",
  async () => {
    await buyAt(INDEX - 5);
    await portfolio.order("Buy 0.02 BTC at 59,995").waitFor();
    const { page } = terminal;
    const place = await until("a line that can be taken", () => lineOf(terminal));
    await page.mouse.down();
    await page.mouse.move(place.x, place.y - 12, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await openOrders()).toMatchObject([{ price: INDEX - 5 }]);
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    await page.mouse.move(place.x, place.y - 20, { steps: 5 });
    await page.mouse.up();
    const { price } = await until("the order at another price", async () => {
      const [order] = await openOrders();
      return order?.price === INDEX - 5 ? undefined : order;
    });
    expect(price).toBeGreaterThan(INDEX - 5);
    expect(price).toBeLessThan(INDEX + 10);
    await portfolio.cancel(`Buy 0.02 BTC at ${decimal(price!)}`);
    expect(await openOrders()).toEqual([]);
  },
  FLOW_MS,
);

test(
  "a quarter of a position is closed, and the rest matches the venue's to the last digit",
  async () => {
    expect(await position()).toMatchObject({ position_qty: 0.03 });
    await portfolio.close(MARKET, "25 %", "Sell 0.0075 BTC");
    const left = await until("less of the position", async () => {
      const found = await position();
      return found?.position_qty === 0.03 ? undefined : found;
    });
    expect(left.position_qty).toBe(0.0225);
    const row = await portfolio.position(MARKET);
    await row.getByText("+0.02250 BTC").waitFor();
    for (const figure of [left.average_open_price, left.mark_price, left.unrealized_pnl]) {
      await row.getByText(decimal(figure)).first().waitFor();
    }
    await portfolio.close(MARKET);
  },
  FLOW_MS,
);

test(
  "an isolated position is given more margin, and gives some back",
  async () => {
    await terminal.button(/^Margin mode and leverage/).click();
    const terms = terminal.dialog(`Margin of ${MARKET}`);
    await terms.getByRole("radio", { name: "Isolated" }).check({ force: true });
    await terminal.button("Set", terms).click();
    await terms.waitFor({ state: "detached" });
    await terminal.button(/^Margin mode and leverage: Isolated/).waitFor();
    await new TicketPage(terminal).place({ side: "Buy", kind: "Market", size: "0.02" });
    const opened = await until("the position", position);
    expect(opened).toMatchObject({ margin_mode: "ISOLATED", position_qty: 0.02 });
    await portfolio.moveMargin(MARKET, decimal(opened.margin), "Add", "50.25");
    const more = await marginOtherThan(opened.margin);
    expect(micros(more)).toBe(micros(opened.margin) + 50_250_000);
    await portfolio.moveMargin(MARKET, decimal(more), "Remove", "20.000001");
    const less = await marginOtherThan(more);
    expect(micros(less)).toBe(micros(more) - 20_000_001);
    await portfolio.margin(MARKET, decimal(less)).waitFor();
    await portfolio.close(MARKET);
  },
  FLOW_MS,
);

const micros = (money: number) => Math.round(money * 1e6);

function marginOtherThan(before: number): Promise<number> {
  return until("another margin", async () => {
    const { margin } = (await position())!;
    return margin === before ? undefined : margin;
  });
}

/** The element's position in the window, without scrolling it into view. */
async function place(of: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  return of.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}

const panel = (name: string) => terminal.page.getByRole("region", { name, exact: true }).first();

test(
  "on a laptop the buttons of a position are in view, and a notice covers nothing needed for trading",
  async () => {
    const { page } = terminal;
    await new TicketPage(terminal).place({ side: "Buy", kind: "Market", size: "0.02" });
    await page.setViewportSize({ width: 1_280, height: 800 });
    const row = await portfolio.position(MARKET);
    await row.getByText("+0.02000 BTC").waitFor();
    const room = await place(panel("Portfolio"));
    for (const name of [`TP/SL of ${MARKET}`, `Reverse ${MARKET}`, `Close ${MARKET}`]) {
      const { left, right } = await place(terminal.button(name));
      expect(left).toBeGreaterThan(room.left);
      expect(right).toBeLessThanOrEqual(room.right);
    }
    await buyAt(59_000);
    await portfolio.show("Open orders");
    await portfolio.order("Buy 0.02 BTC at 59,000").click();
    const message = page.getByRole("region", { name: "Messages" }).getByRole("status");
    await message
      .getByText(/^Cancelled/)
      .first()
      .waitFor();
    const [said, chart] = [await place(message), await place(panel("Chart"))];
    expect(said.left).toBeGreaterThanOrEqual(chart.left);
    expect(said.right).toBeLessThanOrEqual(chart.right);
    expect(said.top).toBeGreaterThanOrEqual(chart.top);
    expect(said.bottom).toBeLessThanOrEqual(chart.bottom);
    expect(await terminal.violations()).toEqual([]);
    await page.setViewportSize({ width: 1_600, height: 900 });
    await portfolio.close(MARKET);
  },
  FLOW_MS,
);

test(
  "take profit and stop loss are set in the row of a position, changed there, and removed by leaving them empty",
  async () => {
    const { page } = terminal;
    await new TicketPage(terminal).place({ side: "Buy", kind: "Market", size: "0.021" });
    const row = await portfolio.position(MARKET);
    const type = async (opener: string, price: string) => {
      await terminal.button(opener, row).click();
      const field = page.getByRole("textbox", { name: /Enter saves/ });
      await field.fill(price);
      await field.press("Enter");
      await field.waitFor({ state: "detached" });
    };
    const legs = async () => {
      const { rows } = await trader.client.algo.getAlgoOrders({ status: "INCOMPLETE" });
      return rows.flatMap(
        ({ child_orders }) => child_orders as unknown as { algo_type: string; trigger_price: number }[],
      );
    };
    await type(`SL of ${MARKET}: none, set one`, "57,000");
    await type(`TP of ${MARKET}: none, set one`, "65000");
    expect((await legs()).map(({ trigger_price }) => trigger_price).sort()).toEqual([57_000, 65_000]);
    await type(`TP of ${MARKET} 65,000.0, change it`, "66,000.5");
    await type(`SL of ${MARKET} 57,000.0, change it`, "");
    await terminal.button(`SL of ${MARKET}: none, set one`, row).waitFor();
    await terminal.button(`TP of ${MARKET} 66,000.5, change it`, row).waitFor();
    // The dialog also takes a percentage from the entry, or an amount of profit, and shows the resulting price.
    await terminal.button(`TP/SL of ${MARKET}`).click();
    const dialog = terminal.dialog(`Take profit and stop loss of ${MARKET}`);
    const { average_open_price: entry } = (await position())!;
    await dialog.getByText(`+${(((66_000.5 - entry) / entry) * 100).toFixed(2)} %, +`).waitFor();
    await dialog.getByLabel("Unit of take profit and stop loss").last().selectOption("%");
    await dialog.getByRole("textbox", { name: "Stop loss at" }).fill("5");
    const stop = Math.round(entry * 9.5) / 10;
    await dialog.getByText(`at ${stop.toLocaleString("en")}`, { exact: true }).waitFor();
    expect(await terminal.violations()).toEqual([]);
    await dialog.locator("button[type=submit]").click();
    await dialog.waitFor({ state: "detached" });
    expect((await legs()).map(({ trigger_price }) => trigger_price).sort()).toEqual([stop, 66_000.5]);
    await trader.client.algo.cancelAlgoOrders();
    await portfolio.close(MARKET);
  },
  FLOW_MS,
);

test(
  "one press closes a position by market if the trader prefers that, and lists can be limited to one market",
  async () => {
    const { page } = terminal;
    const chosen = async (name: string, isOn: boolean) => {
      await terminal.button("Preferences").first().click();
      await terminal.dialog("Preferences").getByRole("checkbox", { name }).setChecked(isOn);
      await page.keyboard.press("Escape");
    };
    await new TicketPage(terminal).place({ side: "Buy", kind: "Market", size: "0.022" });
    await portfolio.position(MARKET);
    await chosen("Ask before a position is closed by market", false);
    await terminal.button(`Close ${MARKET} by limit`).waitFor();
    await terminal.button(`Close ${MARKET} at market now`).click();
    await until("no position", async () => ((await position()) === undefined ? true : undefined));
    expect(await page.getByRole("dialog").count()).toBe(0);
    await chosen("Ask before a position is closed by market", true);
    await buyAt(59_000);
    await trader.client.orders.placeOrder({
      ...{ symbol: "PERP_ETH_USDC", side: "BUY", order_type: "LIMIT", order_quantity: 0.1, order_price: 2_900 },
    } as const);
    await portfolio.show("Open orders");
    const elsewhere = portfolio.order("Buy 0.1 ETH at 2,900");
    await elsewhere.waitFor();
    await page.getByRole("checkbox", { name: "This market only" }).check();
    await elsewhere.waitFor({ state: "detached" });
    await portfolio.order("Buy 0.02 BTC at 59,000").waitFor();
    await page.getByRole("checkbox", { name: "This market only" }).uncheck();
    await elsewhere.waitFor();
    await trader.client.orders.cancelOrders();
    await elsewhere.waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a copied figure has every digit, and all digits have the same width",
  async () => {
    const { page } = terminal;
    const { account_value } = await trader.client.positions.getPositions();
    const equity = page.getByText(decimal(account_value)).first();
    await equity.waitFor();
    const { copied, seen } = await equity.evaluate((element) => {
      getSelection()!.selectAllChildren(element);
      const copied = String(getSelection());
      element.textContent = "1".repeat(9);
      const ones = element.getBoundingClientRect().width;
      element.textContent = "0".repeat(9);
      return { copied, seen: [ones, element.getBoundingClientRect().width] };
    });
    expect(copied).toBe(decimal(account_value));
    expect(seen[0]).toBe(seen[1]!);
    expect(await page.evaluate(() => document.fonts.check("13px Inter"))).toBe(true);
    await page.reload();
    await terminal.isSignedIn();
  },
  FLOW_MS,
);

test(
  "after a reload while a position is being closed, the close is reported, and happens once",
  async () => {
    const { page } = terminal;
    // Another size than in the test before: the same text within a moment would be the same gesture.
    await new TicketPage(terminal).place({ side: "Buy", kind: "Market", size: "0.03" });
    await portfolio.position(MARKET);
    const arrived = Promise.withResolvers<void>();
    await page.route("**/v1/order", async (route) => {
      await route.fetch();
      arrived.resolve();
    });
    await terminal.button(`Close ${MARKET}`).click();
    await terminal.button(/^Sell 0\.03 BTC/, terminal.dialog(`Close ${MARKET}`)).click();
    await arrived.promise;
    await page.reload();
    await terminal.heard("Sell 0.03 BTC: filled");
    await page.unroute("**/v1/order");
    expect(await position()).toBeUndefined();
  },
  FLOW_MS,
);

test(
  "more than a hundred open orders are split into pages, and cancelling all of them means all",
  async () => {
    const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.001 } as const;
    for (let at = 0; at < 120; at++) await trader.client.orders.placeOrder({ ...order, order_price: 59_000 - at });
    await portfolio.show("Open orders");
    const pager = terminal.page.getByRole("navigation", { name: "Pages" });
    await pager.getByText("1 to 100 of 120").waitFor();
    await portfolio.order("Buy 0.001 BTC at 59,000").waitFor({ state: "detached" });
    await terminal.button("Next", pager).click();
    await pager.getByText("101 to 120 of 120").waitFor();
    await portfolio.order("Buy 0.001 BTC at 59,000").waitFor();
    await terminal.button("Cancel all").click();
    await terminal.page.getByText("120 open orders in all markets").waitFor();
    await terminal.button("Cancel them").click();
    await pager.waitFor({ state: "detached" });
    expect(await openOrders()).toEqual([]);
  },
  FLOW_MS,
);

test(
  "a changed preference shows at once, and on a phone the chosen tab is in view",
  async () => {
    const { page } = terminal;
    await terminal.button("Preferences").first().click();
    const light = terminal.dialog("Preferences").getByRole("radio", { name: "Light" });
    const shows = (radio: Locator) =>
      radio.evaluate((input: HTMLInputElement) => {
        input.click();
        return input.checked;
      });
    expect(await shows(light)).toBe(true);
    expect(await shows(terminal.dialog("Preferences").getByRole("radio", { name: "Dark" }))).toBe(true);
    await page.keyboard.press("Escape");
    await portfolio.history("Deposits and withdrawals");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Portfolio" }).click();
    const chosen = page.getByRole("region", { name: "Portfolio" }).getByRole("tab", { selected: true }).first();
    await until("the chosen tab in sight", async () => {
      const { left, right } = await place(chosen);
      return left >= 0 && right <= 390 ? true : undefined;
    });
    await page.setViewportSize({ width: 1_600, height: 900 });
  },
  FLOW_MS,
);

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
