// PostgreSQL drops old rows by whole partitions; the rows that leave are those that leave a file row by row, also under readers.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { type Command, Engine, silent } from "@evermark/engine";
import { patient } from "@evermark/engine/testing/property-runs.ts";
import fc from "fast-check";
import { Client } from "pg";
import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import { Projector } from "../records/projector.ts";
import { LeavingRows } from "../retention/leaving-rows.ts";
import { type Retention, stretchDays } from "../retention/retention.ts";
import { WHOLE } from "../tables/history-store.ts";
import { insertInto } from "../tables/writing.ts";
import { dump, memoryTables, TestDatabase, type TestTables } from "../testing/databases.ts";
import { type Dump, LEAVING, stayingOf } from "../testing/staying-rows.ts";
import { TradingDays } from "../testing/trading-days.ts";
import { applyDayByDay } from "../thread/engine-replica.ts";
import { BEGIN_READING } from "./postgres-reads.ts";
import { Stretches } from "./stretches.ts";

const DAYS = 9;
const RETENTION: Retention = { orders: 3, trades: 2, positions: 4 };

const anyStretch = fc.record({
  commands: fc.integer({ min: 50, max: 3_000 }),
  steps: fc.nat(30),
  isNewWriter: fc.boolean(),
});

describe.skipIf(!isPostgresAsked)("rows that leave PostgreSQL", () => {
  const database = new TestDatabase();
  let commands: readonly Command[];
  let everything: Dump;
  let now = 0;

  beforeAll(async () => {
    await database.start();
    [commands, now] = await tradingDays();
    const tables = memoryTables();
    project(commands, tables, (projector, position) => projector.commit({ position, checksum: "" }));
    everything = dump(tables) as Dump;
  }, patient);
  afterAll(() => database.stop());

  test(
    "are those that leave a file, at any pace and over any number of writers, and days that are over have no partition",
    () => {
      const staying = stayingOf(everything, now, RETENTION);
      fc.assert(
        fc.property(fc.array(anyStretch, { minLength: 1, maxLength: 12 }), (choices) => {
          const tables = database.fresh(RETENTION);
          let leaving = new LeavingRows(tables, RETENTION);
          let turn = 0;
          project(
            commands,
            tables,
            (projector, position, engine) => {
              const { steps, isNewWriter } = choices[turn++ % choices.length]!;
              projector.write();
              for (let step = 0; step < steps; step++) leaving.leaveSome(dayOf(engine.now));
              projector.commit({ position, checksum: "" });
              if (isNewWriter) leaving = new LeavingRows(tables, RETENTION);
            },
            () => choices[turn % choices.length]!.commands,
          );
          tables.begin();
          while (!leaving.haveLeft(dayOf(now))) leaving.leaveSome(dayOf(now));
          tables.commit({ position: commands.length, checksum: "" });
          expect(dump(tables) as Dump).toEqual(staying);

          const stretches = new Stretches(database.line, RETENTION);
          const fewest = Math.min(...Object.values(RETENTION));
          for (const table of LEAVING) {
            const others = stretches.of(table).filter(({ from }) => Number.isFinite(from));
            expect(Math.max(0, ...others.map(({ from, to }) => to - from))).toBeLessThanOrEqual(DAY_MS);
            expect(Math.min(...others.map(({ from }) => from))).toBeGreaterThanOrEqual((dayOf(now) - 4) * DAY_MS);
            expect(others.length).toBeLessThanOrEqual(DAYS);
          }
          expect(stretches.of("orders").length).toBeGreaterThan(fewest);
        }),
        { numRuns: 4 },
      );
    },
    patient,
  );

  test(
    "are not dropped while a reader has an earlier snapshot, which sees each row that stays",
    async () => {
      const tables = database.fresh(RETENTION);
      project(commands, tables, (projector, position) => projector.commit({ position, checksum: "" }));
      const reader = new Client({ connectionString: database.url });
      await reader.connect();
      const count = async () => (await reader.query("SELECT count(*)::int AS count FROM orders")).rows[0].count;
      await reader.query("SET search_path = evermark_history");
      await reader.query(BEGIN_READING);
      await reader.query("SELECT position FROM meta");

      const leaving = new LeavingRows(tables, RETENTION);
      tables.begin();
      // The rows that stay are known after some steps; from then on, every attempt to drop the partition fails.
      for (let step = 0; step < 30_000; step++) expect(leaving.leaveSome(dayOf(now))).toBe(0);
      tables.commit({ position: commands.length, checksum: "" });
      expect(await count()).toBe(everything.orders!.length);
      await reader.query("COMMIT");

      tables.begin();
      let changed = 0;
      while (changed !== WHOLE) changed = leaving.leaveSome(dayOf(now));
      tables.commit({ position: commands.length, checksum: "" });
      await reader.query(BEGIN_READING);
      const there = await count();
      expect(there).toBeLessThan(everything.orders!.length);
      expect(there).toBeGreaterThan(0);
      await reader.query("COMMIT");
      await reader.end();
    },
    patient,
  );

  test("leave a waiting reader its snapshot: it sees what was moved meanwhile", async () => {
    database.fresh(RETENTION);
    const [reader, writer] = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const client = new Client({ connectionString: database.url });
        await client.connect();
        await client.query("SET search_path = evermark_history");
        return client;
      }),
    );
    await writer!.query("BEGIN; LOCK TABLE meta IN ACCESS EXCLUSIVE MODE");
    const position = reader!.query(`${BEGIN_READING}; SELECT position FROM meta`);
    const isWaiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'meta'::regclass";
    while ((await writer!.query(isWaiting)).rowCount === 0);
    await writer!.query("INSERT INTO referral_codes VALUES ('moved', 1, 0, 0); COMMIT");
    await position;
    expect((await reader!.query("SELECT code FROM referral_codes")).rows).toEqual([{ code: "moved" }]);
    await Promise.all([reader!.end(), writer!.end()]);
  });

  test("are partitioned only for days that have rows, also where the clock jumps far ahead", () => {
    const retention: Retention = { orders: 0, trades: 90, positions: 1 };
    const tables = database.fresh(retention);
    const trade = { market: 900, price: 1, quantity: 1, takerSide: 0, taker: 1 };
    const write = (at: number, matchId: number) => {
      tables.begin();
      tables.prepare(insertInto("trades")).run({ ...trade, matchId, at });
      tables.commit({ position: 0, checksum: "" });
    };
    const far = Date.UTC(2031, 0, 1);
    for (const [i, days] of [0, 1, 2, 365, 366, 3].entries()) write(far + days * DAY_MS, i);
    const made = new Stretches(database.line, retention).of("trades");
    expect(stretchDays(90)).toBe(3);
    for (const { from, to } of made) expect((to - from) / DAY_MS).toBe(3);
    expect(made.length).toBeLessThanOrEqual(4);
    expect(made.length).toBeGreaterThan(2);

    // An operator lowers the days: new stretches are shorter, and end where an earlier one begins.
    const shorter = new Stretches(database.line, { ...retention, trades: 1 });
    expect(shorter.next("trades", made[0]!.from - 1).to).toBe(made[0]!.from);
    // And raises them.
    const longer = new Stretches(database.line, { ...retention, trades: 900 });
    const next = longer.next("trades", made.at(-1)!.to + 1);
    expect(next.from).toBeGreaterThanOrEqual(made.at(-1)!.to);
    expect(next.from % DAY_MS).toBe(0);
  });
});

async function tradingDays(): Promise<[Command[], number]> {
  const engine = new Engine();
  const commands: Command[] = [];
  const days = new TradingDays(
    engine,
    async (more) => {
      for (const command of more) engine.apply(command, silent);
      commands.push(...more);
    },
    8,
  );
  await days.open();
  for (let day = 0; day < DAYS; day++) await days.play();
  return [commands, engine.now];
}

/** @param store called after each batch, to commit it */
function project(
  commands: readonly Command[],
  tables: TestTables,
  store: (projector: Projector, position: number, engine: Engine) => void,
  batchCommands = () => 500,
): void {
  const engine = new Engine();
  const projector = new Projector(tables, engine);
  for (let from = 0; from < commands.length; ) {
    projector.begin();
    const batch = commands.slice(from, from + batchCommands());
    for (const [i, command] of batch.entries()) {
      applyDayByDay(engine, command, projector);
      projector.commandEnd(from + i + 1);
    }
    from += batch.length;
    store(projector, from, engine);
  }
}
