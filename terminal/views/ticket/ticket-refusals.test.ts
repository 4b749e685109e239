import { expect, test } from "bun:test";
import { isSameCheck, type RefusalFigures, refusalText } from "./ticket-refusals.ts";

const text = (refusal: Partial<RefusalFigures>) => {
  const { what, advice } = refusalText({ code: null, message: "as the venue says", ...refusal });
  return advice === undefined ? what : `${what} ${advice}`;
};

test("a refusal explains with its figures what to change", () => {
  const detail = { required: "1045.09", available: "40" };
  expect(text({ code: -1101, detail })).toBe(
    "It needs 1,045.09 USDC of margin, and 40 are available. Make it smaller, raise the leverage, or deposit.",
  );
  expect(text({ code: -1101, detail: { notional_with_orders: "2000", limit: "1500" } })).toContain(
    "lower the leverage",
  );
  expect(text({ code: -1101, detail: { open_interest: "2000", limit: "1500" } })).toContain("The market would hold");
  expect(text({ code: -1105, detail: { price: "200", mark: "150", min: "90", max: "154.5" } })).toBe(
    "The price has to be between 90 and 154.5 now. The mark price is 150.",
  );
  expect(text({ code: -1102, detail: { notional: "3", min_notional: "10" } })).toContain("the minimum is 10");
  expect(text({ code: -1012, detail: { open_orders: 200 } })).toContain("200 open orders");
  expect(text({ code: -1012, detail: { open_orders: 2, margin_mode: "CROSS" } })).toBe(
    "The margin mode can't change while a position or an order is open in it. Close the position and cancel the orders first.",
  );
  expect(text({ code: -1005, detail: { field: "reduce_only" } })).toContain("reduce only");
  expect(text({ code: -1005, detail: { field: "level" } })).toContain("does not have that many levels");
  const late = { field: "trigger_price", value: "59697", expected: "a price above 59858" };
  expect(text({ code: -1005, detail: late })).toBe("It would fire at once. Choose a price above 59858.");
  const opening = { field: "side", value: "BUY", expected: "SELL, which closes the position" };
  expect(text({ code: -1005, detail: opening })).toContain("Choose the other side");
  expect(text({ code: -1007 })).toContain("client order id");
  expect(text({ code: -1003, retryAfterMs: 1_200 })).toBe("Too many requests. Try again in 2 s.");
  expect(text({ code: -1103, detail: { price: "1.05", quote_tick: "0.1" } })).toContain("steps of 0.1");
});

test("an unknown refusal is shown in the venue's own words", () => {
  expect(text({})).toBe("As the venue says.");
  expect(text({ code: -1012 })).toBe("As the venue says.");
  expect(text({ code: -1005, detail: { field: "trigger_price", value: "1", expected: "2" } })).toBe(
    "As the venue says.",
  );
  expect(text({ code: -1103, detail: { price: "1", expected: "between 2 and 3" } })).toBe("As the venue says.");
});

test("figures keep every digit", () => {
  const detail = { required: "9007199254740993.000001", available: "0.000001" };
  expect(text({ code: -1101, detail })).toContain("9007199254740993.000001 USDC");
});

test("two refusals of the same check are equal even if their figures differ", () => {
  const of = (code: number, detail: Readonly<Record<string, unknown>>) => ({
    code,
    message: "as the venue says",
    detail,
  });
  const sent = of(-1101, { required: "60.272721", available: "0", order_id: 7 });
  expect(isSameCheck(of(-1101, { required: "60.263821", available: "0" }), sent)).toBe(true);
  expect(isSameCheck(of(-1101, { notional_with_orders: "2000", limit: "1500" }), sent)).toBe(false);
  expect(isSameCheck(of(-1102, { notional: "3", min_notional: "10" }), sent)).toBe(false);
  const level = of(-1005, { field: "level" });
  expect(isSameCheck(of(-1005, { field: "reduce_only" }), level)).toBe(false);
});
