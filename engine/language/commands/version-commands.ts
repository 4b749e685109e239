// What a journal says of itself: which behaviour its commands were given under, and what they did then.

import type { Millis } from "../../base/units.ts";

/** From here on commands are given under this behaviour; the first command of a journal says so, and each upgrade. */
export interface SetBehaviour {
  readonly type: "set_behaviour";
  at: Millis;
  readonly version: number;
}

/** What the engine had said up to the confirmation before this one. */
export interface ConfirmDigest {
  readonly type: "confirm_digest";
  at: Millis;
  /** 16 lower-case hexadecimal digits. */
  readonly digest: string;
}

export type VersionsCommand = SetBehaviour | ConfirmDigest;
