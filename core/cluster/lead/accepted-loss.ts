// Lets an operator go on without what a failover has lost; until then the venue stands still. The operator's act appends
// the barrier that no node appends while it does not know everything that was acknowledged. After it, every node knows on
// which server the journal continues. A node that has applied something else stops, and lists that.

import type { Millis } from "@evermark/engine";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease, LeaseLook, LeaseRow } from "../ports/lease.ts";
import type { SharedJournal } from "../ports/shared-journal.ts";
import { type Head, NOTHING } from "../records/batch-row.ts";
import type { NodeId, Term } from "../records/term.ts";
import { CLAIM_AFTER_MS } from "../timing.ts";
import { barrierRow } from "./barrier.ts";

interface AcceptanceParts {
  /** The id of this act, as if it were a node that starts. */
  readonly node: NodeId;
  readonly clock: Pick<ClusterClock, "steady">;
  readonly lease: Lease;
  readonly journal: SharedJournal;
  /** Calls `step` after `ms` milliseconds. */
  readonly after: (ms: number, step: () => void) => void;
}

/** What an operator decides about. */
export interface LossQuestion {
  /** The last row of the journal. */
  readonly last: Head;
  readonly timeline: number;
  /** Whether the journal was last led on the server that is there now: then there is nothing to decide. */
  readonly isDecided: boolean;
}

/** "led" when a node leads, or others keep claiming; "other" when the journal ends elsewhere by now. */
export type Acceptance = { readonly at: Head } | "unreachable" | "led" | "other";

const LOOK_EVERY_MS = 50;
const WITHIN_MS = 15_000;

export class AcceptedLoss {
  readonly #parts: AcceptanceParts;
  #until = 0;
  #seen: { readonly row: LeaseRow; readonly since: number } | null = null;

  constructor(parts: AcceptanceParts) {
    this.#parts = parts;
  }

  /** Reads what there is to decide, and changes nothing. @param done with null when the database can't be read */
  look(done: (undecided: LossQuestion | null) => void): void {
    const { lease, journal, node } = this.#parts;
    lease.look((seen) => {
      if (seen === null) return done(null);
      journal.connect({ node, epoch: 0 }, () =>
        this.#last((last) => {
          const { timeline } = seen;
          done(last === null ? null : { last, timeline, isDecided: Math.max(1, last.term.timeline) === timeline });
        }),
      );
    });
  }

  /** Appends the barrier. @param position of the journal's last command: so an operator decides about what was shown */
  accept(position: number, done: (acceptance: Acceptance) => void): void {
    this.#until = this.#parts.clock.steady() + WITHIN_MS;
    this.#claim((term) => {
      if (typeof term === "string") return done(term);
      const { lease, journal } = this.#parts;
      const end = (acceptance: Acceptance, confirmed: Head) => {
        lease.release(term, confirmed);
        done(acceptance);
      };
      journal.connect(term, () =>
        this.#last((last) => {
          if (last === null) return end("unreachable", NOTHING);
          if (last.last !== position || Math.max(1, last.term.timeline) === term.timeline) return end("other", NOTHING);
          // Venue time continues with the next leader.
          const row = barrierRow(last, { ...term, epoch: Math.max(term.epoch, last.term.epoch) }, last.at as Millis);
          journal.append(row, last, term, (outcome) => {
            if (outcome === "appended") end({ at: last }, row);
            else end("unreachable", NOTHING);
          });
        }),
      );
    });
  }

  /** Finds the last row that is there, confirmed or not. */
  #last(done: (last: Head | null) => void): void {
    const { journal } = this.#parts;
    const read = (head: Head): void =>
      journal.rowsBehind(head, (rows) => {
        if (rows === null || rows === "gone") return done(null);
        const last = rows.rows.at(-1);
        if (last === undefined) done(head);
        else read(last);
      });
    journal.confirmedUpTo(Number.MAX_SAFE_INTEGER, (stand) => (stand === null ? done(null) : read(stand.head)));
  }

  /** Claims the lease as a node does: once it was released, or its row has not changed for long enough. */
  #claim(done: (term: Term | "unreachable" | "led") => void): void {
    const { node, lease, clock, after } = this.#parts;
    const again = (why: "unreachable" | "led") => {
      if (clock.steady() > this.#until) return done(why);
      after(LOOK_EVERY_MS, () => this.#claim(done));
    };
    lease.look((seen) => {
      if (seen === null) return again("unreachable");
      if (!this.#isFree(seen)) return again("led");
      const epoch = seen.row.epoch + 1;
      lease.claim(seen.row, { node, epoch }, (timeline) => {
        if (timeline === null) again("unreachable");
        else done({ timeline, epoch, node });
      });
    });
  }

  #isFree({ row }: LeaseLook): boolean {
    const now = this.#parts.clock.steady();
    const { epoch, node, beat } = row;
    const before = this.#seen?.row;
    const isSame = before?.epoch === epoch && before.node === node && before.beat === beat;
    if (!isSame) this.#seen = { row, since: now };
    return node === "" || now >= this.#seen!.since + CLAIM_AFTER_MS;
  }
}
