import { expect, test } from "bun:test";
import fc from "fast-check";
import { inEveryDatabase } from "../testing/databases.ts";
import { anyTapeStep, TAPE_ACCOUNTS, TAPE_MARKETS, TAPE_START, type TapeStep } from "../testing/event-tape.ts";
import { projectTape } from "../testing/projected.ts";
import type { FillFilter } from "./fill-queries.ts";

const anySteps = fc.array(anyTapeStep, { minLength: 50, maxLength: 300 });
const anyTime = fc.integer({ min: TAPE_START - 1, max: TAPE_START + 600_000 });

const anyFilter: fc.Arbitrary<FillFilter> = fc.record(
  {
    account: fc.nat(TAPE_ACCOUNTS - 1),
    page: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 30 }),
    market: fc.nat(TAPE_MARKETS),
    orderId: fc.integer({ min: 1, max: 60 }),
    startTime: anyTime,
    endTime: anyTime,
  },
  { requiredKeys: ["account", "page", "size"] },
);

inEveryDatabase((fresh, runs) => {
  test("a list of fills is what a walk over all fills finds, newest first", () => {
    fc.assert(
      fc.property(anySteps, fc.array(anyFilter, { minLength: 20, maxLength: 20 }), (steps, filters) => {
        const { queries, naive } = projectTape(steps, { tables: fresh() });
        for (const filter of filters) expect(queries.fills(filter)).toEqual(naive.fills(filter));
        for (const fill of naive.fillRows) expect(queries.fill(fill.account, fill.tradeId)).toEqual(fill);
      }),
      { numRuns: runs(40) },
    );
  });

  test("a list reaches back over an account's latest 500 fills, a list of one order's fills over all", () => {
    const steps: TapeStep[] = [{ kind: "place", choice: 89 }];
    // The choices make account 1 trade small orders against its own large ones and against those of others.
    for (let i = 0; i < 1500; i++) steps.push({ kind: "place", choice: 89 }, { kind: "match", choice: 4 * i + 1 });
    const { queries, naive } = projectTape(steps, { tables: fresh() });
    const account = 1;
    const { orderId } = naive.fillRows.find((fill) => fill.account === account)!;
    expect(naive.fillRows.filter((fill) => fill.account === account).length).toBeGreaterThan(500);

    const listed = queries.fills({ account, page: 20, size: 25 });
    expect(listed.total).toBe(500);
    expect(listed.rows).toHaveLength(25);
    expect(queries.fills({ account, page: 21, size: 25 }).rows).toEqual([]);
    const ofOrder = naive.fills({ account, orderId, page: 1, size: 2000 });
    expect(ofOrder.total).toBeGreaterThan(0);
    expect(queries.fills({ account, orderId, page: 1, size: 2000 })).toEqual(ofOrder);
  });

  test("a fill is only shown to its account", () => {
    const { queries, naive } = projectTape(
      [
        { kind: "place", choice: 0 },
        { kind: "match", choice: 1 },
      ],
      { tables: fresh() },
    );
    const [maker] = naive.fillRows;
    expect(queries.fill(maker!.account, maker!.tradeId)).toEqual(maker!);
    expect(queries.fill(maker!.account + 1, maker!.tradeId)).toBeUndefined();
  });

  test("the sums of every account by minute add up its fills of that minute", () => {
    fc.assert(
      fc.property(anySteps, fc.nat(300_000), (steps, age) => {
        const { queries, naive, now } = projectTape(steps, { tables: fresh() });
        const request = { markets: 0, tradesMax: 0, candlesSince: now, daySince: now - age, priceTimes: [] };
        expect(queries.runningFigures(request).accountMinutes).toEqual(naive.accountMinutesSince(now - age));
      }),
      { numRuns: runs(20) },
    );
  });
});
