import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import fc from "fast-check";
import { dump, memoryTables, projectTape } from "../testing/projected.ts";
import { anyTapeStep, Tape, tapeEngine } from "../testing/tape.ts";
import { Projector } from "./projector.ts";

const anySteps = fc.array(anyTapeStep, { maxLength: 150 });

test("however the events are cut into batches, the tables are the same", () => {
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 1, max: 20 }), (steps, batchSteps) => {
      expect(dump(projectTape(steps, batchSteps).tables)).toEqual(dump(projectTape(steps, 1000).tables));
    }),
    { numRuns: 40 },
  );
});

test("every order, open or finished, has one row with its last state", () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      const { queries, naive } = projectTape(steps);
      for (const row of naive.orderRows.values()) expect(queries.order(row.account, row.orderId)).toEqual(row);
      expect(dump(projectTape(steps).tables).orders).toHaveLength(naive.orderRows.size);
    }),
    { numRuns: 30 },
  );
});

test("an order is only shown to its account", () => {
  const { queries, naive } = projectTape([{ kind: "place", choice: 5 }]);
  const [order] = naive.orderRows.values();
  expect(queries.order(order!.account, order!.orderId)).toEqual(order!);
  expect(queries.order(order!.account + 1, order!.orderId)).toBeUndefined();
});

test("a batch that is not committed leaves neither rows nor a position", () => {
  const tables = memoryTables();
  const projector = new Projector(tables, tapeEngine);
  projector.begin();
  const tape = new Tape(projector);
  for (const kind of ["place", "match", "ledger", "cancel"] as const) tape.play({ kind, choice: 1 });
  tables.execute("ROLLBACK");
  expect(dump(tables)).toEqual(dump(memoryTables()));
});

test("the largest safe integers come back as they went in", () => {
  const tables = memoryTables();
  const projector = new Projector(tables, tapeEngine);
  projector.begin();
  const amount = micros(Number.MAX_SAFE_INTEGER);
  const entry = { account: 1, kind: "deposit", amount, holdingAfter: amount, reference: "r", market: -1 } as const;
  new Tape(projector).play({ kind: "place", choice: 1 });
  projector.ledger({ ...entry, at: 5 as never });
  projector.commit({ position: 1, checksum: "" });
  expect(dump(tables).ledger).toMatchObject([{ amount: Number.MAX_SAFE_INTEGER, holding_after: 9007199254740991 }]);
});
