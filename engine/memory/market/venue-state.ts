// Maintenance and halts of the whole venue, and when it was last started. Rules 11.4, 11.5.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { VenueView } from "../../language/views/views.ts";

const PHASES = ["none", "announced", "running", "grace"] as const;

/** For how long after maintenance only cancels and POST_ONLY orders are accepted. Rules 11.5. */
export const GRACE_MS = 60_000;

export class VenueState {
  /** The phase of maintenance: the window is announced, runs, or has ended less than a minute ago. */
  phase: (typeof PHASES)[number] = "none";
  startAt = 0;
  endAt = 0;
  message = "";
  /** Accounts whose open orders are cancelled when maintenance starts. */
  readonly cancelsAtMaintenance = new Set<number>();
  /** The operator has halted every market. */
  halted = false;
  haltReason = "";
  /** The clock that commands are stamped by is in doubt. */
  clockHalt = false;
  /** The insurance fund owes more than it has. */
  solvencyHalt = false;
  /** Up to this time the silence of sources does not count, because the venue did not run; 0 before its first start. */
  resumesAt = 0;

  /** Whether nothing is matched or liquidated: during maintenance, in the minute after it, or while the clock is in doubt. */
  get rests(): boolean {
    return this.phase === "running" || this.phase === "grace" || this.clockHalt;
  }

  /** Until when maintenance and the minute after it keep trading paused; 0 while neither does. */
  get restsUntil(): number {
    return this.phase === "running" || this.phase === "grace" ? this.endAt + GRACE_MS : 0;
  }

  view(): VenueView {
    const { phase, message, halted, haltReason, clockHalt, solvencyHalt } = this;
    const maintenance = { phase, startAt: this.startAt, endAt: this.endAt, message };
    return { maintenance, halted, haltReason, clockHalt, solvencyHalt };
  }

  write(out: ByteWriter): void {
    out.u8(PHASES.indexOf(this.phase));
    for (const n of [this.startAt, this.endAt, this.resumesAt]) out.f64(n);
    out.text(this.message);
    out.u8(this.halted ? 1 : 0);
    out.text(this.haltReason);
    out.u8(this.clockHalt ? 1 : 0);
    out.u8(this.solvencyHalt ? 1 : 0);
    // Sorted, so that the order in which the set was filled does not show.
    const accounts = [...this.cancelsAtMaintenance].sort((a, b) => a - b);
    out.i32(accounts.length);
    for (const account of accounts) out.i32(account);
  }

  read(input: ByteReader): void {
    this.phase = PHASES[input.u8()]!;
    this.startAt = input.f64();
    this.endAt = input.f64();
    this.resumesAt = input.f64();
    this.message = input.text();
    this.halted = input.u8() === 1;
    this.haltReason = input.text();
    this.clockHalt = input.u8() === 1;
    this.solvencyHalt = input.u8() === 1;
    for (let left = input.i32(); left > 0; left--) this.cancelsAtMaintenance.add(input.i32());
  }
}
