// A real PostgreSQL for the cases.

import { LineProxy } from "@evermark/core/cluster/postgres/testing/line-proxy.ts";
import type { NodeCalls } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import { PostgresNode, venueOn } from "@evermark/core/cluster/postgres/testing/postgres-node.ts";
import { PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import type { CaseDatabase, PromotableDatabase, StatementWait } from "./case-database.ts";

const STANDS: Readonly<Record<StatementWait, string>> = {
  "waits for the standby": "wait_event = 'SyncRep'",
  "waits for another": "wait_event_type = 'Lock'",
  half: "wait_event = 'ClientRead' AND xact_start IS NOT NULL",
};
const FULL = `
  CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no space' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON evermark.batches FOR EACH ROW EXECUTE FUNCTION full_disk()`;
const HERE = "datname = current_database()";

/** While stalled, it has a synchronous standby that never connects. */
export async function realCaseDatabase(server: PostgresServer): Promise<CaseDatabase> {
  const { database, close } = await databaseAt(server, (isStalled) => server.stall(isStalled));
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await server.stall(false);
      await close();
    },
  };
}

/** With a streaming standby, which receives nothing while it is stopped. */
export async function promotableDatabase({ isSynchronous = true } = {}): Promise<PromotableDatabase> {
  // Set from the start: a server that reads the setting later lets some commits pass without waiting.
  const settings = isSynchronous ? ["synchronous_standby_names = 'standby'"] : [];
  const server = await PostgresServer.start({ settings });
  const standby = await server.standby("standby");
  await standby.run();
  await server.until(
    `EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = '${isSynchronous ? "sync" : "async"}')`,
  );
  const stall = async (isStalled: boolean) => {
    // Without synchronous commits, some may still be on their way to the standby.
    if (isStalled)
      await server.until("NOT EXISTS (SELECT FROM pg_stat_replication WHERE replay_lsn < pg_current_wal_lsn())");
    await (isStalled ? standby.stop() : standby.run());
  };
  const { database, lines, close } = await databaseAt(server, stall);
  return {
    ...database,
    async promote() {
      await server.kill();
      await standby.run();
      await standby.sql("SELECT pg_promote()");
      for (const line of lines) {
        line.target = standby.port;
        line.cut();
      }
    },
    async [Symbol.asyncDispose]() {
      await close();
      await standby[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

interface OpenDatabase {
  readonly database: Omit<CaseDatabase, typeof Symbol.asyncDispose>;
  readonly lines: readonly LineProxy[];
  readonly close: () => Promise<void>;
}

async function databaseAt(server: PostgresServer, stall: CaseDatabase["stall"]): Promise<OpenDatabase> {
  const url = await venueOn(server);
  const lines = await Promise.all([1, 2].map(() => LineProxy.start(server.port)));
  const nodes = await Promise.all(lines.map((line, i) => PostgresNode.open(line.url(url), i + 1)));
  const database = {
    nodeA: nodes[0]!,
    nodeB: nodes[1]!,
    stall,
    untilWaiting: (wait: StatementWait, count: number) =>
      server.until(`(SELECT count(*) >= ${count} FROM pg_stat_activity WHERE ${HERE} AND ${STANDS[wait]})`, url),
    async cancelWaits() {
      const waiting = `FROM pg_stat_activity WHERE ${HERE} AND ${STANDS["waits for the standby"]}`;
      await server.sql(`SELECT pg_cancel_backend(pid) ${waiting}`, url);
    },
    async fill(isFull: boolean) {
      await server.sql(isFull ? FULL : "DROP FUNCTION full_disk CASCADE", url);
    },
    halve(node: NodeCalls) {
      lines[nodes.indexOf(node as PostgresNode)]!.isHalving = true;
    },
    async crash() {
      await server.kill();
      await server.run();
    },
  };
  const close = async () => {
    for (const line of lines) await line[Symbol.asyncDispose]();
    for (const node of nodes) await node[Symbol.asyncDispose]();
  };
  return { database, lines, close };
}
