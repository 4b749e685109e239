// How a venue with several nodes gets a newer behaviour. Its operator asks for it, in the venue's row; that is refused
// while a node runs that does not carry it out. Each node reads that row when it writes its own, and the leader appends the
// command that raises the behaviour.

import { Fault } from "@evermark/engine";
import type { SeenNode } from "../../ports/presence.ts";
import { ToolSession } from "../moving/tool-session.ts";
import { VenueReader } from "../moving/venue-reader.ts";
import { type ShownNode, wantBehaviourStatement } from "../sql/node-statements.ts";
import { leaseRowOf, lookStatement } from "../sql/postgres-statements.ts";

export interface VenueVersions {
  /** The database's host and name. */
  readonly database: string;
  /**
   * The behaviour that commands are carried out under, as reported by the node that has come furthest; null when no running
   * node reports it.
   */
  readonly behaviour: number | null;
  readonly leader: string;
  /** The nodes that run. */
  readonly nodes: readonly ShownNode[];
}

/** @throws {Fault} when the database can't be read, or has no venue */
export async function venueVersions(url: string): Promise<VenueVersions> {
  const reader = await VenueReader.open(url);
  try {
    const [lease] = await reader.ask(lookStatement);
    const nodes = (await reader.nodes()).filter(({ isFresh }) => isFresh);
    const behaviours = nodes.flatMap(({ behaviour }) => behaviour ?? []);
    return {
      ...{ database: reader.place, leader: leaseRowOf(lease!).node, nodes },
      behaviour: behaviours.length === 0 ? null : Math.max(...behaviours),
    };
  } finally {
    await reader.close();
  }
}

/** Why a node keeps its venue from a behaviour; null when it does not. */
export function obstacle({ node, program }: Pick<SeenNode, "node" | "program">, behaviour: number): string | null {
  if (program === null) return `node ${node} is of a version that does not report what it supports`;
  const { oldest, newest } = program.behaviours;
  if (oldest <= behaviour && behaviour <= newest) return null;
  return `node ${node}, which is Evermark ${program.version}, carries out behaviours ${oldest} to ${newest}, not ${behaviour}`;
}

/** @throws {Fault} when a running node does not carry the behaviour out; nothing has changed then */
export async function askForBehaviour(url: string, behaviour: number): Promise<void> {
  const session = await ToolSession.open(url, "upgrade");
  try {
    if ((await session.rows(wantBehaviourStatement(behaviour))).length > 0) return;
  } finally {
    await session.close();
  }
  const { nodes, database } = await venueVersions(url);
  const why = nodes.flatMap((node) => obstacle(node, behaviour) ?? []);
  throw new Fault(
    `the venue at ${database} can't have behaviour ${behaviour}: ${why.join("; ") || "another node has just started"}`,
  );
}
