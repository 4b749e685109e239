// The model of one chart: a market's candles, the values of its indicators, and the candle being inspected.

import { Cell } from "../../cells/cell.ts";
import { type CandleInterval, DAY_MS } from "../../session/candles/candle-intervals.ts";
import type { Candle, CandleChange } from "../../session/candles/candle-list.ts";
import type { CandleSource } from "../../session/candles/candle-source.ts";
import { Candles } from "../../session/candles/loaded-candles.ts";
import { placeAt } from "../../session/candles/place-at.ts";
import { type IndicatorChoice, indicatorId } from "./chart-settings.ts";
import { indicatorOf } from "./indicator-of.ts";
import type { IndicatorValues } from "./indicators/indicator.ts";

export interface ChosenIndicator {
  readonly id: string;
  readonly choice: IndicatorChoice;
  readonly values: IndicatorValues["values"];
}

export interface ModelListener {
  readonly onCandles: (change: CandleChange) => void;
  readonly onIndicators: (from: number) => void;
}

export class ChartModel {
  readonly symbol: string;
  readonly candles: Candles;
  /** Start of the inspected candle; undefined for the running one. */
  readonly lookedAt = new Cell<number | undefined>(undefined);
  /** Rises whenever candles or indicators change. */
  readonly version = new Cell(0);
  readonly #listeners = new Set<ModelListener>();
  #indicators: readonly ChosenIndicator[] = [];
  readonly #computed = new Map<string, IndicatorValues>();

  constructor(source: CandleSource, symbol: string, interval: CandleInterval) {
    this.symbol = symbol;
    this.candles = new Candles(source, interval);
    this.candles.listen((change) => this.#changed(change));
  }

  get indicators(): readonly ChosenIndicator[] {
    return this.#indicators;
  }

  start(): void {
    this.candles.start();
  }

  end(): void {
    this.candles.end();
    this.#listeners.clear();
  }

  listen(listener: ModelListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  choose(choices: readonly IndicatorChoice[]): void {
    const chosen = new Set(choices.map(indicatorId));
    for (const id of this.#computed.keys()) if (!chosen.has(id)) this.#computed.delete(id);
    this.#indicators = choices.map((choice) => {
      const id = indicatorId(choice);
      const values = this.#computed.get(id) ?? indicatorOf(choice);
      this.#computed.set(id, values);
      return { id, choice, values: values.values };
    });
    this.#compute(0);
    for (const { onIndicators } of this.#listeners) onIndicators(0);
    this.#reachMidnight();
  }

  /** The inspected candle and its index; undefined while there are no candles. */
  look(): { readonly candle: Candle; readonly place: number } | undefined {
    const { all } = this.candles;
    const start = this.lookedAt.get();
    const found = start === undefined ? -1 : placeAt(all, start);
    const place = found >= 0 ? found : all.length - 1;
    const candle = all[place];
    return candle && { candle, place };
  }

  /** Inspects the candle that is `steps` after the current one. */
  lookBeside(steps: number): void {
    const { all } = this.candles;
    const looked = this.look();
    if (looked === undefined) return;
    const place = Math.min(Math.max(looked.place + steps, 0), all.length - 1);
    this.lookedAt.set(all[place]!.start);
  }

  #changed(change: CandleChange): void {
    this.#compute(change.from);
    for (const { onCandles } of this.#listeners) onCandles(change);
    this.#reachMidnight();
  }

  #compute(from: number): void {
    for (const values of this.#computed.values()) values.update(this.candles.all, from, this.candles.isWhole);
    this.version.update((version) => version + 1);
  }

  /** Reads older candles as needed: an average since midnight requires the whole day. */
  #reachMidnight(): void {
    const { all, isWhole } = this.candles;
    const first = all[0];
    const last = all.at(-1);
    if (isWhole || first === undefined || last === undefined || !this.#computed.has("vwap")) return;
    if (first.start > Math.floor(last.start / DAY_MS) * DAY_MS) void this.candles.readOlder();
  }
}
