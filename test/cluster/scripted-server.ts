// One PostgreSQL server as far as the protocol can see it: statements that are judged by what was visible when they
// began and insert later, keys that a statement holds until it is decided, commits that wait for a synchronous standby,
// waits that are cancelled, sessions that are ended. Written from PostgreSQL's documentation, independently of the
// nodes' code.

import {
  type BatchRow,
  type ConfirmedHead,
  type Head,
  type Holding,
  type LeaseRow,
  type NodeId,
  type NodeRow,
  sameHead,
  type TimeShift,
  type TimeShiftRequest,
} from "@evermark/core/cluster/index.ts";
import type { Dice } from "../workload/dice.ts";
import type { Step } from "./cluster-faults.ts";
import type { Kernel } from "./kernel.ts";
import { ScriptedLeaseRow } from "./scripted-lease-row.ts";

/** An entry of the write-ahead log. */
type Entry =
  | { readonly row: BatchRow }
  | { readonly lease: LeaseRow }
  | { readonly node: Pick<NodeRow, "node" | "beat"> }
  | { readonly wanted: number }
  | { readonly moved: TimeShift };

/** A statement's result: the number of rows, and whether a warning came with them; or an error. */
export type Returned = { readonly rows: number; readonly isWarned: boolean } | { readonly error: "key" | "full" };

export interface Session {
  readonly as: Holding;
  isOpen: boolean;
  /** Notifies the client that its connection is lost. */
  onLost: () => void;
  /** Releases what its statement holds. */
  release: () => void;
}

interface Committing {
  readonly lsn: number;
  readonly returned: (isWarned: boolean) => void;
  /** Makes its row visible to others. */
  readonly show: () => void;
}

export interface ServerParts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  /** How many of a thousand commits are visible to others while they wait for the standby. */
  readonly seenEarly: number;
  /** Whether commits wait for the standby. */
  readonly isSynchronous: boolean;
  readonly onStep: (step: Step) => void;
}

export class ScriptedServer {
  readonly timeline: number;
  readonly isSynchronous: boolean;
  readonly #kernel: Kernel;
  readonly #dice: Dice;
  readonly #wal: Entry[];
  /** How many entries the standby has. */
  #replicated: number;
  #shipping = 0;
  #isStalled = false;
  /** Whether its standby has taken over: commits here are not replicated any more. */
  #isFormer = false;
  #visible: BatchRow[];
  readonly #lease: ScriptedLeaseRow;
  #sessions: Session[] = [];
  #committing: Committing[] = [];
  /** The session whose statement holds a key, and the statements that wait for it. */
  #keyHolder: Session | null = null;
  #keyWaiters: (() => void)[] = [];
  #isHalfThere = false;
  /** The beats in the nodes' rows. */
  readonly nodes = new Map<NodeId, number>();
  /** The behaviour that the operator has requested. */
  wanted: number;
  /** By how much time was moved, as visible to others. */
  moved: TimeShift = { ms: 0, to: 0 };
  /** The node that last claimed the lease here; "" when none has since a promotion. */
  claimant: NodeId = "";
  isRunning = true;
  isFull = false;
  /** How long the next append waits between its check and its insert; 0 for the usual time. */
  #heldMs = 0;
  readonly #seenEarly: number;

  /** Called at each step. */
  readonly #onStep: (step: Step) => void;

