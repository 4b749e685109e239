// PostgreSQL holds the same rows as a file, and gives the same answers.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { type Command, Engine, lots, micros, millis, silent } from "@evermark/engine";
import { patient } from "@evermark/engine/testing/property-runs.ts";
import { START } from "@evermark/engine/testing/setup.ts";
import { Projector } from "../records/projector.ts";
import { KEEP_ALL } from "../retention/retention.ts";
import { insertInto, putInto } from "../tables/writing.ts";
import { askEach } from "../testing/asked-queries.ts";
import { dump, memoryTables, TestDatabase, type TestTables } from "../testing/databases.ts";
import { tapeEngine } from "../testing/event-tape.ts";
import { TradingDays } from "../testing/trading-days.ts";
import { applyDayByDay } from "../thread/engine-replica.ts";
import { historyQueries } from "../thread/history-queries.ts";
import { DatabaseAway } from "./line/line.ts";
import { PostgresStore } from "./postgres-store.ts";

const DAYS = 4;
const BATCH_COMMANDS = 150;

describe.skipIf(!isPostgresAsked)("tables in PostgreSQL", () => {
  const database = new TestDatabase();
  beforeAll(() => database.start(), patient);
  afterAll(() => database.stop());

  test(
    "hold the same rows as a file after days of trading, and answer each question as it does",
    async () => {
      const commands = await tradingDays();
      const [file, postgres] = [projected(commands, memoryTables()), projected(commands, database.fresh())];
      const inFile = dump(file);
      expect(dump(postgres)).toEqual(inFile);
      const empty = Object.entries(inFile).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []));
      expect(
        empty.filter(
          (name) => !/vault|announce|refer|transfers|withdrawals|received|notif|algo_f|liquidation_markets/.test(name),
        ),
      ).toEqual([]);
      const answers: unknown[] = [];
      askEach(historyQueries(file), (name, answer) => answers.push([name, answer]));
      const others: unknown[] = [];
      askEach(historyQueries(postgres), (name, answer) => others.push([name, answer]));
      expect(others).toEqual(answers);
    },
    patient,
  );

  test("keep text exactly, special characters included", () => {
    const odd = ["", "tab\tnew\nline\r", "back\\slash \\N \\.", `quotes ' " {a,b}`, "NULL", "ünïcödé 🙂", "$1"];
    const texts = (tables: TestTables) => {
      tables.begin();
      const insert = tables.prepare(insertInto("ledger"));
      const put = tables.prepare(putInto("referral_codes"));
      for (const [i, reference] of odd.entries()) {
        insert.run({ account: i, kind: "deposit", amount: 1, holdingAfter: 1, reference, market: -1, at: 1 });
        put.run({ code: reference, referrer: 1, invites: i, traded: 0 });
      }
      tables.commit({ position: 1, checksum: "of ' it" });
      return dump(tables);
    };
    expect(texts(database.fresh())).toEqual(texts(memoryTables()));
  });

  test("are continued from where a writer left them, and refuse a second writer", () => {
    const one = database.fresh();
    one.begin();
    one.commit({ position: 5, checksum: "five" });
    // It wrongly believes that the tables are still at its position.
    const paused = new PostgresStore(database.line, { position: 0, checksum: "" }, KEEP_ALL);
    paused.begin();
    const insert = paused.prepare(insertInto("ledger"));
    insert.run({ account: 1, kind: "deposit", amount: 1, holdingAfter: 1, reference: "", market: -1, at: 1 });
    expect(() => paused.commit({ position: 1, checksum: "one" })).toThrow(DatabaseAway);
    database.line.abandon("writes");
    expect(one.ask("SELECT position, checksum FROM meta")).toEqual([{ position: 5, checksum: "five" }]);
    expect(one.ask("SELECT * FROM ledger")).toEqual([]);
  });

  test("take rows with the same key twice in a batch, and reads of them in between", () => {
    const twice = (tables: TestTables) => {
      const projector = new Projector(tables, tapeEngine);
      projector.begin();
      const move = { account: 5, market: 2, marginMode: "CROSS", kind: "claim", fee: micros(0) } as const;
      for (let i = 1; i < 5; i++) {
        projector.transfer({
          ...move,
          quantity: lots(i),
          price: 50 as never,
          realizedPnl: micros(0),
          at: millis(START + i),
        });
        projector.write();
      }
      projector.commit({ position: 1, checksum: "" });
      return dump(tables);
    };
    expect(twice(database.fresh())).toEqual(twice(memoryTables()));
  });
});

async function tradingDays(): Promise<Command[]> {
  const engine = new Engine();
  const commands: Command[] = [];
  const days = new TradingDays(engine, async (more) => {
    for (const command of more) engine.apply(command, silent);
    commands.push(...more);
  });
  await days.open();
  for (let day = 0; day < DAYS; day++) await days.play();
  return commands;
}

function projected(commands: readonly Command[], tables: TestTables): TestTables {
  const engine = new Engine();
  const projector = new Projector(tables, engine);
  for (let from = 0; from < commands.length; from += BATCH_COMMANDS) {
    projector.begin();
    const batch = commands.slice(from, from + BATCH_COMMANDS);
    for (const [i, command] of batch.entries()) {
      applyDayByDay(engine, command, projector);
      projector.commandEnd(from + i + 1);
    }
    projector.commit({ position: from + batch.length, checksum: "" });
  }
  return tables;
}
