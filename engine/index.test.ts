import { expect, test } from "bun:test";
import * as engine from "./index.ts";

test("the package exports these and nothing else", () => {
  expect(Object.keys(engine).sort()).toEqual([
    "CANCEL_REASONS",
    "E10",
    "E8",
    "Engine",
    "FEE_RATE_STEPS",
    "Fault",
    "MARGIN_MODES",
    "MARKET_STATES",
    "MICROS_PER_USDC",
    "ORDER_STATUSES",
    "ORDER_TYPES",
    "SIDES",
    "assert",
    "both",
    "decodeCommand",
    "encodeCommand",
    "feeE5",
    "lots",
    "micros",
    "millis",
    "priceE8",
    "quantityE8",
    "ratioE10",
    "rejection",
    "rejections",
    "silent",
    "ticks",
    "unreachable",
  ]);
});
