// Which rows leave, checked against a slow and obvious look at all of them; and that it does not matter when they leave.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Command, Engine, silent } from "@evermark/engine";
import { patient } from "@evermark/engine/testing/property-runs.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import fc from "fast-check";
import { setHistoryAside } from "../file/table-files.ts";
import { openTables } from "../tables/open-tables.ts";
import { dump, memoryTables } from "../testing/databases.ts";
import { EngineJournal } from "../testing/engine-journal.ts";
import { type Dump, LEAVING, stayingOf } from "../testing/staying-rows.ts";
import { TradingDays } from "../testing/trading-days.ts";
import { engineReplica } from "../thread/engine-replica.ts";
import { rebuildHistory } from "../thread/history-rebuild.ts";
import { type OpenHistory, openFollower } from "../thread/open-follower.ts";
import { LeavingRows } from "./leaving-rows.ts";
import { KEEP_ALL, type Retention } from "./retention.ts";

const DAYS = 12;
const RETENTION: Retention = { orders: 3, trades: 2, positions: 4 };

const directory = temporaryDirectory();
let journal: EngineJournal;
let last = 0;
/** The tables with all their rows, and the tables after a rebuild with retention. */
let everything: Dump;
let rebuilt: Dump;

beforeAll(async () => {
  const engine = new Engine();
  const commands: Command[] = [];
  const apply = (more: readonly Command[]) => {
    for (const command of more) engine.apply(command, silent);
    commands.push(...more);
  };
  const days = new TradingDays(engine, async (more) => apply(more), 8);
  await days.open();
  for (let day = 0; day < DAYS; day++) await days.play();
  journal = new EngineJournal(directory.path, silent);
  last = await journal.append(commands);
  await journal.close();
  everything = await tablesOf(KEEP_ALL);
  rebuilt = await tablesOf(RETENTION);
}, patient);

afterAll(() => directory[Symbol.dispose]());

async function tablesOf(retention: Retention): Promise<Dump> {
  await rebuildHistory(directory.path, () => {}, { retention });
  const opened = openTables(journal.paths.history);
  if ("unusable" in opened) throw new Error(opened.unusable);
  const tables = dump(opened.tables);
  opened.tables.close();
  return tables as Dump;
}

test("rows that are over for longer than their days leave, and everything else stays as it was", () => {
  const staying = stayingOf(everything, journal.engine.now, RETENTION);
  for (const name of LEAVING) {
    expect(rebuilt[name]).toEqual(staying[name]!);
    expect([name, staying[name]!.length < everything[name]!.length]).toEqual([name, name !== "liquidation_transfers"]);
  }
  expect(rebuilt).toEqual(staying);
  const open = rebuilt.orders!.filter((row) => row.status! < 2);
  expect(Math.min(...open.map((row) => row.created_at!))).toBeLessThan(everything.orders![100]!.created_at!);
});

function open(): OpenHistory {
  return openFollower({
    paths: journal.paths,
    durable: last,
    makeReplica: engineReplica,
    retention: RETENTION,
    onRebuild: () => {},
  });
}

/** So many commands are projected, then so many steps of leaving are made; then it goes on, commits, or is killed. */
const anyStretch = fc.record({
  commands: fc.integer({ min: 1, max: 3_000 }),
  steps: fc.nat(30),
  end: fc.constantFrom("goes on", "goes on", "stores", "is killed"),
});

test(
  "however slowly rows leave and however often it is killed, history that has lived through the days equals rebuilt history",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStretch, { minLength: 1, maxLength: 12 }), async (stretches) => {
        setHistoryAside(journal.paths.history);
        let following = open();
        let turn = 0;
        let kills = 0;
        while (following.follower.position < last) {
          const { commands, steps, end } = stretches[turn++ % stretches.length]!;
          const to = Math.min(last, following.follower.position + commands);
          while (following.follower.position < to) following.follower.projectBatch(to);
          for (let step = 0; step < steps; step++) following.follower.leaveSome();
          if (end === "stores") following.follower.commit();
          // If it were killed in every turn before it has committed anything, it would never get there.
          if (end !== "is killed" || kills++ > 5) continue;
          following.close();
          following = open();
        }
        for (let isMore = true; isMore; ) isMore = following.follower.leaveSome();
        following.follower.commit();
        expect(dump(following.tables) as Dump).toEqual(rebuilt);
        following.close();
      }),
      { numRuns: 4 },
    );
  },
  patient,
);

test("no step of leaving looks at more rows than its stretch has", () => {
  const tables = memoryTables();
  const statements: string[] = [];
  const { all, prepare } = tables;
  tables.all = (statement, values) => {
    statements.push(statement.compiledFor(values, "sqlite").sql);
    return all.call(tables, statement as never, values) as never;
  };
  tables.prepare = (statement) => {
    statements.push(statement.compiled("sqlite").sql);
    return prepare.call(tables, statement as never) as never;
  };
  const leaving = new LeavingRows(tables, RETENTION);
  while (!leaving.haveLeft(20_000)) leaving.leaveSome(20_000);
  expect(statements.length).toBeGreaterThan(2 * LEAVING.length);
  for (const sql of statements) {
    const plan = tables.ask<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
    expect(plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step))).toEqual([]);
  }
});
