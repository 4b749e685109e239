import { afterEach, expect, test } from "bun:test";
import type { Candle } from "../../session/candles/candle-list.ts";
import type { CandleListener, CandleSource, CandleSpan } from "../../session/candles/candle-source.ts";
import { ChartModel } from "./chart-model.ts";

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 4, 21, 18);

/** A market with one trade of one unit each minute, for a day and a half. */
const history = Array.from({ length: 2_000 }, (_, at): Candle => {
  const start = NOON - (1_999 - at) * MINUTE_MS;
  const price = 100 + (at % 7);
  return { start, open: price, high: price, low: price, close: price, volume: 1, amount: price };
});

class Source implements CandleSource {
  readonly asked: CandleSpan[] = [];
  listener: CandleListener | undefined;

  async history(span: CandleSpan): Promise<readonly Candle[]> {
    this.asked.push(span);
    const { to = Number.POSITIVE_INFINITY, from = 0, limit } = span;
    return history.filter(({ start }) => start < to && start >= from).slice(-limit);
  }

  follow(listener: CandleListener): () => void {
    this.listener = listener;
    return () => {};
  }
}

const models: ChartModel[] = [];
afterEach(() => {
  for (const model of models.splice(0)) model.end();
});

async function begun() {
  const source = new Source();
  const model = new ChartModel(source, "PERP_ETH_USDC", "1m");
  models.push(model);
  const isRead = new Promise<void>((resolve) => model.listen({ onCandles: () => resolve(), onIndicators: () => {} }));
  model.start();
  await isRead;
  return { model, source };
}

test("an average since midnight reads the candles back to the start of the day", async () => {
  const { model, source } = await begun();
  expect(model.candles.all).toHaveLength(1_000);
  const isOlder = new Promise<void>((resolve) => model.listen({ onCandles: () => resolve(), onIndicators: () => {} }));
  model.choose([{ kind: "vwap", length: 0 }]);
  await isOlder;
  expect(source.asked.at(-1)).toMatchObject({ to: NOON - 999 * MINUTE_MS });
  const today = history.slice(-1_081);
  const mean = today.reduce((sum, { amount }) => sum + amount, 0) / today.length;
  expect(model.indicators[0]?.values.at(-1)).toBeCloseTo(mean, 9);
});

test("the running candle changes the last value of the chosen indicators", async () => {
  const { model, source } = await begun();
  model.choose([{ kind: "sma", length: 2 }]);
  const [before, last] = model.candles.all.slice(-2);
  source.listener?.onCandle({ ...last!, close: 200, volume: 2 });
  expect(model.indicators[0]?.values.at(-1)).toBe((before!.close + 200) / 2);
  expect(model.indicators[0]?.values).toHaveLength(1_000);
});

test("candles can be inspected one after the other, as far as there are any", async () => {
  const { model } = await begun();
  expect(model.look()?.place).toBe(999);
  model.lookBeside(-2);
  expect(model.look()?.place).toBe(997);
  model.lookBeside(50);
  expect(model.look()?.place).toBe(999);
  model.lookBeside(-5_000);
  expect(model.look()?.candle).toEqual(model.candles.all[0]!);
});
