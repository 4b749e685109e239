// The debts of those whose positions cannot be liquidated now, as last counted. held-debts.ts counts them. Nothing here is
// state: it follows from accounts, rows, marks and standstills.

import { assert } from "../../base/fault.ts";
import type { Micros } from "../../base/units.ts";
import type { Subject } from "./subject.ts";

export class HeldDebts {
  /** Micros, above 0. */
  readonly bySubject = new Map<Subject, number>();
  total = 0;
  isCounted = false;

  /** Call it when prices, standstills or anything of any account may have changed. */
  forget(): void {
    this.isCounted = false;
  }

  /** Whether there were debts at the last count, or something may have changed since. */
  get mayBeAny(): boolean {
    return !this.isCounted || this.total > 0;
  }

  begin(): void {
    this.isCounted = true;
    this.bySubject.clear();
    this.total = 0;
  }

  /** @param owed micros, 0 for nothing @returns whether the subject owed anything before, or does now */
  set(subject: Subject, owed: Micros): boolean {
    const before = this.bySubject.get(subject) ?? 0;
    if (owed > 0) this.bySubject.set(subject, owed);
    else this.bySubject.delete(subject);
    this.total += owed - before;
    assert(this.total >= 0 && owed >= 0, "no debt is less than nothing", { subject, owed, total: this.total });
    return before > 0 || owed > 0;
  }
}
