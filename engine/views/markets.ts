// What can be read of the venue's own state. Rules 11.4, 11.5.

import type { Millis } from "../units.ts";

export interface VenueView {
  readonly maintenance: {
    /** During maintenance and the minute after it. */
    readonly phase: "none" | "announced" | "running" | "grace";
    readonly startAt: Millis;
    readonly endAt: Millis;
    readonly message: string;
  };
  readonly halted: boolean;
  /** The operator's words, "" while the venue is not halted. */
  readonly haltReason: string;
  /** The venue's clock is in doubt: nothing is placed, matched or liquidated, and no money leaves. */
  readonly clockHalt: boolean;
  readonly solvencyHalt: boolean;
}
