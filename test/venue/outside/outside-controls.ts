// The sandbox's own control calls. Design 9.

import { type Answer, post } from "./outside-caller.ts";
import { accepted } from "./trader.ts";

export async function setPrice(url: string, symbol: string, price: number): Promise<Answer> {
  return accepted(await post(`${url}/sandbox/prices`, { prices: { [symbol]: price } }));
}

/** @returns venue time afterwards, in milliseconds */
export async function advance(url: string, ms: number): Promise<number> {
  return Number(accepted(await post(`${url}/sandbox/clock`, { advance_ms: ms })).data.time);
}
