// The terminal in another language: all text comes from its texts object, in every view, and a longer language fits. Needs
// Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { ROOMS, type Room, seenByTraders, seenByVisitors } from "./screenshots/photographed-views.ts";
import { INDEX, type KnownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { speakLong, textsOf, tooNarrow } from "./terminal/long-language.ts";
import { unmarked } from "./terminal/long-words.ts";
import { type Stage, setStage } from "./terminal/stage.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const VIEWS_MS = 240_000;
const SOL = "PERP_SOL_USDC";

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let trader: KnownTrader;
let other: KnownTrader;

beforeAll(async () => {
  stage = await setStage();
  ({ venue, browser, trader, other } = stage);
  await speakLong(browser, venue.url);
  await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX, [SOL]: 150 } });
  await quoteBothSides(other);
  const ask = { symbol: SOL, side: "SELL", order_type: "LIMIT", order_price: 150.1, order_quantity: 10 } as const;
  await other.client.orders.placeOrder(ask);
  const { orders, algo } = trader.client;
  const waits = { symbol: SYMBOL, order_type: "LIMIT", order_quantity: 0.02 } as const;
  await orders.placeOrder({ symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.05 });
  await orders.placeOrder({
    symbol: SOL,
    side: "BUY",
    order_type: "MARKET",
    order_quantity: 5,
    margin_mode: "ISOLATED",
  });
  await orders.placeOrder({ ...waits, side: "BUY", order_price: INDEX - 100 });
  const stop = { algo_type: "STOP", type: "MARKET", side: "SELL", reduce_only: true } as const;
  await algo.placeAlgoOrder({ ...stop, symbol: SYMBOL, quantity: 0.05, trigger_price: INDEX - 500 });
}, VIEWS_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);

/**
 * Text that belongs to no language: names of markets, currencies and keys; addresses and ids; the operator's name;
 * units of amounts.
 */
const OF_NO_LANGUAGE = [
  /[A-Z0-9]{2,10}-PERP/g,
  /\b(PERP|SPOT)_[A-Z0-9]+_USDC\b/g,
  /\b(BTC|ETH|SOL|USDC|UTC|TradingView)\b/g,
  /0x[\da-fA-F…]+/g,
  /ed25519:\w+/g,
  /\bEvermark\b/g,
  /\bCtrl\b/g,
  /https:\/\/…/g,
  /\b[a-z0-9]{24}\b/g,
  /[\d.,]+ [KMB]\b/g,
];

/** The venue's notifications to the trader, in its own words. */
async function written(): Promise<readonly string[]> {
  const { rows } = await trader.client.notifications.getNotifications({});
  return rows.flatMap(({ title, content_summary, content }) => [title, content_summary, content]);
}

function isForeign(text: string, known: readonly string[]): boolean {
  const own = unmarked(text);
  const left = [...known, ...OF_NO_LANGUAGE].reduce<string>((rest, name) => rest.replaceAll(name, ""), own);
  return /\p{L}{2}/u.test(left);
}

/** Texts that are not in the second language, and parts that are too narrow for it, by view. */
async function wrongs(terminal: TerminalPage, look: (take: (name: string) => Promise<void>) => Promise<void>) {
  const found = new Set<string>();
  const seen = new Set<string>();
  const known = await written();
  await look(async (name) => {
    for (const text of await textsOf(terminal)) {
      if (isForeign(text, known) && !seen.has(text)) found.add(`${name}: ${text}`);
      seen.add(text);
    }
    for (const part of await tooNarrow(terminal)) found.add(`${name}: no room in ${part}`);
  });
  return [...found];
}

test(
  "a visitor who only looks, and then signs in, reads a single language",
  async () => {
    const terminal = await TerminalPage.open(browser, venue);
    const found = await wrongs(terminal, (take) => seenByVisitors(terminal, take));
    await terminal.beginAs(trader.wallet.privateKey);
    await terminal.page.close();
    expect(found).toEqual([]);
  },
  VIEWS_MS,
);

for (const room of Object.keys(ROOMS) as readonly Room[]) {
  test(
    `every view of a trader is in one language: ${room}`,
    async () => {
      const [width, height] = ROOMS[room];
      const terminal = await TerminalPage.open(browser, venue, { width, height });
      await terminal.isSignedIn();
      expect(await wrongs(terminal, (take) => seenByTraders(terminal, room, take))).toEqual([]);
      expect(await terminal.misdeeds()).toEqual([]);
      await terminal.page.close();
    },
    VIEWS_MS,
  );
}

test(
  "the connection message fits on a phone when the private stream does not connect",
  async () => {
    // From here on no private stream is answered.
    await browser.context.routeWebSocket(/private/, () => {});
    const [width, height] = ROOMS.phone;
    const terminal = await TerminalPage.open(browser, venue, { width, height });
    await terminal.isSignedIn();
    const said = /Account: .*Connecting since/;
    await terminal.page.getByRole("banner").getByText(said).waitFor();
    expect(await tooNarrow(terminal)).toEqual([]);
    await terminal.page.close();
  },
  VIEWS_MS,
);
