import { expect, test } from "bun:test";
import { Latencies } from "./latencies.ts";

test("quantiles are those of what was added, to a tenth", () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 1_000; ms++) latencies.add(ms);
  for (const share of [0.01, 0.5, 0.99, 1]) {
    expect(latencies.quantile(share)).toBeGreaterThanOrEqual(share * 1_000 * 0.95);
    expect(latencies.quantile(share)).toBeLessThanOrEqual(share * 1_000 * 1.2);
  }
  expect(new Latencies().quantile(0.5)).toBe(0);
});
