import { expect, test } from "bun:test";
import type { Answer } from "./bare-wire.ts";
import { complaintAboutPrediction } from "./predictions.ts";

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

test("an order that does what was predicted is no complaint", () => {
  expect(complaintAboutPrediction(accepted, placed, shown())).toBeUndefined();
  expect(complaintAboutPrediction(refused, answer(400, { code: -1101 }))).toBeUndefined();
  expect(complaintAboutPrediction(answer(400, { code: -1005 }), answer(400, { code: -1005 }))).toBeUndefined();
  expect(complaintAboutPrediction(answer(429, {}), placed, shown())).toBeUndefined();
});

test("an order that does something else is one", () => {
  expect(complaintAboutPrediction(accepted, placed, shown({ total_fee: 0.007 }))).toBe(
    "total_fee was predicted as 0.006, but is 0.007",
  );
  expect(complaintAboutPrediction(accepted, answer(400, { code: -1101 }))).toBe(
    "predicted accepted, but the order was refused",
  );
  expect(complaintAboutPrediction(refused, placed, shown())).toBeDefined();
  expect(complaintAboutPrediction(answer(400, { code: -1005 }), placed, shown())).toBeDefined();
  expect(complaintAboutPrediction(answer(500, {}), placed, shown())).toBe("a preview was answered with 500");
});
