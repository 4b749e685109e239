// The source of candles: the venue's history, returned in columns, and the stream's frames of the running candle.

import type { Client } from "@evermark/client";
import type { CandleInterval } from "./candle-intervals.ts";
import type { Candle } from "./candle-list.ts";

const SECOND_MS = 1_000;

export interface CandleSpan {
  /** No candle begins before it. */
  readonly from?: number | undefined;
  /** All candles begin before it; default: up to the running one. */
  readonly to?: number | undefined;
  /** At most this many, the latest. */
  readonly limit: number;
}

export interface CandleListener {
  readonly onCandle: (candle: Candle) => void;
  /** Frames were missed, or may have been: candles closed meanwhile have to be read. */
  readonly onMissed: () => void;
}

export interface CandleSource {
  /** Oldest first, without gaps. */
  history(span: CandleSpan): Promise<readonly Candle[]>;
  /** @returns a function that stops it */
  follow(listener: CandleListener): () => void;
}

export function candleSource(client: Client, symbol: string, interval: CandleInterval): CandleSource {
  const { charting, streams } = client;
  return {
    async history({ from, to, limit }) {
      const span = {
        ...(from === undefined ? {} : { from: from / SECOND_MS }),
        ...(to === undefined ? {} : { to: to / SECOND_MS }),
      };
      const { t, o, h, l, c, v, a } = await charting.getChartKlines({ symbol, resolution: interval, limit, ...span });
      return t.map((start, at) => ({
        start: start * SECOND_MS,
        open: o[at]!,
        high: h[at]!,
        low: l[at]!,
        close: c[at]!,
        volume: v[at]!,
        amount: a[at]!,
      }));
    },
    follow({ onCandle, onMissed }) {
      const topic = `${symbol}@kline_${interval}` as const;
      const { unsubscribe } = streams.public.subscribe(
        topic,
        ({ startTime: start, open, high, low, close, volume, amount }) =>
          onCandle({ start, open, high, low, close, volume, amount }),
        { onSubscribed: onMissed },
      );
      const stopGaps = streams.public.on("gap", (gap) => {
        if (gap.topic === topic) onMissed();
      });
      return () => {
        stopGaps();
        unsubscribe();
      };
    },
  };
}
