import { expect, test } from "bun:test";
import { complaintAboutForetold } from "./foretold.ts";
import type { Answer } from "./wire.ts";

const answer = (status: number, body: object): Answer => ({
  kind: "answer",
  status,
  headers: new Map(),
  body: JSON.stringify(body),
});
const figures = { status: "FILLED", executed_quantity: 2, average_executed_price: 5, total_fee: 0.006 };
const accepted = answer(200, { data: { would_be: "accepted", refusal: null, ...figures } });
const refused = answer(200, { data: { would_be: "refused", refusal: { code: -1101 } } });
const placed = answer(200, { data: { order_id: 7 } });
const shown = (changes = {}) => answer(200, { data: { order_id: 7, ...figures, ...changes } });

test("what happens as it was foretold is no complaint", () => {
  expect(complaintAboutForetold(accepted, placed, shown())).toBeUndefined();
  expect(complaintAboutForetold(refused, answer(400, { code: -1101 }))).toBeUndefined();
  expect(complaintAboutForetold(answer(400, { code: -1005 }), answer(400, { code: -1005 }))).toBeUndefined();
  expect(complaintAboutForetold(answer(429, {}), placed, shown())).toBeUndefined();
});

test("what happens otherwise is one", () => {
  expect(complaintAboutForetold(accepted, placed, shown({ total_fee: 0.007 }))).toBe(
    "total_fee was to be 0.006, and is 0.007",
  );
  expect(complaintAboutForetold(accepted, answer(400, { code: -1101 }))).toBe("it was to be accepted, and is refused");
  expect(complaintAboutForetold(refused, placed, shown())).toBeDefined();
  expect(complaintAboutForetold(answer(400, { code: -1005 }), placed, shown())).toBeDefined();
  expect(complaintAboutForetold(answer(500, {}), placed, shown())).toBe("a preview is answered with 500");
});
