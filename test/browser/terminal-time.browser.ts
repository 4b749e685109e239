// Hours that pass, a connection lost in the middle of an order, and a whole trade by keyboard alone. Needs Chromium; run by
// `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { decimal, percent } from "@evermark/terminal/format/figure-text.ts";
import type { CDPSession, Locator, WebSocketRoute } from "playwright-core";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { INDEX, type KnownTrader, SYMBOL } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setMarketStage } from "./terminal/stage.ts";
import { TicketPage } from "./terminal/ticket.ts";
import { until } from "./terminal/until.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 90_000;
/** The countdown changes every second, and the page's figures arrive with a delay. */
const COUNTDOWN_MS = 3_000;
/** More focusable elements than any page has. */
const TABS_MAX = 200;

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let other: KnownTrader;
let trader: KnownTrader;
let terminal: TerminalPage;
let portfolio: Portfolio;
let network: CDPSession | undefined;
/** Whether the next order cuts its connection. */
let isCutByOrder = false;

beforeAll(async () => {
  stage = await setMarketStage();
  ({ venue, browser, trader, other } = stage);
  await browser.context.routeWebSocket(/private/, passOn);
  terminal = await TerminalPage.open(browser, venue);
  portfolio = new Portfolio(terminal);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const openOrders = async () => (await trader.client.orders.getOrders({ status: "INCOMPLETE" })).rows;

/** Forwards the private stream; when an order is to be cut, it is the last message that arrives, and its answer is lost. */
function passOn(page: WebSocketRoute): void {
  const server = page.connectToServer();
  let isCut = false;
  server.onMessage((message) => {
    if (!isCut) page.send(message);
  });
  page.onMessage(async (message) => {
    if (isCutByOrder && String(message).includes('"order.place"')) {
      isCutByOrder = false;
      isCut = true;
      server.send(message);
      await until("the order at the venue", async () => ((await openOrders()).length === 1 ? true : undefined));
      await cut(true);
      await page.close();
    } else server.send(message);
  });
}

/** Disconnects the page's network, or restores it. */
async function cut(offline: boolean): Promise<void> {
  // Only the session that disconnected it can restore it.
  network ??= await browser.context.newCDPSession(terminal.page);
  const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", conditions);
}

/** Moves the focus from element to element until it is there, as a trader without a mouse does. */
async function reach(part: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await part.waitFor();
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    if (await part.evaluate((element) => element === document.activeElement)) return;
    await terminal.page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not lead to ${part}`);
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await terminal.page.keyboard.press(key);
}

test(
  "a whole trade is made by keyboard alone, from signing in to an empty position",
  async () => {
    const { page } = terminal;
    const ticket = page.getByRole("form", { name: "New order" });
    await press("ControlOrMeta+k");
    await terminal.dialog("Commands and markets").waitFor();
    await page.keyboard.type("connect");
    // Screen readers are given the option that Enter would run.
    const field = page.getByRole("combobox", { name: "Commands and markets", expanded: true });
    const would = page.getByRole("option", { name: "Connect", selected: true });
    expect(await field.getAttribute("aria-activedescendant")).toBe((await would.getAttribute("id"))!);
    await press("Enter");
    await terminal.dialog("Sign in").waitFor();
    await reach(page.getByText("Import the key of a burner wallet"));
    await press("Enter");
    await reach(page.getByLabel("Private key of the wallet"));
    await page.keyboard.insertText(trader.wallet.privateKey);
    await press("Enter");
    await terminal.button(/^Account 0x/).waitFor();

    await press("b");
    await reach(ticket.getByRole("radio", { name: "Limit", exact: true }), "Shift+Tab");
    await press("ArrowRight");
    expect(await ticket.getByRole("radio", { name: "Market", exact: true }).isChecked()).toBe(true);
    await reach(ticket.getByRole("textbox", { name: "Size", exact: true }));
    await page.keyboard.type("0.05");
    await press("Enter");
    await page.getByText("Buy 0.05 BTC filled at 60,010").waitFor();

    await press("Escape");
    await reach(page.getByRole("tab", { name: /^Positions/ }));
    await reach(terminal.button("Close BTC-PERP"));
    await press("Enter");
    await terminal.button("Sell 0.05 BTC", terminal.dialog("Close BTC-PERP")).waitFor();
    await press("Enter");
    await terminal.button("Close BTC-PERP").waitFor({ state: "detached" });
    const { rows } = await trader.client.orders.getTrades({ symbol: SYMBOL });
    expect(rows.map(({ executed_quantity }) => executed_quantity)).toEqual([0.05, 0.05]);
  },
  FLOW_MS,
);

test(
  "a connection lost in the middle of an order leaves one order, and the page shows its outcome",
  async () => {
    isCutByOrder = true;
    await new TicketPage(terminal).place({ side: "Buy", kind: "Limit", size: "0.03", price: "58000" });
    await terminal.page.getByText("No answer came").waitFor();
    await terminal.page.getByText(/^The venue can't be reached/).waitFor();
    await terminal.page.getByText(/Connecting since/).waitFor();
    await until("the order at the venue", async () => ((await openOrders()).length === 1 ? true : undefined));
    await cut(false);
    await terminal.page.getByText("Buy 0.03 BTC waits at 58,000", { exact: true }).first().waitFor();
    await terminal.page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    expect((await openOrders()).map(({ quantity, price }) => ({ quantity, price }))).toEqual([
      { quantity: 0.03, price: 58_000 },
    ]);
    await portfolio.cancel("Buy 0.03 BTC at 58,000");
  },
  FLOW_MS,
);

test(
  "after eight hours, funding is paid and shown, the countdown is right, and the page is live as before",
  async () => {
    const { page } = terminal;
    const { marketData, funding } = trader.client;
    await new TicketPage(terminal).place({ side: "Buy", kind: "Market", size: "0.02" });
    await portfolio.position("BTC-PERP");
    await terminal.button(/^Sandbox/).click();
    const drawer = terminal.dialog("Sandbox");
    await terminal.button("Eight hours", drawer).click();
    await drawer.getByText(/^It is .* now\.$/).waitFor({ timeout: FLOW_MS });
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });

    const { rows } = await funding.getFundingFees({ symbol: SYMBOL });
    expect(rows.length).toBeGreaterThan(0);
    const history = await portfolio.history("Funding");
    for (const { funding_fee, payment_type, funding_rate, mark_price } of rows) {
      const amount = decimal(payment_type === "Pay" ? -funding_fee : funding_fee, { isSigned: true });
      for (const figure of [amount, percent(funding_rate), decimal(mark_price)]) {
        await history.getByText(figure).first().waitFor();
      }
    }

    // The countdown follows the venue's clock: it matches the venue's remaining time, except for the delay.
    await page.getByText(/^Venue time .*, 8 h ahead$/).waitFor();
    const shown = page.getByRole("region", { name: "Figures of the market" }).getByText(/^\d\d:\d\d:\d\d$/);
    await until("the countdown", async () => {
      const [market, time] = await Promise.all([marketData.getMarket({ symbol: SYMBOL }), venueTime()]);
      const [hours, minutes, seconds] = (await shown.textContent())!.split(":").map(Number);
      const leftMs = ((hours! * 60 + minutes!) * 60 + seconds!) * 1_000;
      return Math.abs(market.next_funding_time - time - leftMs) <= COUNTDOWN_MS ? leftMs : undefined;
    });

    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX + 2.5 } });
    await page
      .getByRole("region", { name: "Figures of the market" })
      .getByText(decimal(INDEX + 2.5, { places: 1 }))
      .first()
      .waitFor();
    await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    await portfolio.close("BTC-PERP");
  },
  FLOW_MS,
);

async function venueTime(): Promise<number> {
  const { timestamp } = (await (await fetch(`${venue.url}/v1/public/system_info`)).json()) as { timestamp: number };
  return timestamp;
}

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
