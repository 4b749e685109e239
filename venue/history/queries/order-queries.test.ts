import { expect, test } from "bun:test";
import { ORDER_STATUSES, ORDER_TYPES, SIDES } from "@evermark/engine";
import fc from "fast-check";
import { inEveryDatabase } from "../testing/databases.ts";
import { anyTapeStep, TAPE_ACCOUNTS, TAPE_MARKETS, TAPE_START } from "../testing/event-tape.ts";
import { projectTape } from "../testing/projected.ts";
import type { OrderFilter } from "./order-queries.ts";

const anySteps = fc.array(anyTapeStep, { minLength: 50, maxLength: 300 });
const anyTime = fc.integer({ min: TAPE_START - 1, max: TAPE_START + 600_000 });

const anyFilter: fc.Arbitrary<OrderFilter> = fc.record(
  {
    account: fc.nat(TAPE_ACCOUNTS - 1),
    page: fc.integer({ min: 1, max: 4 }),
    size: fc.integer({ min: 1, max: 30 }),
    sort: fc.constantFrom("CREATED_TIME_DESC", "CREATED_TIME_ASC", "UPDATED_TIME_DESC", "UPDATED_TIME_ASC"),
    market: fc.nat(TAPE_MARKETS),
    side: fc.constantFrom(...SIDES),
    orderType: fc.constantFrom(...ORDER_TYPES, "UNKNOWN"),
    statuses: fc.subarray([...ORDER_STATUSES, "UNKNOWN"]),
    tag: fc.constantFrom("tag", "", "other"),
    startTime: anyTime,
    endTime: anyTime,
  },
  { requiredKeys: ["account", "page", "size", "sort"] },
);

inEveryDatabase((fresh, runs) => {
  test("a list of orders is what a walk over all orders finds, sorts and cuts into pages", () => {
    fc.assert(
      fc.property(anySteps, fc.array(anyFilter, { minLength: 20, maxLength: 20 }), (steps, filters) => {
        const { queries, naive } = projectTape(steps, { tables: fresh() });
        for (const filter of filters) expect(queries.orders(filter)).toEqual(naive.orders(filter));
      }),
      { numRuns: runs(40) },
    );
  });

  test("orders of one millisecond are sorted by their ids, in the direction of the sort", () => {
    const { queries } = projectTape(
      [0, 4, 8, 12].map((choice) => ({ kind: "place", choice })),
      { tables: fresh() },
    );
    const ids = (sort: OrderFilter["sort"]) =>
      queries.orders({ account: 0, page: 1, size: 10, sort }).rows.map((row) => row.orderId);
    expect(ids("CREATED_TIME_ASC")).toEqual([1, 2, 3, 4]);
    expect(ids("CREATED_TIME_DESC")).toEqual([4, 3, 2, 1]);
    expect(ids("UPDATED_TIME_DESC")).toEqual([4, 3, 2, 1]);
  });

  test("a page beyond the last is empty and still has the total", () => {
    const { queries } = projectTape([{ kind: "place", choice: 0 }], { tables: fresh() });
    expect(queries.orders({ account: 0, page: 9, size: 25, sort: "CREATED_TIME_DESC" })).toEqual({
      rows: [],
      total: 1,
    });
  });

  test("a client id names the newest order that carried it", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { queries, naive } = projectTape(steps, { tables: fresh() });
        for (let account = 0; account < TAPE_ACCOUNTS; account++) {
          for (const id of ["id-1", "id-2", "id-10", "id-99", ""]) {
            expect(queries.orderByClientId(account, id)).toEqual(naive.orderByClientId(account, id)!);
          }
        }
      }),
      { numRuns: runs(20) },
    );
  });
});
