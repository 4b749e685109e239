// A line: the way to some pairs of one venue, over all its connections. It knows until when a quote is certain to be the
// venue's latest: as long as no message could be missed and the connection lives.

import type { Quote } from "../frames/quote.ts";

/** A period in which no message was missed. A quote of an earlier era stands only until the end of that era. */
export type Era = number;

export interface FeedLine {
  readonly name: string;
  /** Called each second. */
  look(): void;
  /** When a quote of this era was last known to stand; by the steady clock. */
  stoodAt(era: Era): number;
  readonly status: LineStatus;
  stop(): void;
}

export interface LineStatus {
  readonly state: "connecting" | "open" | "waiting";
  /** Connections, or polls, that failed. */
  readonly failures: number;
  /** Connections that replaced another one without a gap. */
  readonly renewals: number;
  readonly messages: number;
  /** Why the last connection ended, or the venue's latest complaint; "" before. */
  readonly trouble: string;
}

export type TakeQuotes = (quotes: readonly Quote[], era: Era) => void;
