import { expect, test } from "bun:test";
import { Latencies } from "./latencies.ts";

test("quantiles are those of the added values, to a twentieth", () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 1_000; ms++) latencies.add(ms);
  for (const share of [0.01, 0.5, 0.99, 1]) {
    expect(latencies.quantile(share)).toBeGreaterThanOrEqual(share * 1_000 * 0.95);
    expect(latencies.quantile(share)).toBeLessThanOrEqual(share * 1_000 * 1.05);
  }
  expect(new Latencies().quantile(0.5)).toBe(0);
  latencies.add(0);
  latencies.add(600_000);
  expect(latencies.text()).toBe("1002 calls, half within 500 ms, 99 of 100 within 990 ms, the slowest 600000 ms");
});
