import { expect, test } from "bun:test";
import { EMPTY_DRAFT } from "./draft.ts";
import { termsToRemember, usualTerms } from "./usual-terms.ts";

test("order type and unit are remembered, and nothing else of a draft", () => {
  const draft = { ...EMPTY_DRAFT, kind: "STOP_MARKET", unit: "quote", size: "12", price: "7" } as const;
  expect(termsToRemember(undefined, draft)).toEqual({ kind: "STOP_MARKET", unit: "quote" });
  expect(usualTerms({ kind: "STOP_MARKET", unit: "quote", size: "12" })).toEqual({
    kind: "STOP_MARKET",
    unit: "quote",
  });
});

test("terms that are already remembered are not written again", () => {
  expect(termsToRemember({ kind: "LIMIT", unit: "base" }, EMPTY_DRAFT)).toBeUndefined();
});

test("values written by another version or by hand are used as far as they fit", () => {
  for (const remembered of [null, undefined, 7, "LIMIT", [], { kind: "SCALED", unit: "percent" }]) {
    expect(usualTerms(remembered)).toEqual({});
  }
  expect(usualTerms({ kind: "FOK", unit: "eth" })).toEqual({ kind: "FOK" });
});
