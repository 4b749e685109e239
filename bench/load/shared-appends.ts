// Appends batches to the journal that several nodes share, one after the other, and measures how long each takes to be
// committed.

import { randomBytes } from "node:crypto";
import { openPostgres } from "@evermark/core/cluster/postgres/index.ts";
import { FIRST_ROW, NodeCalls, nodeIdOf, rowBehind } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import { STEADY_CLOCK } from "@evermark/core/cluster/postgres/testing/postgres-node.ts";
import { assert } from "@evermark/engine";

/** The size of a batch under heavy load. */
export const BATCH_BYTES = 20_000;

export interface Side {
  readonly once: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function appender(url: string, synchronousCommit: "on" | "remote_apply"): Promise<Side> {
  const postgres = await openPostgres({ url, node: nodeIdOf(1), clock: STEADY_CLOCK, synchronousCommit });
  const node = new NodeCalls(nodeIdOf(1), postgres);
  const term = await node.lead();
  let head = FIRST_ROW;
  return {
    async once() {
      const row = { ...rowBehind(head, term), records: randomBytes(BATCH_BYTES) };
      assert((await node.append(row, head)) === "appended", "a batch is appended", { batch: row.batch });
      head = row;
    },
    close: () => postgres.close(),
  };
}

export async function timesOf(count: number, once: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now();
    await once();
    times.push(performance.now() - startedAt);
  }
  return times;
}
