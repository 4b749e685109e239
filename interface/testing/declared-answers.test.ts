import { expect, test } from "bun:test";
import { assertDeclaredAnswer } from "./declared-answers.ts";

const JSON_TYPE = "application/json";
const time = { success: true, timestamp: 1 };

function answered(
  method: string,
  target: string,
  status: number,
  json: unknown,
  contentType: string | null = JSON_TYPE,
) {
  return () => assertDeclaredAnswer({ method, target, status, contentType, text: JSON.stringify(json) });
}

test("an answer with the members of its row and no others is as declared", () => {
  const leverage = { max_futures_leverage: "100" };
  expect(answered("GET", "/v1/public/leverage", 200, { ...time, data: leverage })).not.toThrow();
  expect(answered("GET", "http://venue:1/v1/public/leverage?x=1", 200, { ...time, data: leverage })).not.toThrow();
  for (const data of [{}, { ...leverage, more: 1 }, { max_futures_leverage: 100 }, undefined, [leverage]]) {
    expect(answered("GET", "/v1/public/leverage", 200, { ...time, data })).toThrow(
      "is answered with what is not declared",
    );
  }
  expect(answered("GET", "/v1/public/leverage", 200, { ...time, data: leverage, more: 1 })).toThrow("more");
  expect(answered("GET", "/v1/public/leverage", 200, { success: true, data: leverage })).toThrow("timestamp");
  expect(answered("GET", "/v1/public/leverage", 200, { ...time, data: leverage }, "text/html")).toThrow("text/html");
});

test("a refusal must have a code that the row declares, with its status", () => {
  const refusal = (code: number, more = {}) => ({ success: false, code, message: "no", timestamp: 1, ...more });
  const order = (status: number, json: unknown) => answered("GET", "/v1/order/7", status, json);
  expect(order(400, refusal(-1006))).not.toThrow();
  expect(order(400, refusal(-1006, { detail: { order_id: 7 } }))).not.toThrow();
  expect(order(400, refusal(-1103))).toThrow("add price_filter to the row's `errors`");
  expect(order(500, refusal(-1000))).toThrow("unknown");
  expect(order(404, refusal(-1006))).toThrow("path_not_found");
  expect(order(400, refusal(-1006, { data: {} }))).toThrow("data");
  expect(answered("PATCH", "/v1/order/7", 405, refusal(-1006))).not.toThrow();
  expect(answered("PATCH", "/v1/order/7", 200, time)).toThrow("a method that the path does not have");
});

test("paths without a row, and answers by the server itself, are not checked", () => {
  expect(answered("GET", "/health", 200, { anything: true })).not.toThrow();
  expect(answered("POST", "/v1/order", 413, "too large", "text/plain")).not.toThrow();
});
