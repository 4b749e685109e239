// How a node that does not lead learns what is confirmed, and applies it. The bus brings batches as they are published;
// batches that the bus lost are read from the shared journal. Not all rows that are read are confirmed: after a crash, a
// primary shows rows that its standby never got and that a failover removes again. So rows are applied only up to what the
// same statement saw as confirmed, or up to a row whose hash the bus has named (C7); a number alone could mean another
// server's batch.

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
  /** The server lacks what this node has applied. @param done called when the server is to be left for another */
  readonly onGone: (done: () => void) => void;
}

export class CatchUp {
  readonly #parts: CatchUpParts;
  /** The furthest batch that the bus has named. */
  #named: Confirmed | null = null;
  #isReading = false;
  /** The node leads, and gets its batches another way. */
  #isResting = true;
  /** Counts rests: answers to requests from before the last rest are ignored. */
  #spell = 0;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** Follows from now on, over a new connection: that ends the connection over which this node appended, and its statements. */
  begin(): void {
    this.#isResting = false;
    // While this node led, it may have found that the journal lacks what it has applied.
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

  /** Reads the journal: another batch may be in place of one that this node has applied. */
  look(): void {
    if (this.#isReading || this.#isResting) return;
    this.#isReading = true;
    this.#parts.journal.rowsBehind(this.#parts.replica.head, this.#inThisSpell(this.#read));
  }

  /** Reads the journal if this node has applied fewer batches than are confirmed somewhere. */
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

  /** Leaves a server that may be from before a failover, and to which the connection still led. */
  #leave(onGone: CatchUpParts["onGone"]): void {
    this.#isReading = true;
    const isOver = this.#inThisSpell(() => this.#connect());
    onGone(() => isOver(undefined));
  }

  /** Connects again. Reading continues when the lease or a beat next says that there is more. */
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
