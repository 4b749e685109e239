// Whole flows through the terminal, from a trader's first visit to a closed position. The figures on the screen are compared
// with the venue's own answers, digit by digit. Needs Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { decimal } from "@evermark/terminal/format/figure-text.ts";
import type { WebSocketRoute } from "playwright-core";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { INDEX, type KnownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setMarketStage } from "./terminal/stage.ts";
import { TicketPage } from "./terminal/ticket.ts";
import { until } from "./terminal/until.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 60_000;

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let other: KnownTrader;
let trader: KnownTrader;
let terminal: TerminalPage;
let ticket: TicketPage;
let portfolio: Portfolio;
/** The page's streams, so that they can be cut. */
const streams: WebSocketRoute[] = [];

beforeAll(async () => {
  stage = await setMarketStage({ calm: true });
  ({ venue, browser, trader, other } = stage);
  await browser.context.routeWebSocket(/private/, (stream) => {
    stream.connectToServer();
    streams.push(stream);
  });
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const openOrders = async () => (await trader.client.orders.getOrders({ status: "INCOMPLETE" })).rows;
const position = async () =>
  (await trader.client.positions.getPositions()).rows.find(({ position_qty }) => position_qty !== 0);

test(
  "a visitor sees a live market before signing in",
  async () => {
    terminal = await TerminalPage.open(browser, venue);
    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX + 1.5 } });
    await terminal.page
      .getByText(decimal(INDEX + 1.5, { places: 1 }))
      .first()
      .waitFor();
    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX } });
  },
  FLOW_MS,
);

test(
  "one click makes a wallet, opens an account, binds a key and funds it; another signs out",
  async () => {
    const held = terminal.page.waitForResponse((answer) => answer.url().includes("/v1/client/holding"));
    await terminal.begin();
    const { data } = (await (await held).json()) as { data: { holding: readonly { holding: number }[] } };
    expect(data.holding.map(({ holding }) => holding)).toEqual([10_000]);
    await terminal.button(/^Account 0x/).click();
    await terminal.button("Sign out").click();
    await terminal.button("Connect").first().waitFor();
  },
  FLOW_MS,
);

test(
  "an imported wallet key leads to its account",
  async () => {
    await terminal.beginAs(trader.wallet.privateKey);
    ticket = new TicketPage(terminal);
    portfolio = new Portfolio(terminal);
  },
  FLOW_MS,
);

test(
  "a market order is filled, and the position matches the venue's to the last digit",
  async () => {
    await ticket.place({ side: "Buy", kind: "Market", size: "0.1" });
    const held = await until("the position", position);
    expect(held.position_qty).toBe(0.1);
    const row = await portfolio.position("BTC-PERP");
    for (const figure of [held.position_qty, held.average_open_price, held.mark_price]) {
      await row.getByText(decimal(figure), { exact: false }).first().waitFor();
    }
  },
  FLOW_MS,
);

test(
  "the account's money matches the venue's to the last digit",
  async () => {
    const { free_collateral, account_value } = await trader.client.positions.getPositions();
    for (const money of [free_collateral, account_value]) await portfolio.money(decimal(money)).waitFor();
  },
  FLOW_MS,
);

test(
  "a limit order rests in the book and in the list of open orders, until it is cancelled there",
  async () => {
    await ticket.place({ side: "Buy", kind: "Limit", size: "0.02", price: "59000" });
    const [order] = await until("the order", async () => {
      const rows = await openOrders();
      return rows.length === 0 ? undefined : rows;
    });
    expect(order).toMatchObject({ side: "BUY", price: 59_000, quantity: 0.02, status: "NEW" });
    await portfolio.cancel("Buy 0.02 BTC at 59,000");
    await until("no order", async () => ((await openOrders()).length === 0 ? true : undefined));
  },
  FLOW_MS,
);

