import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { NONE } from "./int-map.ts";
import { KeyedHash } from "./keyed-hash.ts";
import { TextSet } from "./text-set.ts";
import { TextTable } from "./text-table.ts";

const newTable = () => new TextTable(new KeyedHash());

test("two texts with the same hash are kept apart", () => {
  const hash = new KeyedHash();
  const hashOf = (text: string) => {
    hash.seek(0, text);
    return hash.hash;
  };
  const [one, other] = ["text 47835", "text 62543"];
  expect(hashOf(one)).toBe(hashOf(other));
  const table = new TextTable(hash);
  const row = table.add(0, one);
  expect([table.rowOf(0, one), table.rowOf(0, other)]).toEqual([row, NONE]);
  const second = table.add(0, other);
  expect([table.rowOf(0, one), table.rowOf(0, other)]).toEqual([row, second]);
});

test("the same text of two owners is kept apart, even with the same hash", () => {
  const hash = new KeyedHash();
  const [one, other] = [27_528, 113_328];
  const hashOf = (owner: number) => {
    hash.seek(owner, "order-1");
    return hash.hash;
  };
  expect(hashOf(one)).toBe(hashOf(other));
  const table = new TextTable(hash);
  const row = table.add(one, "order-1");
  expect([table.rowOf(one, "order-1"), table.rowOf(other, "order-1")]).toEqual([row, NONE]);
});

test("it finds what a Map would find, whatever is added, removed and read back", () => {
  const owner = fc.nat({ max: 3 });
  // A few texts recur, so that known texts are often removed, replaced and added again.
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("", "a", "b", "ab", "ä") },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  );
  const further = fc.uint8Array({ maxLength: 20 });
  const step = fc.record({ owner, text, further, kind: fc.constantFrom("add", "add", "remove", "replace", "restore") });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      let table = newTable();
      const known = new Map<string, { owner: number; text: string; row: number; further: number[] }>();
      for (const { owner, text, further, kind } of steps) {
        const key = `${owner} ${text}`;
        const entry = known.get(key);
        if (kind === "restore") table = restored(table);
        else if (kind === "add" && entry === undefined) {
          known.set(key, { owner, text, row: table.add(owner, text, further), further: [...further] });
        } else if (kind === "remove" && entry !== undefined) {
          table.remove(entry.row);
          known.delete(key);
        } else if (kind === "replace" && entry !== undefined) {
          table.replaceFurther(entry.row, further);
          entry.further = [...further];
        }
        expect(table.rowOf(owner, text)).toBe(known.get(key)?.row ?? NONE);
        expect(table.count).toBe(known.size);
      }
      for (const entry of known.values()) {
        expect(table.rowOf(entry.owner, entry.text)).toBe(entry.row);
        expect(table.textOf(entry.row)).toBe(entry.text);
        expect([...table.furtherOf(entry.row)]).toEqual(entry.further);
      }
    }),
  );
});

test("it gives the letters of an ASCII text by place, and the order of two texts", () => {
  const table = newTable();
  const texts = ["0xabc", "0xabcd", "0xabd", "b", ""];
  const rows = texts.map((text, owner) => table.add(owner, text));
  for (const [n, text] of texts.entries()) {
    const codes = Array.from(text, (_, place) => table.asciiAt(rows[n]!, place));
    expect(String.fromCharCode(...codes)).toBe(text);
    const sign = (other: string) => (text < other ? -1 : text > other ? 1 : 0);
    expect(rows.map((other) => Math.sign(table.compare(rows[n]!, other)))).toEqual(texts.map(sign));
  }
});

test("it grows to a hundred thousand texts and keeps each of them", () => {
  const set = new TextSet(new KeyedHash());
  for (let n = 0; n < 100_000; n++) set.add(`reference:${n}`);
  for (let n = 0; n < 100_000; n += 997) {
    expect([set.has(`reference:${n}`), set.has(`reference:${n}x`)]).toEqual([true, false]);
  }
});

function restored(table: TextTable): TextTable {
  const bytesOf = (each: TextTable) => {
    const out = new ByteWriter();
    each.write(out);
    return out.view();
  };
  const copy = newTable();
  const input = new ByteReader(bytesOf(table));
  copy.read(input);
  copy.index();
  expect(input.done).toBe(true);
  expect(bytesOf(copy)).toEqual(bytesOf(table));
  return copy;
}
