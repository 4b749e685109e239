// Whether the index of a market can be believed just now: what is wrong with it, since when it has been fresh, and whether it
// has been fresh since the venue was started. Rules 6.1, 11.4.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import { STATE_REASONS, type StateReason } from "../../base/vocabulary.ts";

export class IndexHealth {
  /** Why the index is held, "" when it follows its sources. */
  trouble: StateReason | "" = "";
  /** Since when it has been fresh without a break, 0 while it is not. */
  freshSince = 0;
  /** Since when sources have agreed on a level that is too far away to be believed at once, 0 while there is none. */
  agreedSince = 0;
  /** That level, in ticks. */
  agreedLevel = 0;
  /** Whether the index has followed its sources, or was set by hand, at least once. */
  believedOnce = false;
  /** Set when the operator has ended the halt over a jump: the sources' next level is believed, however far away it is. */
  takesNextLevel = false;
  /** When the operator last let the market continue: silence counts from then, as from a report. 0 for never. */
  vouchedAt = 0;
  /** After a start of the venue: the index has not been fresh yet, so no account is liquidated. */
  awaitsReport = false;
  /** The result of the last tick: while the index is in doubt, nothing in the market is acted on. Rules 11.4. */
  inDoubt = false;

  /** The operator ends the trouble; the sources' next reports may bring it back, or a silence as long again. */
  vouch(now: Millis): void {
    if (this.trouble === "INDEX_JUMP") this.takesNextLevel = true;
    this.trouble = "";
    this.vouchedAt = now;
  }

  write(out: ByteWriter): void {
    out.u8(this.trouble === "" ? STATE_REASONS.length : STATE_REASONS.indexOf(this.trouble));
    for (const n of [this.freshSince, this.agreedSince, this.agreedLevel, this.vouchedAt]) out.f64(n);
    out.u8(this.believedOnce ? 1 : 0);
    out.u8(this.takesNextLevel ? 1 : 0);
    out.u8(this.awaitsReport ? 1 : 0);
    out.u8(this.inDoubt ? 1 : 0);
  }

  read(input: ByteReader): void {
    this.trouble = STATE_REASONS[input.u8()] ?? "";
    this.freshSince = input.f64();
    this.agreedSince = input.f64();
    this.agreedLevel = input.f64();
    this.vouchedAt = input.f64();
    this.believedOnce = input.u8() === 1;
    this.takesNextLevel = input.u8() === 1;
    this.awaitsReport = input.u8() === 1;
    if (input.format >= 14) this.inDoubt = input.u8() === 1;
  }
}
