// Own fills as marks on candles: one mark for all buys of a candle, one for all sales.

import type { OwnFill } from "../../session/account/own-fills.ts";
import type { Candle } from "../../session/candles/candle-list.ts";
import { placeAt } from "../../session/candles/place-at.ts";

export interface FillMark {
  /** Start of the candle. */
  readonly start: number;
  readonly side: "BUY" | "SELL";
  /** In chronological order. */
  readonly fills: readonly OwnFill[];
}

/** @returns marks in the order of their candles; fills before the first candle have none */
export function fillMarks(fills: Iterable<OwnFill>, candles: readonly Candle[]): FillMark[] {
  const marks = new Map<string, { start: number; side: OwnFill["side"]; fills: OwnFill[] }>();
  for (const fill of [...fills].sort((a, b) => a.at - b.at || a.id - b.id)) {
    const start = candles[placeAt(candles, fill.at)]?.start;
    if (start === undefined) continue;
    const key = `${start} ${fill.side}`;
    const mark = marks.get(key);
    if (mark === undefined) marks.set(key, { start, side: fill.side, fills: [fill] });
    else mark.fills.push(fill);
  }
  return [...marks.values()].sort((a, b) => a.start - b.start);
}