test(
  "a change in one tab shows in the other",
  async () => {
    const second = await TerminalPage.open(browser, venue);
    await ticket.place({ side: "Sell", kind: "Limit", size: "0.04", price: "61000" });
    await new Portfolio(second).cancel("Sell 0.04 BTC at 61,000");
    await portfolio.order("Sell 0.04 BTC at 61,000").waitFor({ state: "detached" });
    expect(await second.misdeeds()).toEqual([]);
    await second.page.close();
  },
  FLOW_MS,
);

test(
  "a position is closed, and its fills are in the history as the venue has them",
  async () => {
    await portfolio.close("BTC-PERP");
    await until("a flat account", async () => ((await position()) === undefined ? true : undefined));
    const { rows } = await trader.client.orders.getTrades({ symbol: SYMBOL });
    expect(rows.length).toBe(2);
    const history = await portfolio.history("Fills");
    for (const { executed_price, executed_quantity, fee } of rows) {
      for (const figure of [executed_price, executed_quantity, fee]) {
        await history.getByText(decimal(figure)).first().waitFor();
      }
    }
  },
  FLOW_MS,
);

test(
  "the sandbox drawer liquidates a position on demand, and the page shows what happened",
  async () => {
    await ticket.place({ side: "Buy", kind: "Market", size: "0.9" });
    await until("the position", position);
    await terminal.button(/^Sandbox/).click();
    const drawer = terminal.dialog("Sandbox");
    // As when the page is hidden: previews are not requested again and again.
    const hide = (isHidden: boolean) =>
      terminal.page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, value });
      }, isHidden);
    await hide(true);
    await terminal.button("Liquidate me", drawer).click();
    await terminal.button("Do it", drawer).click();
    await drawer.getByText(/beyond your liquidation price/).waitFor();
    const { rows } = await until("the liquidation", async () => {
      const found = await trader.client.liquidations.getLiquidations({});
      return found.rows.length === 0 ? undefined : found;
    });
    await terminal.page.getByText("Liquidated: BTC-PERP").first().waitFor();
    // The ticket also knows that the position is gone.
    await ticket.form
      .getByRole("definition")
      .filter({ hasText: /^none$/ })
      .waitFor();
    await hide(false);
    expect(rows[0]!.positions_by_perp.map(({ symbol }) => symbol)).toEqual([SYMBOL]);
    await terminal.button("Put the price back", drawer).click();
    await drawer.getByText(/index is 60,000 again/).waitFor();
    // The pressed button is gone, and the focus with it.
    await terminal.page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a liquidation during a lost connection is reported first, with its figures in the portfolio",
  async () => {
    await quoteBothSides(other, 0.4);
    await other.client.sandbox.claimFaucet({ user_address: trader.wallet.address, broker_id: "evermark" });
    await ticket.place({ side: "Buy", kind: "Market", size: "0.3" });
    const { est_liq_price } = await until("the position", position);
    await portfolio.position("BTC-PERP");
    const taken = async () => (await trader.client.liquidations.getLiquidations({})).rows;
    const before = await taken();
    await browser.context.setOffline(true);
    for (const stream of streams) await stream.close();
    await terminal.page.getByText(/Connecting since/).waitFor();
    const { sandbox } = other.client;
    await sandbox.setPrices({ prices: { [SYMBOL]: Math.floor(est_liq_price! * 0.999) } });
    const [last] = await until("the liquidation", async () => {
      const rows = await taken();
      return rows.length > before.length ? rows : undefined;
    });
    await sandbox.setPrices({ prices: { [SYMBOL]: INDEX } });
    await browser.context.setOffline(false);
    await terminal.page.getByText(/^It happened while the connection was lost/).waitFor();
    const [{ transfer_price, abs_liquidator_fee, abs_insurance_fund_fee } = missing()] = last!.positions_by_perp;
    const notes = terminal.page.getByRole("region", { name: "Portfolio" }).getByRole("alert");
    for (const figure of [transfer_price, abs_liquidator_fee, abs_insurance_fund_fee]) {
      await notes.getByText(decimal(figure)).first().waitFor();
    }
  },
  FLOW_MS,
);

function missing(): never {
  throw new Error("a liquidation took nothing over");
}

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
