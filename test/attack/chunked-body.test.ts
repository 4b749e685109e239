import { expect, test } from "bun:test";
import { chunkedBody } from "./chunked-body.ts";

const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const whole = `${head}5\r\nhello\r\nd\r\n, ¿qué tal?\r\n0\r\n\r\n`;

test("a chunked body is put together, and what follows it is left", () => {
  const bytes = Buffer.from(`${whole}HTTP/1.1 200 OK`);
  expect(chunkedBody(bytes, head.length)).toEqual({ body: "hello, ¿qué tal?", end: Buffer.byteLength(whole) });
});

test("an incomplete body is waited for", () => {
  const bytes = Buffer.from(whole);
  for (let length = head.length; length < bytes.length; length++) {
    expect(chunkedBody(bytes.subarray(0, length), head.length)).toBeUndefined();
  }
});
