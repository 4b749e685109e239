// A sandbox's own controls. Design 9.

import { type Answer, post } from "./caller.ts";
import { accepted } from "./trader.ts";

export async function setPrice(url: string, symbol: string, price: number): Promise<Answer> {
  return accepted(await post(`${url}/sandbox/prices`, { prices: { [symbol]: price } }));
}

/** @returns venue time afterwards, in milliseconds */
export async function advance(url: string, ms: number): Promise<number> {
  return Number(accepted(await post(`${url}/sandbox/clock`, { advance_ms: ms })).data.time);
}

const FUNDING_PERIOD_MS = 8 * 3_600_000;

/**
 * Moves time past the next funding if that is near, so that a test of so long is not disturbed by payments; and to the
 * beginning of a minute, because the basis of whole minutes moves marks.
 */
export async function settleIn(url: string, forMs: number): Promise<number> {
  const now = await advance(url, 0);
  const untilFunding = FUNDING_PERIOD_MS - (now % FUNDING_PERIOD_MS);
  const wait = untilFunding > forMs + 61_000 ? 60_000 - (now % 60_000) : untilFunding;
  return advance(url, wait + 1_000);
}
