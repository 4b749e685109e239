import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { SideTable } from "./side-table.ts";

class Counts extends SideTable {
  constructor() {
    super(12);
  }

  /** One of a row's three whole numbers. */
  count(row: number, which: number): number {
    return this.ints[row * 3 + which]!;
  }

  setCount(row: number, which: number, count: number): void {
    this.ints[row * 3 + which] = count;
  }
}

const write = fc.record({ row: fc.nat({ max: 300 }), which: fc.nat({ max: 2 }), count: fc.integer() });

test("every row holds what was written to it, or zeros, however many rows exist, and a snapshot keeps them", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 40 }), (writes) => {
      const table = new Counts();
      const kept = new Map<number, number>();
      let reached = 0;
      for (const { row, which, count } of writes) {
        table.reach(row + 1);
        reached = Math.max(reached, row + 1);
        expect(table.reached).toBe(reached);
        table.setCount(row, which, count);
        kept.set(row * 3 + which, count + 0);
      }
      const out = new ByteWriter();
      table.write(out);
      expect(out.length).toBe(4 + reached * 12);
      const copy = new Counts();
      const input = new ByteReader(out.view());
      copy.read(input);
      expect([input.done, copy.reached]).toEqual([true, reached]);
      for (let place = 0; place < reached * 3; place++) {
        const [row, which] = [Math.floor(place / 3), place % 3];
        for (const each of [table, copy]) expect(each.count(row, which)).toBe(kept.get(place) ?? 0);
      }
    }),
  );
});
