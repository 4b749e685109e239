// A real PostgreSQL as cases ask it. Its standby is one that never comes, until it is waited for no more.

import { LineProxy } from "@evermark/core/cluster/postgres/testing/line-proxy.ts";
import type { NodeCalls } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import { PostgresNode, venueOn } from "@evermark/core/cluster/postgres/testing/postgres-node.ts";
import type { PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import type { Desk, Standing } from "./desk.ts";

const STANDS: Readonly<Record<Standing, string>> = {
  "waits for the standby": "wait_event = 'SyncRep'",
  "waits for another": "wait_event_type = 'Lock'",
  half: "wait_event = 'ClientRead' AND xact_start IS NOT NULL",
};
const FULL = `
  CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no space' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON evermark.batches FOR EACH ROW EXECUTE FUNCTION full_disk()`;
const HERE = "datname = current_database()";

export async function realDesk(server: PostgresServer): Promise<Desk> {
  const url = await venueOn(server);
  const lines = await Promise.all([1, 2].map(() => LineProxy.start(server.port)));
  const nodes = await Promise.all(lines.map((line, i) => PostgresNode.open(line.url(url), i + 1)));
  const stall = (isStalled: boolean) =>
    server.reload(`synchronous_standby_names = '${isStalled ? "no_such_standby" : ""}'`);
  return {
    one: nodes[0]!,
    two: nodes[1]!,
    reached: (standing, count) =>
      server.until(`(SELECT count(*) >= ${count} FROM pg_stat_activity WHERE ${HERE} AND ${STANDS[standing]})`, url),
    stall,
    async cancelWaits() {
      const waiting = `FROM pg_stat_activity WHERE ${HERE} AND ${STANDS["waits for the standby"]}`;
      await server.sql(`SELECT pg_cancel_backend(pid) ${waiting}`, url);
    },
    async fill(isFull) {
      await server.sql(isFull ? FULL : "DROP FUNCTION full_disk CASCADE", url);
    },
    halve(node: NodeCalls) {
      lines[nodes.indexOf(node as PostgresNode)]!.isHalving = true;
    },
    async crash() {
      await server.kill();
      await server.run();
    },
    async [Symbol.asyncDispose]() {
      await stall(false);
      for (const line of lines) await line[Symbol.asyncDispose]();
      for (const node of nodes) await node[Symbol.asyncDispose]();
    },
  };
}
