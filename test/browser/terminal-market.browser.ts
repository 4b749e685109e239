// The market on the terminal: its book, tape and list match the venue's, by mouse and by keyboard, and again after a lost
// connection. Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateWallet, onboard } from "@evermark/client";
import type { Locator, WebSocketRoute } from "playwright-core";
import { type OutsideVenue, startVenue } from "../venue/outside/whole-venue.ts";
import { type Browser, startBrowser } from "./browser.ts";
import { INDEX, type KnownTrader, knownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { until } from "./terminal/until.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const TEST_MS = 60_000;

let venue: OutsideVenue;
let browser: Browser;
let trader: KnownTrader;
let other: KnownTrader;
let terminal: TerminalPage;
/** The page's connections to the public stream. */
const streams: WebSocketRoute[] = [];

beforeAll(async () => {
  venue = await startVenue();
  browser = await startBrowser();
  other = await knownTrader(venue.url);
  await quoteBothSides(other, 0.1);
  await rest("BUY", INDEX - 30, 0.2);
  await rest("BUY", INDEX - 60, 0.00037);
  await browser.context.routeWebSocket(/public/, (page) => {
    streams.push(page);
    page.connectToServer();
  });
  terminal = await TerminalPage.open(browser, venue);
  trader = await traderOfPage();
  await terminal.beginAs(trader.wallet.privateKey);
}, TEST_MS);
afterAll(async () => {
  trader?.client.close();
  other?.client.close();
  await browser?.stop();
  await venue?.stop();
}, 30_000);

/** A trader whose account the page also finds, because both use the same builder. */
async function traderOfPage(): Promise<KnownTrader> {
  const settings = await terminal.page.locator("meta[name=settings]").getAttribute("content");
  const { brokerId } = JSON.parse(settings!) as { readonly brokerId: string };
  const wallet = generateWallet();
  const { client } = await onboard({ baseUrl: venue.url, brokerId, wallet });
  return { client, wallet };
}

function rest(side: "BUY" | "SELL", price: number, quantity: number) {
  const order = { symbol: SYMBOL, order_type: "LIMIT", order_price: price, order_quantity: quantity } as const;
  return other.client.orders.placeOrder({ ...order, side });
}

/** A market order of the trader from outside the page, filled at once. */
function trade(quantity: number) {
  const order = { symbol: SYMBOL, order_type: "MARKET", order_quantity: quantity } as const;
  return trader.client.orders.placeOrder({ ...order, side: "SELL" });
}

const book = () => terminal.page.getByRole("table", { name: "Order book of BTC-PERP" });
const level = (price: string) => book().getByRole("row", { name: price });
const price = () => terminal.page.getByRole("form", { name: "New order" }).getByRole("textbox", { name: "Price" });
const tab = (name: string) => terminal.page.getByRole("tab", { name, exact: true });
const trades = () => terminal.page.getByRole("tabpanel", { name: "Trades" });
const textOf = (row: Locator) => row.getByRole("cell").allTextContents();

test(
  "the book has every digit of the venue's, and groups contain exactly their levels",
  async () => {
    await level("59,940.0").waitFor();
    expect((await textOf(level("59,940.0"))).slice(1)).toEqual(["0.00037", "0.30037"]);
    await terminal.page.getByLabel("Price step").selectOption("50");
    await level("59,900.0").waitFor();
    expect((await textOf(level("59,950.0"))).slice(1)).toEqual(["0.30000", "0.30000"]);
    expect((await textOf(level("60,050.0"))).slice(1)).toEqual(["0.10000", "0.10000"]);
    await terminal.page.getByLabel("Price step").selectOption("0.1");
  },
  TEST_MS,
);

test(
  "a click or Enter on a price puts it into the ticket",
  async () => {
    await terminal.button(/^59,970\.0/, book()).click();
    await terminal.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("#ticket-price")?.value === "59970",
    );
    await terminal.button(/^59,990\.0/, book()).focus();
    await terminal.page.keyboard.press("ArrowUp");
    await terminal.page.keyboard.press("Enter");
    await terminal.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("#ticket-price")?.value === "60010",
    );
    expect(await price().inputValue()).toBe("60010");
  },
  TEST_MS,
);

