import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../../sums/candle-sums.ts";
import { tradedVolumes } from "../queries/volume-queries.ts";
import { WHOLE_VENUE } from "../schema/market-tables.ts";
import { VOLUMES_OF_MINUTES } from "../tables/migrations.ts";
import { inEveryDatabase } from "../testing/databases.ts";
import { anyTapeStep } from "../testing/event-tape.ts";
import { projectTape } from "../testing/projected.ts";
import { VolumeHourRecords } from "./volume-hour-records.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-03-10T10:30:00Z");

inEveryDatabase((fresh, runs) => {
  test("volumes are returned for spans that end now: a builder's counts each leg, the venue's each trade once", () => {
    const tables = fresh();
    const hours = new VolumeHourRecords(tables);
    const trade = (at: string, own: number, other: number) =>
      hours.write(
        Date.parse(at),
        new Map([
          ["own", own],
          ["other", other],
        ]),
      );
    trade("2025-12-31T23:59:59Z", 1, 1);
    trade("2026-01-01T00:00:00Z", 10, 10);
    trade("2026-02-08T10:00:00Z", 100, 100);
    trade("2026-03-03T10:00:00Z", 1_000, 1_000);
    trade("2026-03-09T10:00:00Z", 10_000, 10_000);
    trade("2026-03-10T00:00:00Z", 100_000, 100_000);
    // Two batches within one hour.
    trade("2026-03-10T10:00:01Z", 3_000_000, 1_000_000);
    trade("2026-03-10T10:10:01Z", 1_000_000, 1_000_000);
    expect(tradedVolumes(tables, WHOLE_VENUE, NOW)).toEqual({
      ever: 3_111_111,
      thisYear: 3_111_110,
      today: 3_100_000,
      lastDay: 3_110_000,
      last7Days: 3_111_000,
      last30Days: 3_111_100,
    });
    expect(tradedVolumes(tables, "own", NOW)).toMatchObject({ ever: 4_111_111, today: 4_100_000 });
    expect(tradedVolumes(tables, "unknown", NOW)).toMatchObject({ ever: 0, today: 0, last30Days: 0 });
    const later = tradedVolumes(tables, "own", NOW + 400 * DAY_MS);
    expect(later).toMatchObject({ ever: 4_111_111, thisYear: 0, today: 0, lastDay: 0, last30Days: 0 });
  });

  test("figures too large for an exact number still give an exact difference when it is small", () => {
    const tables = fresh();
    const hours = new VolumeHourRecords(tables);
    const large = 2 ** 52 - 2;
    for (let hour = 0; hour < 5; hour++) hours.write(NOW - 10 * DAY_MS + hour * HOUR_MS, new Map([["own", large]]));
    hours.write(NOW, new Map([["own", 14]]));
    expect(tradedVolumes(tables, "own", NOW).today).toBe(14);
    expect(tradedVolumes(tables, WHOLE_VENUE, NOW).today).toBe(7);
  });

  test("the hours equal the sums of the trades, also when they are built from minutes", () => {
    fc.assert(
      fc.property(fc.array(anyTapeStep, { minLength: 20, maxLength: 200 }), (steps) => {
        const { tables, naive, now } = projectTape(steps, { tables: fresh() });
        const volumes = () => [WHOLE_VENUE, ...brokers].map((brokerId) => tradedVolumes(tables, brokerId, now));
        const brokers = [...new Set(naive.tradeRows.flatMap((row) => row.brokers))];
        const expected = (brokerId: string, since: number): number =>
          naive.tradeRows
            .filter(({ at }) => at >= since)
            .reduce((sum, { notional, brokers: legs }) => {
              const count = brokerId === WHOLE_VENUE ? 1 : legs.filter((leg) => leg === brokerId).length;
              return sum + notional * count;
            }, 0);
        const day = Math.floor(now / DAY_MS) * DAY_MS;
        const hour = Math.floor((now - DAY_MS) / HOUR_MS) * HOUR_MS;
        const before = volumes();
        expect(before.map(({ ever, today, lastDay }) => [ever, today, lastDay])).toEqual(
          [WHOLE_VENUE, ...brokers].map((id) => [expected(id, 0), expected(id, day), expected(id, hour)]),
        );
        tables.execute("DELETE FROM volume_hours");
        tables.execute(VOLUMES_OF_MINUTES);
        expect(volumes()).toEqual(before);
      }),
      { numRuns: runs(20) },
    );
  });
});
