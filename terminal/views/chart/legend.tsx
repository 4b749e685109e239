// The legend over the chart: the inspected candle, its indicator values, and the own fills in it.

import { useCell } from "../../cells/use-cell.ts";
import { decimal, placesOf, rounded } from "../../format/figure-text.ts";
import { marketName } from "../../format/market-name.ts";
import { isOfDays } from "../../session/candles/candle-intervals.ts";
import { words } from "../../texts/words.ts";
import { INDICATOR_COLORS } from "./chart-colors.ts";
import type { ChartModel } from "./chart-model.ts";
import { indicatorName, isOfPrices } from "./chart-settings.ts";
import type { Comparison } from "./compare/chart-comparison.ts";
import { percentFrom } from "./compare/compared-line.ts";
import { Countdown } from "./countdown.tsx";
import type { FillMark } from "./fill-marks.ts";
import { candleLabel } from "./time-labels.ts";

const FILLS_MAX = 3;

interface LegendProps {
  readonly model: ChartModel;
  readonly tick: number;
  readonly marks: readonly FillMark[];
  readonly comparison: Comparison | null;
}

export function Legend({ model, tick, marks, comparison }: LegendProps) {
  useCell(model.version);
  const lookedAt = useCell(model.lookedAt);
  const looked = model.look();
  if (looked === undefined) return null;
  const { candle, place } = looked;
  const { open, high, low, close, volume } = candle;
  const places = placesOf(tick);
  const price = (value: number) => decimal(value, { places });
  const change = open === 0 ? 0 : rounded(((close - open) / open) * 100, 2);
  const fills =
    lookedAt === undefined ? [] : marks.filter(({ start }) => start === candle.start).flatMap((m) => m.fills);
  const figures = [
    [words.chart.open, price(open), "chart-more"],
    [words.chart.high, price(high), "chart-more"],
    [words.chart.low, price(low), "chart-more"],
    [words.chart.close, price(close), undefined],
  ] as const;
  return (
    <div className="chart-legend" aria-hidden="true">
      <p className="chart-figures">
        {lookedAt !== undefined && (
          <span className="chart-when">{candleLabel(candle.start, isOfDays(model.candles.interval))}</span>
        )}
        {figures.map(([name, text, kind]) => (
          <span key={name} className={kind}>
            {name} <b className={close >= open ? "rise" : "fall"}>{text}</b>
          </span>
        ))}
        <b className={close >= open ? "rise" : "fall"}>{decimal(change, { isSigned: true, places: 2 })} %</b>
        <span className="chart-more">
          {words.chart.volume} <b>{decimal(volume)}</b>
        </span>
        {lookedAt === undefined && <Countdown model={model} />}
      </p>
      {model.indicators.length > 0 && (
        <p className="chart-figures">
          {model.indicators.map(({ id, choice, values }, at) => {
            const value = values[place];
            return (
              <span key={id} style={{ color: `var(${INDICATOR_COLORS[at]})` }}>
                {indicatorName(choice)}{" "}
                {value === undefined ? "–" : decimal(rounded(value, isOfPrices(choice.kind) ? places : 2))}
              </span>
            );
          })}
        </p>
      )}
      {comparison !== null && <ComparedFigures {...{ model, comparison, place }} />}
      {fills.slice(0, FILLS_MAX).map(({ id, side, quantity, price: paid }) => (
        <p key={id} className={side === "BUY" ? "rise" : "fall"}>
          {words.chart.ownFill(side, quantity, paid)}
        </p>
      ))}
      {fills.length > FILLS_MAX && <p>{words.chart.moreFills(fills.length - FILLS_MAX)}</p>}
    </div>
  );
}

interface ComparedFiguresProps {
  readonly model: ChartModel;
  readonly comparison: Comparison;
  /** Index of the inspected candle. */
  readonly place: number;
}

/** The change of both markets since the first visible candle. */
function ComparedFigures({ model, comparison: { symbol, line }, place }: ComparedFiguresProps) {
  const drawn = useCell(line);
  const all = model.candles.all;
  const own = all[place]?.close;
  const base = drawn && all[drawn.base]?.close;
  const other = drawn?.prices[place - drawn.base];
  if (base === undefined || own === undefined || other === undefined) return null;
  const figure = (of: string, price: number) =>
    `${marketName(of)} ${decimal(rounded(percentFrom(base, price), 2), { isSigned: true, places: 2 })} %`;
  return <p>{words.chart.comparedLegend(figure(model.symbol, own), figure(symbol, other))}</p>;
}

/** The inspected candle in words, to be read aloud. */
export function spokenCandle(model: ChartModel, tick: number): string {
  const looked = model.look();
  if (looked === undefined) return "";
  const { start, open, high, low, close, volume } = looked.candle;
  const price = (value: number) => decimal(value, { places: placesOf(tick) });
  const at = candleLabel(start, isOfDays(model.candles.interval));
  return words.chart.candle(at, price(open), price(high), price(low), price(close), decimal(volume));
}
