// `evermark cluster upgrade`: raises the behaviour of a venue of several nodes to that of this version, once every node
// supports it.

import type { VenueVersions } from "@evermark/core/cluster/move/index.ts";
import { BEHAVIOUR } from "@evermark/engine";
import { versions } from "@evermark/venue/operation/reports/versions.ts";
import { moveFrom } from "./cluster-move.ts";
import type { FlagValues } from "./configuration-options.ts";
import { CommandMistake } from "./explain.ts";
import { print } from "./report.ts";

type Node = VenueVersions["nodes"][number];

/** How long to wait: a leader reads the request within a second, and every node applies it as soon as it is confirmed. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 200;

export async function upgrade(values: FlagValues): Promise<void> {
  const { askForBehaviour, obstacle, venueVersions } = await import("@evermark/core/cluster/move/index.ts");
  const { url } = moveFrom(values);
  const before = await venueVersions(url);
  const obstacles = before.nodes.flatMap((node) => obstacle(node, BEHAVIOUR) ?? []);
  const isRaised = values.apply === true && isToRaise(before);
  if (isRaised) {
    await askForBehaviour(url, BEHAVIOUR);
    await everyNode(() => venueVersions(url));
  }
  const data = { behaviour: before.behaviour, newest: BEHAVIOUR, nodes: before.nodes, obstacles, isRaised };
  const lines = [...versionLines(before), outcome(before, obstacles, isRaised)];
  print({ data, lines }, values.json === true);
}

/** @throws {CommandMistake} when no node runs */
function isToRaise({ behaviour, nodes, database }: VenueVersions): boolean {
  if (nodes.length === 0)
    throw new CommandMistake(
      `no node of the venue at ${database} is running: start the nodes, because they raise its behaviour`,
    );
  return behaviour === null || behaviour < BEHAVIOUR;
}

/** Returns once every running node has the new behaviour. @throws {CommandMistake} naming a node that has not */
async function everyNode(look: () => Promise<VenueVersions>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { nodes } = await look();
    const late = nodes.find(({ behaviour }) => behaviour === null || behaviour < BEHAVIOUR);
    if (nodes.length > 0 && late === undefined) return;
    if (performance.now() > end) {
      const which = late === undefined ? "no node is running" : `node ${late.node} does not have it yet`;
      throw new CommandMistake(
        `behaviour ${BEHAVIOUR} was requested, but ${which}: the leading node raises it; run the command again to see the current state`,
      );
    }
    await Bun.sleep(LOOK_MS);
  }
}

export function versionLines({ database, behaviour, leader, nodes }: VenueVersions): string[] {
  const nodeLine = ({ node, program }: Node, i: number) =>
    `${i === 0 ? "nodes      " : "           "}${node}${node === leader ? " leads" : ""}: ${programWords(program)}`;
  return [
    `database   ${database}`,
    `venue      ${behaviour === null ? "no node reports its behaviour" : `behaviour ${behaviour}`}`,
    `this       Evermark ${versions.evermark}, behaviours ${versions.oldest_behaviour} to ${versions.behaviour}`,
    ...(nodes.length === 0 ? ["nodes      none"] : nodes.map(nodeLine)),
  ];
}

export function programWords(program: Node["program"]): string {
  if (program === null) return "of a version that does not report what it supports";
  const { version, behaviours } = program;
  return `Evermark ${version}, behaviours ${behaviours.oldest} to ${behaviours.newest}`;
}

export function outcome({ behaviour }: VenueVersions, obstacles: readonly string[], isRaised: boolean): string {
  if (isRaised) return `raised: every node has behaviour ${BEHAVIOUR}, and applies it to all commands from now on`;
  if (behaviour !== null && behaviour > BEHAVIOUR)
    return `the venue has a newer behaviour than this Evermark knows, which goes up to ${BEHAVIOUR}`;
  if (behaviour === BEHAVIOUR) return `the venue has behaviour ${BEHAVIOUR} already`;
  if (obstacles.length > 0)
    return `it can't be raised to ${BEHAVIOUR}: ${obstacles.join("; ")}. Stop it and start this version in its place`;
  return `nothing was changed; to raise it to ${BEHAVIOUR}: --apply`;
}