test(
  "rows dragged over, or clicked with Shift, put their price and quantity into the ticket",
  async () => {
    const { page } = terminal;
    const form = page.getByRole("form", { name: "New order" });
    const size = form.getByRole("textbox", { name: "Size", exact: true });
    const middle = async (row: Locator) => {
      const { x, y, width, height } = (await row.boundingBox())!;
      return [x + width / 2, y + height / 2] as const;
    };
    const [nearest, next] = [level("59,990.0"), level("59,970.0")];
    const both = async () => Number((await textOf(next))[2]);
    await page.mouse.move(...(await middle(nearest)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(next)), { steps: 4 });
    await page.mouse.up();
    await until("the size", async () => (Number(await size.inputValue()) === (await both()) ? true : undefined));
    expect(await price().inputValue()).toBe("59970");
    expect(await form.getByRole("radio", { name: /^Sell/ }).isChecked()).toBe(true);
    await terminal.button(/^60,010\.0/, book()).focus();
    await page.keyboard.press("Shift+Enter");
    await until("the offers", async () => ((await price().inputValue()) === "60010" ? true : undefined));
    expect(Number(await size.inputValue())).toBe(Number((await textOf(level("60,010.0")))[2]));
    expect(await form.getByRole("radio", { name: /^Buy/ }).isChecked()).toBe(true);
    // The same in quote currency.
    await terminal.button("How the book is shown").click();
    await page.getByRole("radio", { name: "USDC" }).check({ force: true });
    await page.keyboard.press("Escape");
    await book().getByRole("columnheader", { name: "Size (USDC)" }).waitFor();
    const [, shown] = await textOf(level("60,010.0"));
    expect(Number(shown!.replaceAll(",", ""))).toBe(Math.round(Number(await size.inputValue()) * 60_010));
    await terminal.button("How the book is shown").click();
    await page.getByRole("radio", { name: "BTC" }).check({ force: true });
    await page.keyboard.press("Escape");
  },
  TEST_MS,
);

test(
  "on a laptop with 1,440 by 900 pixels the book has fifteen levels a side, and the tape is beside it where there is room",
  async () => {
    const { page } = terminal;
    const rows = () => book().locator("tr.book-row").count();
    await page.setViewportSize({ width: 1_440, height: 900 });
    await until("fifteen levels a side", async () => ((await rows()) >= 30 ? true : undefined));
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await page.getByRole("heading", { name: "Trades" }).waitFor();
    await book().waitFor();
    await page.setViewportSize({ width: 1_600, height: 900 });
    await tab("Trades").waitFor();
  },
  TEST_MS,
);

test(
  "own orders are marked in the book, and own trades on the tape",
  async () => {
    const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_price: INDEX - 30 } as const;
    await trader.client.orders.placeOrder({ ...order, order_quantity: 0.01 });
    await trader.client.orders.placeOrder({ ...order, order_quantity: 0.02 });
    await terminal.button(/^59,970\.0.*2 own orders/, book()).waitFor();
    await trade(0.001);
    await tab("Trades").click();
    await trades()
      .getByRole("row", { name: /59,990\.0 sold, you sold/ })
      .waitFor();
    await tab("Book").click();
  },
  TEST_MS,
);

test(
  "after a lost connection the tape contains the missed trades, once",
  async () => {
    await tab("Trades").click();
    const tape = trades().getByRole("table", { name: /^Latest trades of BTC-PERP/ });
    await tape.waitFor();
    await streams.at(-1)!.close();
    for (const quantity of [0.002, 0.003, 0.004]) await trade(quantity);
    await tape.getByRole("row", { name: /0\.00400/ }).waitFor();
    await trades().getByText("Not live: this is the last known state").waitFor({ state: "detached" });
    await trade(0.005);
    await tape.getByRole("row", { name: /0\.00500/ }).waitFor();
    const { rows } = await other.client.marketData.getMarketTrades({ symbol: SYMBOL, limit: 100 });
    const sizes = await tape.locator("tbody tr:not([aria-hidden]) td:nth-child(2)").allTextContents();
    expect(sizes.map(Number)).toEqual(rows.map(({ executed_quantity }) => executed_quantity));
    await tab("Book").click();
  },
  TEST_MS,
);

test(
  "a halted market shows its state and the reason, and recovers when it is resumed",
  async () => {
    const { sandbox } = other.client;
    await sandbox.setMarket({ symbol: SYMBOL, state: "HALTED", reason: "a look at its sources" });
    await terminal.page.getByText(/By the operator: a look at its sources\. Nothing is matched/).waitFor();
    await sandbox.setMarket({ symbol: SYMBOL, state: "ACTIVE" });
    await terminal.page.getByText(/a look at its sources/).waitFor({ state: "hidden" });
  },
  TEST_MS,
);

test(
  "a market is found and chosen by keyboard, and nothing of the previous one is shown",
  async () => {
    const search = terminal.page.getByRole("searchbox", { name: "Search markets" });
    await search.fill("eth");
    await search.press("ArrowDown");
    await terminal.page.keyboard.press("Enter");
    await terminal.page.getByRole("button", { name: "ETH-PERP, choose a market" }).waitFor();
    expect(await book().count()).toBe(0);
    await terminal.page.waitForFunction(() => document.title.includes("ETH-PERP"));
    expect(await terminal.misdeeds()).toEqual([]);
  },
  TEST_MS,
);
