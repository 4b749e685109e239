// How far a chain has been read, in a small file: where to continue after a restart, and a block that was final then.
// Losing the file means reading everything again from the chain's first block; nothing is credited twice.

import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Hex } from "viem";

export interface PlaceInChain {
  /** Every deposit up to this block is finished. */
  readonly done: number;
  /**
   * The newest block that was final; its hash never changes, unless the chain is reorganised deeper than it ever should
   * be.
   */
  readonly final: { readonly number: number; readonly hash: Hex };
}

const shape = Type.Object({
  factory: Type.String(),
  done: Type.Integer({ minimum: -1 }),
  final: Type.Object({ number: Type.Integer({ minimum: 0 }), hash: Type.String({ pattern: "^0x[0-9a-f]{64}$" }) }),
});
const validator = Compile(shape);

/** @returns undefined for a file that is missing, damaged, or of another factory's addresses */
export function readPlace(path: string, factory: Hex): PlaceInChain | undefined {
  const read = readFacts(path);
  if (typeof read === "string" || !validator.Check(read.facts) || read.facts.factory !== factory) return undefined;
  const { done, final } = read.facts;
  return { done, final: { number: final.number, hash: final.hash as Hex } };
}

export function writePlace(path: string, factory: Hex, { done, final }: PlaceInChain): void {
  writeFacts(path, { factory, done, final }, true);
}
