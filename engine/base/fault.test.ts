import { expect, test } from "bun:test";
import { rejectionNumber } from "../language/rejection-bytes.ts";
import { type RejectionName, rejections } from "../language/rejections.ts";
import { assert, Fault, unreachable } from "./fault.ts";
import { micros, ticks } from "./units.ts";

test("a broken invariant states what should hold, with the values, and carries them as details", () => {
  expect(() => assert(true, "never said")).not.toThrow();
  try {
    assert(false, "every long has a short", { longs: 3, shorts: 2n });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    const { message, name, details } = error as Fault;
    expect([message, name, details]).toEqual([
      "broken invariant: every long has a short (longs=3, shorts=2)",
      "Fault",
      { longs: 3, shorts: 2n },
    ]);
  }
  expect(() => unreachable("x" as never)).toThrow("a case that nobody handles (x=x)");
});

test("a unit is a whole number below 2^53, and never negative zero", () => {
  expect(Object.is(micros(-0), 0)).toBe(true);
  for (const n of [0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => micros(n)).toThrow("money in micros is a whole number below 2^53");
  }
  expect(() => ticks(1.5)).toThrow("a price in ticks is a whole number below 2^53 (n=1.5)");
});

test("the numbers by which a digest counts refusals are permanent", () => {
  const names = Object.keys(rejections) as RejectionName[];
  expect(Object.fromEntries(names.map((name) => [name, rejectionNumber(name)]))).toEqual({
    invalid_parameter: -1005,
    not_found: -1006,
    duplicate: -1007,
    refused: -1012,
    maintenance: -1011,
    insufficient_margin: -1101,
    position_limit: -1101,
    open_interest_limit: -1101,
    notional_too_small: -1102,
    price_filter: -1103,
    quantity_filter: -1104,
    price_range: -1105,
    cannot_change_order: -1005,
    amount_error: 5,
    invalid_nonce: 10,
    withdrawal_in_progress: 17,
    invalid_receiver: 30,
    unknown_receiver: 35,
    transfer_to_self: 37,
    foreign_sub_account: 46,
    fee_tag_exists: -1201,
    fee_tag_unknown: -1202,
    fee_tag_not_active: -1203,
    fee_tag_archived: -1204,
    fee_tag_retention_over: -1205,
    too_many_fee_tags: -1206,
    fee_tag_format: -1207,
    fee_tag_rate: -1208,
    fee_tag_too_long: -1209,
    fee_tag_symbol: -1210,
    no_liquidation: -1202,
    claim_too_small: -1201,
    timestamp_expired: 2,
    signer_mismatch: 9,
  });
});
