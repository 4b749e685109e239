// The status of a venue with several nodes, as its database shows it: who leads and whether the lease is still renewed, how
// far the journal goes, which nodes have a session open, and which standbys PostgreSQL has. Changes nothing.

import { serverComplaints } from "../server-complaints.ts";
import { movedOf, type ShownNode } from "../sql/node-statements.ts";
import { type Columns, nodesStatement, standbysStatement, venueStatement } from "../sql/postgres-statements.ts";
import { withDatabaseNamed } from "./database-words.ts";
import { VenueReader } from "./venue-reader.ts";

export interface VenueStatus {
  /** The database's host and name. */
  readonly database: string;
  /** The node that leads; null when none does. */
  readonly leader: string | null;
  readonly epoch: number;
  /** Whether the lease was renewed between the two looks. */
  readonly isRenewed: boolean;
  /** The first batch that is there, and the position of its first command; earlier batches were dropped. */
  readonly begins: { readonly batch: number; readonly position: number };
  readonly batch: number;
  readonly confirmed: number;
  /** Position of the last command. */
  readonly position: number;
  /** Venue time of the last batch, in milliseconds. */
  readonly at: number;
  /** By how much a sandbox's time was moved, in milliseconds. */
  readonly movedMs: number;
  /** The nodes that have a session for the lease. */
  readonly nodes: readonly string[];
  /** The rows that nodes have written about themselves; those of killed nodes stay for a day. */
  readonly rows: readonly ShownNode[];
  readonly standbys: readonly Standby[];
  /** What production would refuse about the server, and what to do. */
  readonly complaints: readonly string[];
}

interface Standby {
  readonly name: string;
  readonly state: string;
  /** `sync` for a standby that commits wait for. */
  readonly sync: string;
}

/** Longer than a leader takes to renew its lease. */
const BETWEEN_LOOKS_MS = 1_200;

/** @throws {Fault} when the database can't be read, or has no venue */
export async function venueStatus(url: string): Promise<VenueStatus> {
  const complaints = await withDatabaseNamed(url, serverComplaints(url, false));
  const reader = await VenueReader.open(url);
  try {
    const before = await reader.extent();
    await Bun.sleep(BETWEEN_LOOKS_MS);
    const { lease, last } = await reader.extent();
    const { batch, first } = await reader.beginning();
    const [venue] = await reader.ask(venueStatement);
    const nodes = await reader.ask(nodesStatement);
    const standbys = await reader.ask(standbysStatement);
    return {
      database: reader.place,
      leader: lease.node === "" ? null : lease.node,
      epoch: lease.epoch,
      isRenewed: lease.node !== "" && (lease.epoch !== before.lease.epoch || lease.beat !== before.lease.beat),
      begins: { batch, position: first },
      ...{ batch: last.batch, confirmed: lease.confirmed, position: last.last, at: last.at },
      movedMs: movedOf(venue!).ms,
      nodes: nodes.map(({ node }) => node ?? "").sort(),
      rows: await reader.nodes(),
      standbys: standbys.map(standbyOf),
      complaints: complaints.map(({ text }) => text),
    };
  } finally {
    await reader.close();
  }
}

function standbyOf({ name, state, sync }: Columns): Standby {
  return { name: name ?? "", state: state ?? "", sync: sync ?? "" };
}
