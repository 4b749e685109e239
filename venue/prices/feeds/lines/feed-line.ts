// The way to some pairs of one venue, over all its connections. It says until when a quote that came this way is known to be
// the venue's last word: as long as nothing could be missed, and the connection lives.

import type { Quote } from "../frames/quote.ts";

/** A stretch in which no message was missed. A quote of an earlier one is only as good as that was until its end. */
export type Era = number;

export interface FeedLine {
  readonly name: string;
  /** Each second. */
  look(): void;
  /** When a quote of this era was last known to stand; steady. */
  stoodAt(era: Era): number;
  readonly status: LineStatus;
  stop(): void;
}

export interface LineStatus {
  readonly state: "connecting" | "open" | "waiting";
  /** Connections, or polls, that ended by themselves. */
  readonly failures: number;
  /** Connections that took another's place without a gap. */
  readonly renewals: number;
  readonly messages: number;
  /** What ended the last one, or was complained of last; empty before. */
  readonly trouble: string;
}

export type TakeQuotes = (quotes: readonly Quote[], era: Era) => void;
