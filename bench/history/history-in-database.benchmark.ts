// What rate history in PostgreSQL can keep up with, and what that costs the journal on the same disk. New rows written
// by COPY are compared with the same rows passed as lists to a single INSERT. It also measures how far history is
// behind while commands come at a steady pace, and how long a batch of the journal takes during this, compared with a
// batch without history.

import { mkdirSync } from "node:fs";
import { dataPaths } from "@evermark/core";
import { venueOn } from "@evermark/core/cluster/postgres/testing/postgres-node.ts";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import {
  insertInto,
  lineOf,
  mergedOf,
  PendingWrites,
  PostgresConnection,
  prepareTables,
} from "@evermark/venue/history/history-inside.ts";
import { startHistory } from "@evermark/venue/history/index.ts";
import { type Benchmark, figureAlone, figureOf, inTurns, quantile } from "../figures/measure.ts";
import { appender, timesOf } from "../load/shared-appends.ts";
import { SCRATCH_PARENT, scratchDirectory } from "../processes/scratch-directory.ts";
import { writeJournal } from "./history.benchmark.ts";

/** A table in which rows are only inserted and never updated. */
const TABLE = "settlements";
const ROWS = 10_000;
const COMMANDS_PER_SECOND = 2_000;
const FEED_MS = 50;
const AT = Date.UTC(2026, 0, 2);

export const historyInDatabase: Benchmark = {
  name: "history-in-database",
  about: `rows/s of COPY; and lag and cost to the journal at ${COMMANDS_PER_SECOND} commands/s, in PostgreSQL`,
  load: { mix: { limit: 45, ioc: 15, cancel: 20, amend: 20 }, accounts: 1_000 },
  quickLoad: { accounts: 64 },
  async run(settings, report, note) {
    if (!isPostgresAsked) return note("left out: PostgreSQL is not installed");
    mkdirSync(SCRATCH_PARENT, { recursive: true });
    const { quick } = settings;
    await using server = await PostgresServer.start({ isDurable: true, within: SCRATCH_PARENT });

    const line = new PostgresConnection(await server.database());
    line.connect("writes");
    prepareTables(line, "the benchmark's database");
    const rows = Array.from({ length: ROWS }, (_, i) => settlement(i));
    const rowsPerSecond = (add: (to: PendingWrites, row: object) => void) => () => {
      line.ask("writes", [{ is: "script", text: `TRUNCATE ${TABLE}` }]);
      const startedAt = performance.now();
      const pending = new PendingWrites();
      for (const row of rows) add(pending, row);
      line.ask("writes", pending.take());
      return (ROWS / (performance.now() - startedAt)) * 1_000;
    };
    const [lineOfRow, listsOfRow, text] = [lineOf(TABLE), mergedOf(TABLE), insertInto(TABLE).manyAtOnce()];
    const runs = quick ? 1 : 9;
    const copied = await inTurns({
      runs,
      ours: rowsPerSecond((pending, row) => pending.addNew(TABLE, lineOfRow(row, 0))),
      theirs: rowsPerSecond((pending, row) => {
        const { columns, key } = listsOfRow(row);
        pending.addMerged(TABLE, text, columns, key);
      }),
    });
    report(figureOf("history-copy", "rows/s", "INSERT of lists", copied));
    line.close();

    await scratchDirectory(async (directory) => {
      const { opened, last } = await writeJournal(dataPaths(directory), settings);
      const append = await appender(await venueOn(server), "on");
      const history = await startHistory({
        ...{ dataDirectory: directory, database: await server.database(), durable: opened },
        onFailure(error) {
          throw error;
        },
      });
      const feed = new Feed(history, { from: opened, to: last });
      const [appends, turns] = quick ? [10, 1] : [300, 5];
      const alone: number[][] = [];
      const beside: number[][] = [];
      for (let turn = 0; turn <= turns; turn++) {
        const theirs = await timesOf(appends, append.once);
        feed.begin();
        const ours = await timesOf(appends, append.once);
        await feed.end();
        // The first turn is not counted, because code is compiled and caches are filled during it.
        if (turn > 0 || quick) alone.push(theirs);
        if (turn > 0 || quick) beside.push(ours);
        if (turn === 0 && !quick) feed.lags.length = 0;
      }
      for (const [suffix, share] of [
        ["p50", 0.5],
        ["p99", 0.99],
      ] as const) {
        const of = (times: number[][]) => times.map((each) => quantile(each, share));
        const samples = { ours: of(beside), theirs: of(alone) };
        report(figureOf(`append-beside-history-${suffix}`, "ms", "without history", samples));
      }
      report(figureAlone("history-in-database-lag-p50", "ms", [quantile(feed.lags, 0.5)]));
      report(figureAlone("history-in-database-lag-max", "ms", [Math.max(...feed.lags)]));
      await history.close();
      await append.close();
    });
  },
};

function settlement(i: number) {
  const money = { holdingBefore: 98_765_432, holdingAfter: 111_111_110, symbols: '[{"market":3,"amount":12345678}]' };
  return { ...money, settlementId: i + 1, account: (i * 7_919) % 5_000, at: AT + i };
}

/** Makes commands durable at a steady pace, and measures how long it takes until all readers of history see them. */
class Feed {
  readonly lags: number[] = [];
  readonly #history: Awaited<ReturnType<typeof startHistory>>;
  readonly #to: number;
  #position: number;
  #isOn = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(history: Awaited<ReturnType<typeof startHistory>>, { from, to }: { from: number; to: number }) {
    this.#history = history;
    this.#position = from;
    this.#to = to;
  }

  begin(): void {
    this.#isOn = true;
    this.#ended = this.#feed();
  }

  async end(): Promise<void> {
    this.#isOn = false;
    await this.#ended;
    await this.#history.catchUp(this.#position);
  }

  async #feed(): Promise<void> {
    while (this.#isOn && this.#position < this.#to) {
      const each = (COMMANDS_PER_SECOND * FEED_MS) / 1_000;
      this.#position = Math.min(this.#to, this.#position + each);
      const [position, at] = [this.#position, performance.now()];
      this.#history.durable(position);
      void this.#seen(position).then((seenAt) => this.lags.push(seenAt - at));
      await Bun.sleep(FEED_MS);
    }
  }

  async #seen(position: number): Promise<number> {
    while (this.#history.position() < position) await Bun.sleep(2);
    return performance.now();
  }
}
