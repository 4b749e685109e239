// The definition of an indicator: a state for each candle, derived from the previous state and the candle, and a value for
// each state. So the running candle, a candle that closes late and all of history share one computation.

import type { Candle } from "../../../session/candles/candle-list.ts";

export interface Indicator<State> {
  /**
   * @param at index of the candle
   * @param before the state at the previous candle; undefined for the first
   * @param isBeginning whether the first candle is the market's first, and not only the first one read
   */
  next(candles: readonly Candle[], at: number, before: State | undefined, isBeginning: boolean): State;
  /** Undefined while there are too few candles. */
  value(state: State): number | undefined;
}

/** The values of an indicator, one for each candle. */
export interface IndicatorValues {
  readonly values: readonly (number | undefined)[];
  /** Recomputes the values from an index on. */
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
