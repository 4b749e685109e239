import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeBase58, encodeBase58 } from "./base58.ts";

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

describe("base58", () => {
  test("a leading zero byte is a leading 1", () => {
    expect(encodeBase58(seed)).toBe("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE");
    expect(decodeBase58("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE", 32)).toEqual(seed);
  });

  test("any 32 bytes come back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes), 32)).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test("text of another length or with a foreign character is refused", () => {
    expect(() => decodeBase58("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPN", 32)).toThrow("not 32 bytes");
    expect(() => decodeBase58("11", 32)).toThrow("not 32 bytes");
    expect(() => decodeBase58("0OIl", 32)).toThrow('no character "0"');
  });
});
