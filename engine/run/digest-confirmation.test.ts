import { expect, test } from "bun:test";
import { ByteReader, ByteWriter } from "../base/storage/bytes.ts";
import { Digest } from "../memory/digest.ts";

function digestOf(...numbers: readonly number[]): Digest {
  const digest = new Digest();
  for (const n of numbers) digest.add(n);
  return digest;
}

test("digests never change, because journals hold them", () => {
  expect(digestOf().text).toBe("243f6a8805a308d3");
  expect(digestOf(1, -1, 2 ** 40 + 3, Number.MAX_SAFE_INTEGER).text).toBe("3b991e38f6c932e4");
});

test("a digest distinguishes numbers, and their order", () => {
  const numbers = [0, 1, 2, -1, 3, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, -(2 ** 53) + 1];
  const texts = numbers.flatMap((one) => numbers.map((other) => digestOf(one, other).text));
  expect(new Set(texts).size).toBe(numbers.length ** 2);
  expect(digestOf(0).text).not.toBe(digestOf().text);
});

test("0 and −0 count as one number", () => {
  expect(digestOf(-0).text).toBe(digestOf(0).text);
});

test("a difference is located between the last confirmations that agreed", () => {
  const digest = digestOf(1);
  digest.confirm(digest.marked, 10);
  digest.add(2);
  digest.confirm(digest.marked, 20);
  const out = new ByteWriter();
  digest.write(out);
  const copy = new Digest();
  copy.read(new ByteReader(out.view().slice()));
  expect(copy).toEqual(digest);
  for (const each of [digest, copy]) {
    expect(() => each.confirm("0123456789abcdef", 30)).toThrow(
      `what commands 11 to 20 do here is not what they did when they were new (digest ${each.marked}, then 0123456789abcdef)`,
    );
  }
});
