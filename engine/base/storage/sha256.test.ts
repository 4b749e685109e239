import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { sha256 } from "./sha256.ts";

const slow = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("the standard's own examples give the published hashes", () => {
  expect(sha256(new Uint8Array())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256(new TextEncoder().encode("abc"))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("it agrees with the platform's at every length around the block size", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 151 + 7) & 255);
  for (let length = 0; length <= bytes.length; length++) {
    const message = bytes.subarray(0, length);
    expect(sha256(message)).toBe(slow(message));
  }
});

test("it agrees with the platform's on any bytes, also inside a longer buffer", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat({ max: 50 }), (bytes, skipped) => {
      const message = bytes.subarray(Math.min(skipped, bytes.length));
      expect(sha256(message)).toBe(slow(message));
    }),
  );
});
