// The chart's settings, as this browser remembers them.

import { CANDLE_INTERVALS, type CandleInterval } from "../../session/candles/candle-intervals.ts";
import { words } from "../../texts/words.ts";

/** Drawn over the candles; each of the other kinds has its own pane. */
const OF_PRICES = ["sma", "ema", "wma", "vwap", "upper", "lower"] as const;
const OF_THEMSELVES = ["rsi", "stochastic", "williams", "cci", "roc", "mfi", "atr", "macd"] as const;
const INDICATOR_KINDS = [...OF_PRICES, ...OF_THEMSELVES] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

export function isOfPrices(kind: IndicatorKind): boolean {
  return (OF_PRICES as readonly string[]).includes(kind);
}

/** Whether the indicator's length can be chosen: VWAP covers the day, and MACD has fixed lengths. */
export function hasLength(kind: IndicatorKind): boolean {
  return kind !== "vwap" && kind !== "macd";
}

export interface IndicatorChoice {
  readonly kind: IndicatorKind;
  /** How many candles it covers; 0 for kinds without a chosen length. */
  readonly length: number;
}

export const LAYERS = ["orders", "positions", "fills"] as const;
export type Layer = (typeof LAYERS)[number];

export interface ChartSettings {
  readonly interval: CandleInterval;
  readonly indicators: readonly IndicatorChoice[];
  /** Whether the price scale is logarithmic: equal distances are equal percentages. */
  readonly isLogarithmic: boolean;
  /** The market that this one is compared with; empty for none. */
  readonly compared: string;
  /** Whether the drawing tools are shown beside the chart. */
  readonly hasTools: boolean;
  /** Which of the account's own layers are shown. */
  readonly shown: Readonly<Record<Layer, boolean>>;
}

export interface ChangeableSettings {
  readonly settings: ChartSettings;
  readonly onChange: (change: Partial<ChartSettings>) => void;
}

export const INDICATORS_MAX = 6;
export const LENGTH_MAX = 500;

const DEFAULTS: ChartSettings = {
  interval: "1m",
  indicators: [],
  isLogarithmic: false,
  compared: "",
  hasTools: false,
  shown: { orders: true, positions: true, fills: true },
};

/** Stored settings, from this version or another, as far as they fit. */
export function readSettings(stored: unknown): ChartSettings {
  if (!isRecord(stored)) return DEFAULTS;
  const interval = CANDLE_INTERVALS.find((known) => known === stored.interval) ?? DEFAULTS.interval;
  const indicators = Array.isArray(stored.indicators) ? stored.indicators.flatMap(readIndicator) : [];
  const { shown } = stored;
  const layers = LAYERS.map((layer) => [layer, !isRecord(shown) || shown[layer] !== false] as const);
  return {
    interval,
    indicators: withoutTwins(indicators).slice(0, INDICATORS_MAX),
    isLogarithmic: stored.isLogarithmic === true,
    compared: typeof stored.compared === "string" ? stored.compared : DEFAULTS.compared,
    hasTools: stored.hasTools === true,
    shown: Object.fromEntries(layers) as Record<Layer, boolean>,
  };
}

function readIndicator(stored: unknown): IndicatorChoice[] {
  if (!isRecord(stored)) return [];
  const kind = INDICATOR_KINDS.find((known) => known === stored.kind);
  if (kind === undefined) return [];
  if (!hasLength(kind)) return [{ kind, length: 0 }];
  const length = Number(stored.length);
  return isLength(length) ? [{ kind, length }] : [];
}

/** Whether an indicator can cover this many candles. */
export function isLength(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= LENGTH_MAX;
}

/** The id of an indicator, unique among the chosen ones. */
export function indicatorId({ kind, length }: IndicatorChoice): string {
  return hasLength(kind) ? `${kind}-${length}` : kind;
}

/** The indicator's name in the legend. */
export function indicatorName({ kind, length }: IndicatorChoice): string {
  const name = words.chart.indicatorNames[kind];
  return hasLength(kind) ? `${name} ${length}` : name;
}

function withoutTwins(indicators: readonly IndicatorChoice[]): readonly IndicatorChoice[] {
  return [...new Map(indicators.map((choice) => [indicatorId(choice), choice])).values()];
}

/** The indicators with one added, or unchanged if it is already there. */
export function withIndicator(indicators: readonly IndicatorChoice[], added: IndicatorChoice) {
  return withoutTwins([...indicators, added]).slice(0, INDICATORS_MAX);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
