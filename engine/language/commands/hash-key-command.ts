// By what key the engine finds what clients choose. Rules, Appendix D.

import type { Millis } from "../../base/units.ts";

/**
 * Gives the tables that are keyed by what clients choose the key that they are hashed by. Drawn by the program that starts
 * a venue, when its journal has none, and kept in the journal, so that a replay works as it did. A secret: a client that
 * knows it can choose ids that make all others wait. No result depends on it.
 */
export interface SetHashKey {
  readonly type: "set_hash_key";
  at: Millis;
  /** 32 lower-case hexadecimal digits, not all 0. */
  readonly key: string;
}

export type HashKeyCommand = SetHashKey;
