import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { SparseTexts } from "./sparse-texts.ts";

test("a row has the text that was set last, and equal texts have equal bytes, whatever the history", () => {
  const row = fc.nat({ max: 20 });
  const given = fc.array(fc.tuple(row, fc.constantFrom("", "a", "täg")), { maxLength: 60 });
  fc.assert(
    fc.property(given, (steps) => {
      const texts = new SparseTexts();
      for (const [row, text] of steps) texts.set(row, text);
      const last = new Map(steps);
      for (let row = 0; row <= 20; row++) expect(texts.get(row)).toBe(last.get(row) ?? "");

      const copy = new SparseTexts();
      const input = new ByteReader(bytesOf(texts));
      copy.read(input);
      expect(input.done).toBe(true);
      for (let row = 0; row <= 20; row++) expect(copy.get(row)).toBe(texts.get(row));
      expect(bytesOf(copy)).toEqual(bytesOf(texts));
    }),
  );
});

function bytesOf(texts: SparseTexts): Uint8Array {
  const out = new ByteWriter();
  texts.write(out);
  return out.view();
}
