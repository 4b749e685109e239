// Which kinds of commands are in play: each that is declared, and the model judges it.

import type { Command } from "@evermark/engine";

type Kind = Command["type"];

/** The model does not know what becomes of it: only in worlds that the engine alone is run in. */
const UNJUDGED: ReadonlySet<Kind> = new Set(["set_affiliate", "set_affiliate_basis"]);
const OF_CORE: ReadonlySet<Kind> = new Set(["set_hash_key", "set_behaviour", "confirm_digest"]);

export function inPlay(kind: Kind, judged: boolean): boolean {
  return !isOfCore(kind) && !(judged && UNJUDGED.has(kind));
}

/** What the core sends itself. */
export function isOfCore(kind: Kind): boolean {
  return OF_CORE.has(kind);
}
