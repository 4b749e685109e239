// The lease's row on one server. An update that is not committed yet holds the row, invisible to others; other updates
// wait for it, and are judged again by its result.

import type { LeaseRow, NodeId } from "@evermark/core/cluster/index.ts";
import type { Kernel } from "./kernel.ts";
import type { Returned } from "./scripted-server.ts";

export interface LeaseUpdate {
  readonly by: NodeId;
  /** The changed row; null when the row is not in the expected state. */
  readonly change: (row: LeaseRow) => LeaseRow | null;
  readonly onWritten: () => void;
  readonly done: (returned: Returned) => void;
}

interface LeaseRowParts {
  readonly kernel: Kernel;
  readonly row: LeaseRow;
  /** @param show makes the row visible to others, @param returned called once it is decided */
  readonly commit: (row: LeaseRow, show: () => void, returned: (isWarned: boolean) => void) => void;
}

interface PendingUpdate {
  readonly update: LeaseUpdate;
  readonly at: number;
}

/** After this time the client of an update has given up. */
const GIVEN_UP_AFTER_MS = 2_000;

export class ScriptedLeaseRow {
  readonly #parts: LeaseRowParts;
  #row: LeaseRow;
  #holder: (PendingUpdate & { readonly show: () => void }) | null = null;
  #waiters: PendingUpdate[] = [];

  constructor(parts: LeaseRowParts) {
    this.#parts = parts;
    this.#row = parts.row;
  }

  get row(): LeaseRow {
    return this.#row;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  update(update: LeaseUpdate): void {
    this.#judge({ update, at: this.#parts.kernel.now });
  }

  /**
   * Ends the sessions of clients that have given up, of one node or of all; a row that waits for the standby becomes
   * visible.
   */
  endGivenUp(by: NodeId | null): void {
    const isEnded = ({ update, at }: PendingUpdate) =>
      at + GIVEN_UP_AFTER_MS < this.#parts.kernel.now && (by === null || update.by === by);
    this.#waiters = this.#waiters.filter((waiter) => !isEnded(waiter));
    if (this.#holder !== null && isEnded(this.#holder)) this.#holder.show();
  }

  /** All waiting sessions are ended. */
  forgetWaiters(): void {
    this.#waiters = [];
  }

  #judge(pending: PendingUpdate): void {
    const { change, onWritten, done } = pending.update;
    const next = change(this.#row);
    if (next === null) return done({ rows: 0, isWarned: false });
    if (this.#holder !== null) {
      this.#waiters.push(pending);
      return;
    }
    const show = () => {
      if (this.#holder?.show !== show) return;
      this.#row = next;
      this.#holder = null;
      for (const waiter of this.#waiters.splice(0)) this.#parts.kernel.after(0, () => this.#judge(waiter));
    };
    this.#holder = { ...pending, show };
    this.#parts.commit(next, show, (isWarned) => done({ rows: 1, isWarned }));
    onWritten();
  }
}