  constructor(
    { kernel, dice, seenEarly, isSynchronous, onStep }: ServerParts,
    timeline: number,
    wal: readonly Entry[],
  ) {
    this.#onStep = onStep;
    this.#kernel = kernel;
    this.#dice = dice;
    this.timeline = timeline;
    this.isSynchronous = isSynchronous;
    this.#wal = [...wal];
    this.#replicated = wal.length;
    this.#seenEarly = seenEarly;
    this.#visible = wal.flatMap((entry) => ("row" in entry ? [entry.row] : []));
    for (const entry of wal) if ("node" in entry) this.#showNode(entry.node);
    for (const entry of wal) if ("moved" in entry) this.moved = entry.moved;
    this.wanted = Math.max(0, ...wal.map((entry) => ("wanted" in entry ? entry.wanted : 0)));
    this.#lease = new ScriptedLeaseRow({
      ...{ kernel, row: wal.findLast((entry) => "lease" in entry)!.lease },
      commit: (lease, show, returned) => this.#commit({ lease }, show, returned),
    });
  }

  /**
   * Whether the row survives a failover to the standby, or a crash of this server where commits do not wait for a
   * standby.
   */
  isSafe(row: BatchRow): boolean {
    for (let lsn = (this.isSynchronous ? this.#replicated : this.#wal.length) - 1; lsn >= 0; lsn--) {
      const entry = this.#wal[lsn]!;
      if ("row" in entry && entry.row.batch === row.batch) return sameHead(entry.row, row);
    }
    return false;
  }

  get rows(): readonly BatchRow[] {
    return this.#visible;
  }

  get lease(): LeaseRow {
    return this.#lease.row;
  }

  /** How many statements wait for the standby, how many for what another one holds, and how many have arrived by half. */
  get waiting(): { readonly standby: number; readonly another: number; readonly halves: number } {
    const another = this.#keyWaiters.length + this.#lease.waiting;
    return { standby: this.#committing.length, another, halves: this.#isHalfThere ? 1 : 0 };
  }

  openSession(as: Holding, onLost: () => void): Session {
    const session: Session = { as, isOpen: true, onLost, release: () => {} };
    this.#sessions.push(session);
    return session;
  }

  /**
   * Ends other sessions of the same node, and those of leaders with lower epochs; it takes a moment until each has
   * noticed.
   */
  endOlder(session: Session): void {
    const { node, epoch } = session.as;
    for (const other of this.#sessions) {
      const isFormerLeader = other.as.epoch > 0 && other.as.epoch < epoch;
      if (other === session || (other.as.node !== node && !isFormerLeader)) continue;
      this.#kernel.after(this.#dice.below(50), () => this.#endSession(other));
    }
    this.#sessions = this.#sessions.filter(({ isOpen }) => isOpen);
  }

  append(
    session: Session,
    row: BatchRow,
    behind: Head,
    by: Holding,
    isHalf: boolean,
    onReturned: (returned: Returned) => void,
  ): void {
    const before = this.#visible[row.batch - 2];
    const isMine = isOf(this.lease, by);
    const stands = before !== undefined && sameHead(before, behind);
    if (!(isMine && stands)) return onReturned({ rows: 0, isWarned: false });
    this.#onStep("judged");
    const slow =
      this.#heldMs > 0
        ? this.#heldMs
        : this.#dice.chance(60)
          ? this.#dice.below(this.#dice.pick([400, 4_000]))
          : this.#dice.below(2);
    this.#heldMs = 0;
    this.#kernel.after(slow, () => this.#insert(session, row, isHalf, onReturned));
  }

  /** One statement: the rows behind a head, with the lease's confirmed batch. */
  rowsBehind(head: Head, most: number): { rows: readonly BatchRow[]; confirmed: number } | "gone" {
    if (!this.has(head)) return "gone";
    return { rows: this.#visible.slice(head.batch, head.batch + most), confirmed: this.lease.confirmed };
  }

  /** The last confirmed row up to a batch. */
  confirmedUpTo(batch: number): ConfirmedHead | null {
    const head = this.#visible[Math.min(batch, this.lease.confirmed) - 1];
    return head === undefined ? null : { timeline: this.timeline, head };
  }

  claim(seen: LeaseRow, { epoch, node }: Holding, onReturned: (returned: Returned) => void): void {
    this.#lease.endGivenUp(null);
    this.#lease.update({
      ...{ by: node, done: onReturned },
      onWritten: () => {
        this.claimant = node;
        this.#onStep("claimed");
      },
      change: (row) => {
        const isSame = row.epoch === seen.epoch && row.node === seen.node && row.beat === seen.beat;
        return isSame ? { ...row, epoch, node, beat: 0 } : null;
      },
    });
  }

  renew(by: Holding, named: Head, confirmed: number, onReturned: (returned: Returned) => void): void {
    const has = this.has(named);
    this.#lease.endGivenUp(by.node);
    this.#lease.update({
      ...{ by: by.node, done: onReturned, onWritten: () => this.#onStep("renewed") },
      change: (row) => (has && isOf(row, by) ? beaten(row, by.node, confirmed) : null),
    });
  }

  release(by: Holding, named: Head): void {
    const confirmed = this.has(named) ? named.batch : 0;
    this.#lease.endGivenUp(by.node);
    this.#lease.update({
      ...{ by: by.node, done: () => {}, onWritten: () => {} },
      change: (row) => (isOf(row, by) ? beaten(row, "", confirmed) : null),
    });
  }

  writeNode(row: NodeRow, onReturned: (returned: Returned) => void): void {
    this.#commit(
      { node: row },
      () => this.#showNode(row),
      (isWarned) => onReturned({ rows: 1, isWarned }),
    );
  }

  want(behaviour: number): void {
    this.#commit(
      { wanted: behaviour },
      () => {
        this.wanted = behaviour;
      },
      () => {},
    );
  }

  /** Adds to moves that are not committed yet, because it changes the same row. */
  move({ ms, from, before }: TimeShiftRequest, onReturned: (returned: Returned, moved: TimeShift) => void): void {
    const last = this.#wal.findLast((entry) => "moved" in entry)?.moved ?? { ms: 0, to: 0 };
    const moved = { ms: Math.max(last.ms, before) + ms, to: Math.max(last.to, from) + ms };
    this.#commit(
      { moved },
      () => {
        this.moved = moved.ms > this.moved.ms ? moved : this.moved;
      },
      (isWarned) => onReturned({ rows: 1, isWarned }, moved),
    );
  }

  leave(node: NodeId): void {
    const row = { node, beat: 0 };
    this.#commit(
      { node: row },
      () => this.#showNode(row),
      () => {},
    );
  }

  holdNext(ms: number): void {
    this.#heldMs = ms;
  }

  /** Stops replication to the standby, or resumes it. */
  stall(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#ship();
  }

  /** Cancels all waits for the standby: their rows become visible, and their clients get a warning. */
  cancelWaits(): void {
    for (const { show, returned } of this.#committing.splice(0)) {
      show();
      returned(true);
    }
  }

  /** Restarts the server: committed rows are there again; everything else is gone. */
  restart(): void {
    for (const session of this.#sessions) this.#endSession(session);
    this.#lease.forgetWaiters();
    for (const { show } of this.#committing.splice(0)) show();
    this.#sessions = [];
  }

  /** Promotes its standby. @param staysUp whether clients keep their connections to this server */
  promote(staysUp: boolean): ScriptedServer {
    const { timeline } = this;
    const { isSynchronous } = this;
    const parts = {
      kernel: this.#kernel,
      dice: this.#dice,
      seenEarly: this.#seenEarly,
      isSynchronous,
      onStep: this.#onStep,
    };
    const wal = this.#wal.slice(0, this.#replicated);
    const next = new ScriptedServer(parts, timeline + 1, wal);
    this.#isFormer = true;
    if (!staysUp) this.close();
    return next;
  }

  close(): void {
    this.restart();
    this.isRunning = false;
  }

  #insert(session: Session, row: BatchRow, isHalf: boolean, onReturned: (returned: Returned) => void): void {
    if (!session.isOpen || !this.isRunning) return;
    if (this.isFull) return onReturned({ error: "full" });
    if (this.#keyHolder !== null) {
      this.#keyWaiters.push(() => this.#insert(session, row, isHalf, onReturned));
      return;
    }
    if (row.batch <= this.#visible.length) return onReturned({ error: "key" });
    this.#keyHolder = session;
    session.release = () => this.#freeKey(session);
    // Execute has arrived without Sync: the row is there, uncommitted, until the session ends.
    if (isHalf) {
      this.#isHalfThere = true;
      return this.#onStep("half");
    }
    this.#onStep("inserted");
    if (!session.isOpen || !this.isRunning) return this.#freeKey(session);
    const show = () => {
      if (this.#visible.length < row.batch) this.#visible.push(row);
      this.#freeKey(session);
    };
    // When a session ends while it waits for the standby, its row becomes visible.
    session.release = show;
    this.#commit({ row }, show, (isWarned) => onReturned({ rows: 1, isWarned }));
    this.#onStep("committed");
    if (this.#dice.chance(this.#seenEarly)) show();
  }

  /** Whether the row is visible. */
  has(head: Head): boolean {
    const row = this.#visible[head.batch - 1];
    return row !== undefined && sameHead(row, head);
  }

  /** A node that has left has no beat. */
  #showNode({ node, beat }: Pick<NodeRow, "node" | "beat">): void {
    if (beat === 0) this.nodes.delete(node);
    else this.nodes.set(node, beat);
  }

  #freeKey(session: Session): void {
    if (this.#keyHolder !== session) return;
    this.#keyHolder = null;
    this.#isHalfThere = false;
    for (const waiter of this.#keyWaiters.splice(0)) this.#kernel.after(0, waiter);
  }

  #commit(entry: Entry, show: () => void, returned: (isWarned: boolean) => void): void {
    const lsn = this.#wal.push(entry);
    const committing = { lsn, show, returned };
    this.#committing.push(committing);
    this.#ship();
    if (!this.isSynchronous)
      this.#kernel.after(0.1 + this.#dice.below(1_000) / 1_000, () => this.#decide([committing]));
  }

  /** Replicates one entry after the other. */
  #ship(): void {
    if (this.#isFormer || this.#isStalled || this.#shipping > this.#replicated || this.#replicated === this.#wal.length)
      return;
    this.#shipping = this.#replicated + 1;
    const ms = this.#dice.chance(20) ? this.#dice.below(300) : 0.1 + this.#dice.below(2_000) / 1_000;
    this.#kernel.after(ms, () => {
      this.#shipping = 0;
      if (this.#isFormer || this.#isStalled || !this.isRunning) return;
      this.#replicated++;
      if (this.isSynchronous) this.#decide(this.#committing.filter(({ lsn }) => lsn <= this.#replicated));
      this.#ship();
    });
  }

  /** Completes those commits that are still pending. */
  #decide(decided: readonly Committing[]): void {
    for (const each of decided) {
      if (!this.#committing.includes(each)) continue;
      this.#committing.splice(this.#committing.indexOf(each), 1);
      each.show();
      each.returned(false);
    }
  }

  #endSession(session: Session): void {
    if (!session.isOpen) return;
    session.isOpen = false;
    session.release();
    session.onLost();
  }
}

function isOf(row: LeaseRow, { epoch, node }: Holding): boolean {
  return row.epoch === epoch && row.node === node;
}

function beaten(row: LeaseRow, node: NodeId, confirmed: number): LeaseRow {
  return { ...row, node, beat: row.beat + 1, confirmed: Math.max(row.confirmed, confirmed) };
}
