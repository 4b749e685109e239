// Rebuilds the history in PostgreSQL, from the journal of one node's directory, while no node writes it. The existing tables are
// dropped: they hold nothing that the journal does not have.

import { Fault } from "@evermark/engine";
import { realDisk } from "@evermark/journal";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { PostgresConnection } from "../postgres/line/line.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import { dropTables, prepareTables, refuseLaterTables, takeLock } from "../postgres/writer-lock.ts";
import { KEEP_ALL } from "../retention/retention.ts";
import { type FollowOptions, follow, type OpenHistory, startOf } from "./open-follower.ts";

/**
 * Creates empty tables, and a follower at the journal's beginning.
 * @throws {Fault} before anything is dropped, when a node writes them or the journal was pruned; {WrittenByNewer}; {DatabaseAway}
 */
export function followAnew(url: string, options: FollowOptions): OpenHistory<PostgresStore> {
  const { host, pathname } = new URL(url);
  const database = host + pathname;
  const oldest = readOldestKept(realDisk, options.paths.journal);
  if (oldest > 1)
    throw new Fault(`history can't be made anew: the journal was pruned and begins at position ${oldest}`, {
      hint: "on a node whose copy of the journal is whole, run evermark rebuild-history",
    });
  const line = new PostgresConnection(url);
  try {
    if (!takeLock(line)) throw new Fault(`a node writes the history in ${database}`, { hint: "stop all nodes first" });
    refuseLaterTables(line, database);
    dropTables(line);
    const { progress } = prepareTables(line, database);
    const start = startOf(options, progress);
    if (typeof start === "string") throw new Fault(`history can't be made anew: ${start}`);
    const tables = new PostgresStore(line, progress, options.retention ?? KEEP_ALL);
    const following = follow(options, { tables, giveBack: () => false }, start);
    return {
      ...following,
      close() {
        following.close();
        line.close();
      },
    };
  } catch (error) {
    line.close();
    throw error;
  }
}
