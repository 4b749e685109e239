import { expect, test } from "bun:test";
import fc from "fast-check";
import { INDICATORS_MAX, readSettings, withIndicator } from "./chart-settings.ts";

test("stored settings are restored", () => {
  const chosen = {
    interval: "4h",
    indicators: [
      { kind: "ema", length: 20 },
      { kind: "vwap", length: 0 },
      { kind: "rsi", length: 14 },
    ],
    isLogarithmic: true,
    compared: "PERP_ETH_USDC",
    hasTools: true,
    shown: { orders: false, positions: true, fills: true },
  } as const;
  expect(readSettings(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
});

test("values that do not fit are left out", () => {
  const stored = { interval: "7m", indicators: [{ kind: "sma", length: 0 }, { kind: "keltner" }, null], shown: 3 };
  expect(readSettings(stored)).toEqual({
    interval: "1m",
    indicators: [],
    isLogarithmic: false,
    compared: "",
    hasTools: false,
    shown: { orders: true, positions: true, fills: true },
  });
});

test("an indicator is listed only once, and their number is limited", () => {
  const one = withIndicator([{ kind: "sma", length: 5 }], { kind: "sma", length: 5 });
  expect(one).toHaveLength(1);
  const many = Array.from({ length: 9 }, (_, at) => ({ kind: "sma", length: at + 1 }) as const);
  expect(many.reduce(withIndicator, [])).toHaveLength(INDICATORS_MAX);
});

test("any stored value can be read, and reading it again gives the same", () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const settings = readSettings(stored);
      expect(readSettings(settings)).toEqual(settings);
    }),
  );
});
