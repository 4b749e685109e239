import { expect, test } from "bun:test";
import { ApiError } from "../../api-error.ts";
import { assertJsonType, decodeBody, parseJsonObject } from "./json-body.ts";

function refusalOf(act: () => unknown): { status: number; code: number; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was refused");
}

const unreadable = { status: 400, code: -1005, message: "invalid request body" };

test("digits that a double would lose arrive as they were sent", () => {
  const body = parseJsonObject('{"order_price":0.1000000000000000055,"order_id":12345678901234567890,"n":[2500.50]}');
  expect(body).toEqual({ order_price: "0.1000000000000000055", order_id: "12345678901234567890", n: [2500.5] });
});

test("numbers that a double keeps stay numbers, however long the body", () => {
  const body = parseJsonObject('{"a":1779269143700123,"b":0.123456789012345,"c":1e21,"d":"00000000000000000001"}');
  expect(body).toEqual({ a: 1779269143700123, b: 0.123456789012345, c: 1e21, d: "00000000000000000001" });
});

test("what is no JSON object is refused", () => {
  const bad = ["", " ", "{", "{'a':1}", "[]", '["a"]', "null", "1", '"text"', "{}x", "{a:1}", "\ufeff{}", "NaN"];
  for (const text of bad) expect(refusalOf(() => parseJsonObject(text))).toEqual(unreadable);
});

test("nesting beyond the parser's stack is refused, not fatal", () => {
  const deep = 400_000;
  expect(refusalOf(() => parseJsonObject(`${'{"a":'.repeat(deep)}`))).toEqual(unreadable);
  const digits = "1234567890123456789";
  expect(refusalOf(() => parseJsonObject(`{"a":${"[".repeat(deep)}${digits}${"]".repeat(deep)}}`))).toEqual(unreadable);
});

test("the last of a repeated member counts, and a member named __proto__ is a member", () => {
  expect(parseJsonObject('{"a":1,"a":2}')).toEqual({ a: 2 });
  const body = parseJsonObject('{"__proto__":{"admin":true}}');
  expect(Object.keys(body)).toEqual(["__proto__"]);
  expect((body as { admin?: boolean }).admin).toBeUndefined();
});

test("bytes that are no UTF-8 are refused", () => {
  expect(refusalOf(() => decodeBody(Uint8Array.of(0x7b, 0xff, 0x7d)))).toEqual(unreadable);
  expect(decodeBody(Buffer.from('{"a":"€"}'))).toBe('{"a":"€"}');
});

test("a body is JSON unless it is declared to be something else", () => {
  for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON ;x", null]) {
    expect(() => assertJsonType(type)).not.toThrow();
  }
  for (const type of ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", ""]) {
    expect(refusalOf(() => assertJsonType(type)).message).toBe("Content type not supported");
  }
});
