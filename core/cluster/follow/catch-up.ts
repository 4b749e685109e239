// How a node that does not lead comes to what is confirmed. The bus brings batches as they are published; whatever it lost is
// read from the shared journal. Not all that is read is confirmed: after a crash a primary shows rows that its standby never got,
// and that a failover takes away again. So what was read is applied only up to what the same statement saw to be confirmed, or
// up to a row whose hash the bus has named (C7): a number alone could mean another server's batch.

import { sameHash } from "@evermark/journal/checksums.ts";
import type { Confirmed, Published } from "../ports/bus.ts";
import type { ReadRows, SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, standsBehind } from "../records/batch-row.ts";
import type { NodeId } from "../records/term.ts";
import type { Replica } from "./replica.ts";

interface CatchUpParts {
  readonly node: NodeId;
  readonly replica: Pick<Replica, "head">;
  readonly journal: SharedJournal;
  readonly apply: (row: BatchRow) => void;
  /** The server lacks what is applied here. @param done when it is to be left for another */
  readonly onGone: (done: () => void) => void;
}

export class CatchUp {
  readonly #parts: CatchUpParts;
  /** The furthest that the bus has named. */
  #named: Confirmed | null = null;
  #isReading = false;
  /** The node leads, and its batches come another way. */
  #isResting = true;
  /** What was asked before the last rest is not waited for. */
  #spell = 0;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Follows from now on, over a connection of its own: one that this node appended over is ended with its statements. */
  begin(): void {
    this.#isResting = false;
    // Where this node led, it may have found that the journal lacks what it has applied.
    this.#connect(() => this.look());
  }

  rest(): void {
    this.#isResting = true;
    this.#spell++;
  }

  published({ confirmed, row }: Published): void {
    const { replica, apply } = this.#parts;
    if (!this.#isResting && row !== null && standsBehind(row, replica.head)) apply(row);
    this.heardOf(confirmed);
  }

  heardOf(confirmed: Confirmed): void {
    if (confirmed.batch > (this.#named?.batch ?? 0)) this.#named = confirmed;
    this.upTo(this.#named!.batch);
  }

  /** Another batch may stand where this node has applied one. */
  look(): void {
    if (this.#isReading || this.#isResting) return;
    this.#isReading = true;
    this.#parts.journal.rowsBehind(this.#parts.replica.head, this.#inThisSpell(this.#read));
  }

  /** So many batches are confirmed somewhere. */
  upTo(batch: number): void {
    if (this.#parts.replica.head.batch < batch) this.look();
  }

  readonly #read = (read: ReadRows | null): void => {
    this.#isReading = false;
    if (read === null) return this.#connect();
    const { replica, apply, onGone } = this.#parts;
    if (read === "gone") return this.#leave(onGone);
    const { rows, confirmed } = read;
    const named = this.#named;
    const isNamed = (row: BatchRow) => named !== null && row.batch === named.batch && sameHash(row.hash, named.hash);
    const limit = rows.some(isNamed) ? Math.max(confirmed, named!.batch) : confirmed;
    for (const row of rows) if (row.batch <= limit && row.batch > replica.head.batch) apply(row);
    if (rows.length > 0 && rows.at(-1)!.batch < limit) this.upTo(limit);
  };

  /** It may be one of before a failover, to which the line still led. */
  #leave(onGone: CatchUpParts["onGone"]): void {
    this.#isReading = true;
    const isOver = this.#inThisSpell(() => this.#connect());
    onGone(() => isOver(undefined));
  }

  /** It reads on when the lease or a beat says next that there is more. */
  #connect(then = () => {}): void {
    const { node, journal } = this.#parts;
    this.#isReading = true;
    const isConnected = this.#inThisSpell(() => {
      this.#isReading = false;
      then();
    });
    journal.connect({ node, epoch: 0 }, () => isConnected(undefined));
  }

  #inThisSpell<Value>(done: (value: Value) => void): (value: Value) => void {
    const spell = this.#spell;
    return (value) => {
      if (spell === this.#spell) done(value);
    };
  }
}
