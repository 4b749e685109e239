// How long it takes to commit one batch of a cluster's journal in PostgreSQL: with its real statement, which also
// checks the lease and the previous row, compared with a bare insert of the same bytes over a similar connection. Each
// commits by itself. It is measured without a standby, with a synchronous one on the same disk, and with one that must
// also have applied the row.

import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { venueOn } from "@evermark/core/cluster/postgres/testing/postgres-node.ts";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { Client } from "pg";
import { type Benchmark, type Figure, figureOf, quantile, type Samples } from "../figures/measure.ts";
import { appender, BATCH_BYTES, type Side, timesOf } from "../load/shared-appends.ts";
import { SCRATCH_PARENT } from "../processes/scratch-directory.ts";

interface Amount {
  readonly appends: number;
  readonly turns: number;
}

type Report = (figure: Figure) => void;

export const sharedAppend: Benchmark = {
  name: "shared-append",
  about: `ms until a batch of ${BATCH_BYTES / 1_000} KB is certain in PostgreSQL`,
  async run({ quick }, report, note) {
    if (!isPostgresAsked) return note("left out: PostgreSQL is not installed");
    mkdirSync(SCRATCH_PARENT, { recursive: true });
    const amount = quick ? { appends: 10, turns: 1 } : { appends: 400, turns: 5 };
    await using primary = await PostgresServer.start({ isDurable: true, within: SCRATCH_PARENT });
    await measure(primary, "on", amount, reporter("shared-append", report));
    await using standby = await primary.standby("standby");
    await standby.run();
    await primary.reload("synchronous_standby_names = 'standby'");
    await primary.until("EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')");
    await measure(primary, "on", amount, reporter("shared-append-standby", report));
    await measure(primary, "remote_apply", amount, reporter("shared-append-apply", report));
  },
};

function reporter(name: string, report: Report): (times: { ours: number[][]; theirs: number[][] }) => void {
  return ({ ours, theirs }) => {
    for (const [suffix, share] of [
      ["p50", 0.5],
      ["p99", 0.99],
    ] as const) {
      const of = (turns: number[][]) => turns.map((times) => quantile(times, share));
      const samples: Samples = { ours: of(ours), theirs: of(theirs) };
      report(figureOf(`${name}-${suffix}`, "ms", "bare insert", samples));
    }
  };
}

async function measure(
  server: PostgresServer,
  synchronousCommit: "on" | "remote_apply",
  { appends, turns }: Amount,
  done: (times: { ours: number[][]; theirs: number[][] }) => void,
): Promise<void> {
  const url = await venueOn(server);
  const append = await appender(url, synchronousCommit);
  const insert = await inserter(url, synchronousCommit);
  const times = { ours: [] as number[][], theirs: [] as number[][] };
  // The first turn is not counted, because code is compiled and caches are filled during it.
  for (let turn = 0; turn <= turns; turn++) {
    const theirs = await timesOf(appends, insert.once);
    const ours = await timesOf(appends, append.once);
    if (turn > 0) times.theirs.push(theirs);
    if (turn > 0) times.ours.push(ours);
  }
  await append.close();
  await insert.close();
  done(times);
}

async function inserter(url: string, synchronousCommit: "on" | "remote_apply"): Promise<Side> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("CREATE TABLE bare (id bigint PRIMARY KEY, bytes bytea NOT NULL)");
  await client.query("ALTER TABLE bare ALTER COLUMN bytes SET STORAGE EXTERNAL");
  await client.query(`SET synchronous_commit = ${synchronousCommit}`);
  let id = 0;
  return {
    async once() {
      const values = [++id, randomBytes(BATCH_BYTES)];
      await client.query({ name: "insert", text: "INSERT INTO bare VALUES ($1, $2)", values });
    },
    close: () => client.end(),
  };
}
