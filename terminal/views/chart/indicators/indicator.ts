// What an indicator is: a state for each candle that follows from the state before and the candle, and the value of a state.
// So the running candle, a candle that closes late and the whole of history are one arithmetic.

import type { Candle } from "../../../session/candles/candle-list.ts";

export interface Indicator<State> {
  /**
   * @param at place of the candle
   * @param before the state of the candle before; undefined for the first
   * @param isBeginning whether the first candle is the market's first, and not only the first that was read
   */
  next(candles: readonly Candle[], at: number, before: State | undefined, isBeginning: boolean): State;
  /** Undefined while there are too few candles. */
  value(state: State): number | undefined;
}

/** Values of an indicator beside the candles. */
export interface IndicatorValues {
  readonly values: readonly (number | undefined)[];
  /** Computes anew from a place on. */
  update(candles: readonly Candle[], from: number, isBeginning: boolean): void;
}

export function valuesOf<State>(indicator: Indicator<State>): IndicatorValues {
  const states: State[] = [];
  const values: (number | undefined)[] = [];
  return {
    values,
    update(candles, from, isBeginning) {
      states.length = Math.min(from, states.length);
      values.length = states.length;
      for (let at = states.length; at < candles.length; at++) {
        const state = indicator.next(candles, at, states[at - 1], isBeginning);
        states.push(state);
        values.push(indicator.value(state));
      }
    },
  };
}
