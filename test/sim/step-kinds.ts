// The commands that the core sends itself: no workload draws them, and no judge is asked about them.

import type { Command } from "@evermark/engine";

const OF_CORE: ReadonlySet<Command["type"]> = new Set(["set_hash_key", "set_behaviour", "confirm_digest"]);

export function isOfCore(kind: Command["type"]): boolean {
  return OF_CORE.has(kind);
}
