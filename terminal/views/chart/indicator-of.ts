// Creates the values of a chosen indicator.

import type { IndicatorChoice } from "./chart-settings.ts";
import { band, weightedAverage } from "./indicators/bands.ts";
import { type IndicatorValues, valuesOf } from "./indicators/indicator.ts";
import { convergence, exponentialAverage, simpleAverage } from "./indicators/moving-average.ts";
import { commodityChannel, moneyFlow, rateOfChange, stochastic, williams } from "./indicators/oscillators.ts";
import { relativeStrength } from "./indicators/relative-strength.ts";
import { averageTrueRange } from "./indicators/true-range.ts";
import { volumeAverage } from "./indicators/volume-average.ts";

export function indicatorOf({ kind, length }: IndicatorChoice): IndicatorValues {
  switch (kind) {
    case "sma":
      return valuesOf(simpleAverage(length));
    case "ema":
      return valuesOf(exponentialAverage(length));
    case "wma":
      return valuesOf(weightedAverage(length));
    case "vwap":
      return valuesOf(volumeAverage);
    case "upper":
      return valuesOf(band(length, 1));
    case "lower":
      return valuesOf(band(length, -1));
    case "rsi":
      return valuesOf(relativeStrength(length));
    case "stochastic":
      return valuesOf(stochastic(length));
    case "williams":
      return valuesOf(williams(length));
    case "cci":
      return valuesOf(commodityChannel(length));
    case "roc":
      return valuesOf(rateOfChange(length));
    case "mfi":
      return valuesOf(moneyFlow(length));
    case "atr":
      return valuesOf(averageTrueRange(length));
    case "macd":
      return valuesOf(convergence);
  }
}
