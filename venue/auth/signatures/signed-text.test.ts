import { expect, test } from "bun:test";
import { barePath, signedText } from "./signed-text.ts";

const shown = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test("the text is timestamp, method, path with query and body, without separators", () => {
  const body = Buffer.from('{"a": "é"}');
  expect(shown(signedText("1779269143700", "POST", "/v1/order?x=%20", body))).toBe(
    '1779269143700POST/v1/order?x=%20{"a": "é"}',
  );
  expect(shown(signedText("1779269143700", "GET", "/v1/orders"))).toBe("1779269143700GET/v1/orders");
});

test("the body is signed byte by byte, even if it is not UTF-8", () => {
  const body = Uint8Array.of(0xff, 0x00, 0xc3);
  expect([...signedText("1", "PUT", "/", body).slice(-3)]).toEqual([0xff, 0x00, 0xc3]);
});

test("characters that the server escapes are unescaped; others are left alone", () => {
  expect(barePath("/v1/orders?tag=it%27s%20%7Bx%7D")).toBe("/v1/orders?tag=it's%20{x}");
  expect(barePath("/v1/orders?symbol=PERP_ETH_USDC&a=%2F")).toBeUndefined();
});
