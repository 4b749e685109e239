import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { Table } from "./number-table.ts";

class SampleTable extends Table {
  constructor() {
    super(2);
  }

  money(row: number): number {
    return this.numbers[row * 2 + 1]!;
  }

  setMoney(row: number, value: number): void {
    this.numbers[row * 2 + 1] = value;
  }

  link(row: number): number {
    return this.ints[row * 4]!;
  }

  setLink(row: number, value: number): void {
    this.ints[row * 4] = value;
  }
}

const newTable = () => new SampleTable();

function bytesOf(table: ReturnType<typeof newTable>): Uint8Array {
  const out = new ByteWriter();
  table.write(out);
  return out.view().slice();
}

test("a row becomes a copy of another table's row, to the last bit", () => {
  const from = newTable();
  const to = newTable();
  for (let n = 0; n < 3; n++) from.allocate();
  // As a double, these bits are NaN.
  from.setLink(2, -1);
  from.setMoney(2, 1.5);
  const row = to.allocate();
  to.copy(row, from, 2);
  expect([to.link(row), to.money(row)]).toEqual([-1, 1.5]);
});

test("rows are handed out in order, and freed rows are reused, last freed first", () => {
  const table = newTable();
  expect([table.allocate(), table.allocate(), table.allocate()]).toEqual([0, 1, 2]);
  table.free(0);
  table.free(2);
  expect([table.allocate(), table.allocate(), table.allocate()]).toEqual([2, 0, 3]);
  expect(table.used).toBe(4);
});

test("a table keeps its rows when it grows", () => {
  const table = newTable();
  for (let row = 0; row < 100; row++) {
    table.allocate();
    table.setMoney(row, row + 0.5);
    table.setLink(row, -row);
  }
  for (let row = 0; row < 100; row++) expect([table.money(row), table.link(row)]).toEqual([row + 0.5, 0 - row]);
});

/** true allocates a row, a number frees one of the rows in use. */
const history = fc.array(fc.oneof(fc.constant(true as const), fc.nat()), { maxLength: 120 });

test("a table read from a snapshot behaves like the one that was written", () => {
  fc.assert(
    fc.property(history, history, (before, after) => {
      const table = newTable();
      const inUse: number[] = [];
      const live = (tables: readonly ReturnType<typeof newTable>[], steps: typeof before): void => {
        for (const step of steps) {
          if (step === true) {
            const rows = tables.map((each) => each.allocate());
            expect(new Set(rows).size).toBe(1);
            expect(inUse).not.toContain(rows[0]!);
            inUse.push(rows[0]!);
            for (const each of tables) each.setMoney(rows[0]!, inUse.length * 1.5);
          } else if (inUse.length > 0) {
            const [row] = inUse.splice(step % inUse.length, 1);
            for (const each of tables) each.free(row!);
          }
        }
      };
      live([table], before);
      const restored = newTable();
      const input = new ByteReader(bytesOf(table));
      restored.read(input);
      expect(input.done).toBe(true);
      live([table, restored], after);
      expect(bytesOf(restored)).toEqual(bytesOf(table));
    }),
  );
});
