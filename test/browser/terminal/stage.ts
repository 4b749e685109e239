// The setting of a terminal test: a venue, a browser, a trader and a counterparty.

import { type OutsideVenue, startVenue } from "../../venue/outside/whole-venue.ts";
import { type Browser, startBrowser } from "../browser.ts";
import { INDEX, type KnownTrader, knownTrader, quoteBothSides, SYMBOL } from "./counterpart.ts";
import { TerminalPage } from "./visited-terminal.ts";

export interface Stage {
  readonly venue: OutsideVenue;
  readonly browser: Browser;
  /** The trader who uses the page. The first account of its builder, and so the builder's administrator. */
  readonly trader: KnownTrader;
  readonly other: KnownTrader;
  /** Stops everything. */
  strike(): Promise<void>;
}

/** @param settings of the venue */
export async function setStage(settings: Parameters<typeof startVenue>[0] = {}): Promise<Stage> {
  const venue = await startVenue(settings);
  const opened: (() => Promise<void> | void)[] = [() => venue.stop()];
  const strike = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const browser = await startBrowser();
    opened.push(() => browser.stop());
    const trader = await knownTrader(venue.url);
    opened.push(() => trader.client.close());
    const other = await knownTrader(venue.url);
    opened.push(() => other.client.close());
    return { venue, browser, trader, other, strike };
  } catch (error) {
    await strike();
    throw error;
  }
}

/**
 * The same with the market's index at `INDEX`, and a level on each side of its book.
 * @param size of each level
 */
export async function setMarketStage(settings: Parameters<typeof startVenue>[0] = {}, size?: number): Promise<Stage> {
  const stage = await setStage(settings);
  try {
    await stage.other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX } });
    await quoteBothSides(stage.other, size);
    return stage;
  } catch (error) {
    await stage.strike();
    throw error;
  }
}

/** The trader's page, signed in. */
export async function traderPage({ browser, venue, trader }: Stage): Promise<TerminalPage> {
  const terminal = await TerminalPage.open(browser, venue);
  await terminal.beginAs(trader.wallet.privateKey);
  return terminal;
}
