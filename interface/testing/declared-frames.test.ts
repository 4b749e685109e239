import { expect, test } from "bun:test";
import { DeclaredFrames } from "./declared-frames.ts";

const frames = new DeclaredFrames();
const shown = (frame: Readonly<Record<string, unknown>>) => () => frames.assertDeclared(frame);

test("data has the shape of its topic, whichever market the topic names", () => {
  const data = { symbol: "PERP_ETH_USDC", price: 1 };
  const frame = { topic: "PERP_ETH_USDC@markprice", ts: 1, seq: 1, data };
  expect(shown(frame)).not.toThrow();
  expect(shown({ ...frame, data: { ...data, more: 1 } })).toThrow("more");
  expect(shown({ ...frame, seq: undefined })).toThrow("seq");
  expect(shown({ ...frame, topic: "PERP_ETH_USDC@nothing" })).toThrow("no such topic");
});

test("an answer has the shape of the request's answer", () => {
  frames.sent(JSON.stringify({ id: 1, event: "request", params: { type: "order.cancel", symbol: "X", order_id: 7 } }));
  const answer = { id: 1, event: "request", success: true, ts: 1, data: { order_id: 7, status: "CANCELLED" } };
  expect(shown(answer)).not.toThrow();
  expect(shown({ ...answer, data: { order_id: 7 } })).toThrow("status");
  expect(shown({ ...answer, id: 2 })).toThrow("the answer to a request of type undefined");
  expect(shown({ id: 2, event: "subscribe", success: true, ts: 1 })).not.toThrow();
  expect(shown({ id: 2, event: "subscribe", success: true, ts: 1, topic: undefined, data: {} })).toThrow("data");
});

test("a refusal is one of the streams', or one that the order's endpoint declares", () => {
  const refusal = { id: 1, event: "subscribe", success: false, ts: 1 };
  expect(shown({ ...refusal, errorMsg: "invalid symbol PERP_FOO_USDC" })).not.toThrow();
  expect(shown({ ...refusal, errorMsg: "no" })).toThrow("no such refusal");
  frames.sent(JSON.stringify({ id: 3, event: "request", params: { type: "order.cancel" } }));
  const refused = { id: 3, event: "request", success: false, ts: 1, errorMsg: "no", message: "no" };
  expect(shown({ ...refused, code: -1006 })).not.toThrow();
  expect(shown({ ...refused, code: -1103 })).toThrow("order.cancel does not declare");
});
