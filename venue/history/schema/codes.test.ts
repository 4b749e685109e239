import { expect, test } from "bun:test";
import { MARGIN_MODES, ORDER_STATUSES, ORDER_TYPES, SIDES } from "@evermark/engine";
import * as codes from "./codes.ts";

test("every word is restored from its code", () => {
  for (const side of SIDES) expect(codes.sideOf(codes.sideCode(side))).toBe(side);
  for (const mode of MARGIN_MODES) expect(codes.marginModeOf(codes.marginModeCode(mode))).toBe(mode);
  for (const type of ORDER_TYPES) expect(codes.orderTypeOf(codes.orderTypeCode(type))).toBe(type);
  for (const status of ORDER_STATUSES) expect(codes.statusOf(codes.statusCode(status))).toBe(status);
});

test("the codes that files hold do not change: changing them needs a new schema version", () => {
  expect(ORDER_STATUSES.slice(0, 5)).toEqual(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"]);
  expect(ORDER_TYPES.slice(0, 7)).toEqual(["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"]);
  expect([codes.sideCode("BUY"), codes.sideCode("SELL")]).toEqual([0, 1]);
  expect([codes.marginModeCode("CROSS"), codes.marginModeCode("ISOLATED")]).toEqual([0, 1]);
});
