// The latest candles as a table, for screen readers. It is not announced on its own.

import { useCell } from "../../cells/use-cell.ts";
import { decimal, placesOf } from "../../format/figure-text.ts";
import { isOfDays } from "../../session/candles/candle-intervals.ts";
import { words } from "../../texts/words.ts";
import type { ChartModel } from "./chart-model.ts";
import { candleLabel } from "./time-labels.ts";

const ROWS = 10;

interface CandleTableProps {
  readonly model: ChartModel;
  readonly tick: number;
  readonly name: string;
}

export function CandleTable({ model, tick, name }: CandleTableProps) {
  useCell(model.version);
  const { columns, tableCaption } = words.chart;
  const price = (value: number) => decimal(value, { places: placesOf(tick) });
  return (
    <table className="unseen">
      <caption>{tableCaption(name)}</caption>
      <thead>
        <tr>
          {Object.values(columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.candles.all
          .slice(-ROWS)
          .reverse()
          .map(({ start, open, high, low, close, volume }) => (
            <tr key={start}>
              <th scope="row">{candleLabel(start, isOfDays(model.candles.interval))}</th>
              <td>{price(open)}</td>
              <td>{price(high)}</td>
              <td>{price(low)}</td>
              <td>{price(close)}</td>
              <td>{decimal(volume)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
