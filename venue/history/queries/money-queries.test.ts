import { expect, test } from "bun:test";
import fc from "fast-check";
import { inEveryDatabase } from "../testing/databases.ts";
import { anyTapeStep, TAPE_ACCOUNTS, TAPE_START } from "../testing/event-tape.ts";
import { projectTape } from "../testing/projected.ts";
import type { LedgerFilter } from "./money-queries.ts";

const anyTime = fc.integer({ min: TAPE_START - 1, max: TAPE_START + 600_000 });
const anyFilter: fc.Arbitrary<LedgerFilter> = fc.record(
  {
    account: fc.nat(TAPE_ACCOUNTS),
    page: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 10 }),
    kinds: fc.subarray(["deposit", "settlement"] as const),
    startTime: anyTime,
    endTime: anyTime,
  },
  { requiredKeys: ["account", "page", "size"] },
);

inEveryDatabase((fresh, runs) => {
  test("a list of ledger entries is what a walk over all entries finds, newest first", () => {
    fc.assert(
      fc.property(fc.array(anyTapeStep, { maxLength: 200 }), fc.array(anyFilter), (steps, filters) => {
        const { queries, naive } = projectTape(steps, { tables: fresh() });
        for (const filter of filters) expect(queries.ledger(filter)).toEqual(naive.ledgerPage(filter));
      }),
      { numRuns: runs(40) },
    );
  });
});
