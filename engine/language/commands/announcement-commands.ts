// What the operator announces to everyone. Interface 2.2, streams 7.

import type { Millis } from "../../base/units.ts";

/** Makes an announcement, which is active until it is withdrawn. */
export interface Announce {
  readonly type: "announce";
  at: Millis;
  /** For people to read. */
  readonly message: string;
  /** Where more is said, `https://…`; "" for nowhere. */
  readonly url: string;
  /** What it is about, one word such as `maintenance`; "" for nothing in particular. */
  readonly kind: string;
}

/** Ends an announcement. */
export interface WithdrawAnnouncement {
  readonly type: "withdraw_announcement";
  at: Millis;
  readonly announcementId: number;
}

export type AnnouncementsCommand = Announce | WithdrawAnnouncement;
