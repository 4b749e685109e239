// PostgreSQL as the lease and the shared journal of a node: the only code that speaks to PostgreSQL for them.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease } from "../ports/lease.ts";
import type { Presence } from "../ports/presence.ts";
import type { SharedJournal } from "../ports/shared-journal.ts";
import type { NodeId } from "../records/term.ts";
import { PostgresJournal } from "./postgres-journal.ts";
import { PostgresLease } from "./postgres-lease.ts";
import { PostgresPresence } from "./postgres-presence.ts";
import { ANSWER_WITHIN_MS, Session, type SessionSettings } from "./postgres-session.ts";
import { leaseRole } from "./sql/session-setup.ts";
import { readTables, type VenueFacts } from "./venue-tables.ts";

export { serverComplaints } from "./server-complaints.ts";
export { createTables } from "./venue-tables.ts";

interface PostgresSettings {
  readonly url: string;
  /** New at each start: PostgreSQL ends earlier sessions of a node that opens a new one. */
  readonly node: NodeId;
  readonly clock: Pick<ClusterClock, "steady">;
  readonly synchronousCommit?: SessionSettings["synchronousCommit"];
  /** Called with the reason when PostgreSQL could not be reached; it is tried again. */
  readonly onTrouble?: (trouble: Error) => void;
}

export interface Postgres {
  readonly lease: Lease;
  readonly presence: Presence;
  readonly journal: SharedJournal;
  readonly venue: VenueFacts;
  /** Ends the sessions, once everything asked of the lease is answered or lost. */
  close(): Promise<void>;
}

/**
 * @throws when PostgreSQL can't be used: it is not reached, is a standby, has no venue, or one that only a newer program
 * reads
 */
export async function openPostgres({ url, node, clock, ...rest }: PostgresSettings): Promise<Postgres> {
  const { synchronousCommit = "on", onTrouble = () => {} } = rest;
  const settings: SessionSettings = { url, clock, synchronousCommit };
  const session = await Session.open(settings, leaseRole(node));
  const venue = await readTables(session, clock.steady() + ANSWER_WITHIN_MS).finally(() => session.close());
  const lease = new PostgresLease({ settings, node, onTrouble });
  const presence = new PostgresPresence({ settings, node, onTrouble });
  const journal = new PostgresJournal({ settings, onTrouble });
  return {
    ...{ lease, presence, journal, venue },
    async close() {
      journal.close();
      await Promise.all([lease.close(), presence.close()]);
    },
  };
}
