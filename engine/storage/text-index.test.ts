import { expect, test } from "bun:test";
import fc from "fast-check";
import { NONE } from "./int-map.ts";
import { TextIndex } from "./text-index.ts";

test("finds what a Map would find, with room made beforehand or not", () => {
  const texts = fc.uniqueArray(fc.string({ unit: "grapheme", maxLength: 6 }), { maxLength: 300 });
  fc.assert(
    fc.property(texts, fc.nat({ max: 400 }), fc.array(fc.string({ maxLength: 6 })), (known, reserved, asked) => {
      const index = new TextIndex(known);
      const map = new Map<string, number>();
      index.reserve(reserved);
      // Every third one stands in the array without being findable, as a system account does.
      for (const [row, text] of known.entries()) {
        if (row % 3 === 0) continue;
        index.add(row);
        map.set(text, row);
      }
      for (const text of [...known, ...asked]) expect(index.find(text)).toBe(map.get(text) ?? NONE);
    }),
  );
});
