// Whether a program can be a node of a venue in its present state: it may be of another version than the running nodes. A
// program that can't work with them is refused by name.

import { Fault } from "@evermark/engine";
import type { Program, SeenNode } from "../ports/presence.ts";

/**
 * Why a program can't be a node of the venue.
 * @param wanted the behaviour that the venue is to have
 * @param running the other nodes
 * @returns null when it can
 */
export function unfitness(program: Program, wanted: number, running: readonly SeenNode[]): string | null {
  const { oldest, newest } = program.behaviours;
  if (wanted > newest) {
    return (
      `the venue is to have behaviour ${wanted}, as its operator has asked for; this Evermark ${program.version} carries out ` +
      `${oldest} to ${newest}: start the newer one`
    );
  }
  const other = running.find((node) => node.program !== null && node.program.messages !== program.messages);
  if (other === undefined) return null;
  return (
    `node ${other.node}, which is Evermark ${other.program!.version}, sends messages of version ${other.program!.messages}; this ` +
    `Evermark ${program.version} sends and reads version ${program.messages}: the two can't be one venue. Stop all nodes, then start ` +
    "them with one version"
  );
}

/** @throws {Fault} when the program can't begin as a node */
export function assertFit(program: Program, wanted: number, running: readonly SeenNode[]): void {
  const why = unfitness(program, wanted, running);
  if (why !== null) throw new Fault(why);
}
