import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import fc from "fast-check";
import { dump, inEveryDatabase } from "../testing/databases.ts";
import { anyTapeStep, EventTape, type TapeStep, tapeEngine } from "../testing/event-tape.ts";
import { projectTape } from "../testing/projected.ts";
import { Projector } from "./projector.ts";

const anySteps = fc.array(anyTapeStep, { maxLength: 150 });

inEveryDatabase((fresh, runs) => {
  test("the tables are the same, however the events are cut into batches", () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 1, max: 20 }), (steps, batchSteps) => {
        const tablesOf = (steps: readonly TapeStep[], batchSteps: number) =>
          dump(projectTape(steps, { batchSteps, tables: fresh() }).tables);
        expect(tablesOf(steps, batchSteps)).toEqual(tablesOf(steps, 1000));
      }),
      { numRuns: runs(40) },
    );
  });

  test("every order, open or finished, has one row with its latest state", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { queries, naive } = projectTape(steps, { tables: fresh() });
        for (const row of naive.orderRows.values()) expect(queries.order(row.account, row.orderId)).toEqual(row);
        expect(dump(projectTape(steps, { tables: fresh() }).tables).orders).toHaveLength(naive.orderRows.size);
      }),
      { numRuns: runs(30) },
    );
  });

  test("an order is only shown to its account", () => {
    const { queries, naive } = projectTape([{ kind: "place", choice: 5 }], { tables: fresh() });
    const [order] = naive.orderRows.values();
    expect(queries.order(order!.account, order!.orderId)).toEqual(order!);
    expect(queries.order(order!.account + 1, order!.orderId)).toBeUndefined();
  });

  test("a batch that is not committed leaves neither rows nor a position", () => {
    const tables = fresh();
    const projector = new Projector(tables, tapeEngine);
    projector.begin();
    const tape = new EventTape(projector);
    for (const kind of ["place", "match", "ledger", "cancel"] as const) tape.play({ kind, choice: 1 });
    tables.execute("ROLLBACK");
    expect(dump(tables)).toEqual(dump(fresh()));
  });

  test("the largest safe integers are read back exactly", () => {
    const tables = fresh();
    const projector = new Projector(tables, tapeEngine);
    projector.begin();
    const amount = micros(Number.MAX_SAFE_INTEGER);
    const entry = { account: 1, kind: "deposit", amount, holdingAfter: amount, reference: "r", market: -1 } as const;
    new EventTape(projector).play({ kind: "place", choice: 1 });
    projector.ledger({ ...entry, at: 5 as never });
    projector.commit({ position: 1, checksum: "" });
    expect(dump(tables).ledger).toMatchObject([{ amount: Number.MAX_SAFE_INTEGER, holding_after: 9007199254740991 }]);
  });
});
