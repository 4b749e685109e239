// The read-only view of the venue's own state, and of its operator's announcements. Rules 11.4, 11.5.

import type { AnnouncementId, Millis } from "../../base/units.ts";

/** An announcement that is active. Interface 2.2. */
export interface AnnouncementView {
  /** Counts from 1. */
  readonly announcementId: AnnouncementId;
  readonly message: string;
  /** A link to more information, "" for none. */
  readonly url: string;
  /** The topic in one word; "" for nothing in particular. */
  readonly kind: string;
  /** When it was made. */
  readonly at: Millis;
}

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
