// One term of one node, from its claim to its end: the lease, the barrier, the commands it takes, the batches it appends
// and publishes, its beats and its replies. The term ends when the journal or the lease shows that another node leads.

import { type Command, encodeCommand, type Millis } from "@evermark/engine";
import type { Replica } from "../follow/replica.ts";
import type { KnownLeads } from "../lost/known-leads.ts";
import { type Doubt, MissingRows } from "../lost/missing-rows.ts";
import type { RecentRows } from "../lost/recent-rows.ts";
import type { Bus, Counted, Frame, InquiryAnswer, Question } from "../ports/bus.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease } from "../ports/lease.ts";
import type { Presence, TimeShift } from "../ports/presence.ts";
import type { SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Entry, type Head, sameHead, writeRow } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";
import { BEAT_EVERY_MS } from "../timing.ts";
import { AppendLine } from "./append-line.ts";
import { Barrier, barrierRow } from "./barrier.ts";
import { GoneNodes } from "./gone-nodes.ts";
import { HeldLease } from "./held-lease.ts";
import { Intake, type TakenCommand } from "./intake.ts";
import { TermClock } from "./term-clock.ts";

/** A larger batch is only announced to other nodes, which then read it from the journal. */
const PUBLISHED_BYTES_MAX = 512 * 1024;

/** More than the rounding error of a sum of two times. */
const ROUNDING_MS = 0.001;

/** What a leader does that the protocol leaves to its venue. */
export interface LeaderRules {
  /**
   * The venue's own commands for the next batch: ticks, prices. Each is stamped no sooner than the batch before, and no
   * later than `at`.
   * @param before venue time of the batch before
   * @param at venue time of the next batch
   * @param movedTo venue time that the venue was last moved to; 0 for never
   */
  own(before: number, at: Millis, movedTo: number): readonly Command[];
  /**
   * How far one batch goes while time is being moved: later than `before`, no later than `to`. Without it, one batch goes
   * all the way.
   */
  stretch?(before: number, to: number): number;
  /** Venue time whose passing others must learn of, though no batch has anything to say; Infinity for none. */
  dueAt(): number;
  /** Counts a request of any node. @returns 0 when it is within its account's limits, else after how many ms it would be */
  admit(request: Counted): number;
  /** Called when a batch is confirmed, `ms` milliseconds after it was sent to the journal. */
  appended?(ms: number): void;
}

export interface LeadershipParts {
  readonly term: Term;
  /** Steady time at which the claim was sent. */
  readonly claimedAt: number;
  readonly replica: Replica;
  readonly clock: ClusterClock;
  readonly lease: Lease;
  readonly journal: SharedJournal;
  readonly presence: Presence;
  /** Sends to other nodes, and to this node itself. */
  readonly send: Bus["send"];
  readonly rules: LeaderRules;
  /** The behaviour that the venue is to have, as far as this node can carry it out. */
  readonly wanted: () => number;
  /** How far a sandbox's time is to be moved. */
  readonly moved: () => TimeShift;
  readonly apply: (row: BatchRow) => void;
  /**
   * The rows that this node has applied lately, from which a failover's losses are restored; and which nodes may have more.
   */
  readonly recent: RecentRows;
  readonly leads: KnownLeads;
  readonly losesNothing: (from: number) => boolean;
  /** Called when the node does not lead because more may be missing than can be given back. */
  readonly onDoubt: (doubt: Doubt) => void;
  readonly onOver: (over: TermEnd) => void;
}

interface TermEnd {
  /** Whether this node lets others claim first. */
  readonly isToRest: boolean;
  /** The epoch of the journal's last row, as far as was read. */
  readonly epoch: number;
}

export class Leadership {
  readonly #parts: LeadershipParts;
  readonly #lease: HeldLease;
  readonly #line: AppendLine;
  readonly #barrier: Barrier;
  readonly #gone: GoneNodes;
  /** Null until the barrier is confirmed. */
  #intake: Intake | null = null;
  /** The commands of nodes in the batch in progress. */
  #writing: readonly TakenCommand[] = [];
  readonly #time: TermClock;
  #beatAt = 0;
  /** Number of the batch that was sent last, and the steady time at which it was. */
  #sent = { batch: 0, at: 0 };
  /**
   * The last row up to which the journal has what this node has applied, and all of it is confirmed. It is behind the
   * replica's head while rows are being given back.
   */
  #stands: Head;
  readonly #missing: MissingRows;
  #isLeaving = false;
  #isOver = false;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
    const { term, claimedAt, replica, clock, lease, journal, recent, moved, rules } = parts;
    this.#stands = replica.head;
    // Another server may lack rows that this term or a later one has: the node that claims there asks the others.
    const onMoved = () => this.#release({ isToClaim: true });
    this.#time = new TermClock({ clock, moved, stretch: (before, to) => rules.stretch?.(before, to) ?? to });
    this.#lease = new HeldLease({
      ...{ clock, lease, by: term, claimedAt },
      head: () => this.#line.head,
      confirmed: () => this.#stands,
      onConfirmed: (named) => this.#line.confirmed(named),
      onLost: () => this.#end(false),
      onMoved,
    });
    this.#line = new AppendLine({
      ...{ journal, by: term },
      applied: () => this.#stands,
      onConfirmed: (row) => this.#confirmed(row),
      onFailed: () => this.#failed(),
      onRefused: () => this.#refused(),
      onFree: () => this.advance(),
      onMoved,
    });
    this.#missing = new MissingRows({
      ...{ term, clock, recent, send: parts.send, leads: parts.leads, losesNothing: parts.losesNothing },
      applied: () => replica.head,
      onNews: () => this.advance(),
    });
    this.#barrier = new Barrier({
      ...{ journal, line: this.#line, missing: this.#missing, term, onMoved },
      holds: () => this.#lease.holds(),
      connect: (done) => journal.connect(term, done),
      append: (behind) => this.#appendBarrier(behind),
      restore: (row) => this.#line.append(row),
      fallBack: (done) => this.#fallBack(done),
      isOther: (row) => row.batch <= replica.head.batch && !isOwn(recent, row),
      onGone: () => this.#release(),
      onOutrun: () => this.#release({ isToClaim: true }),
      onDoubt: (doubt) => {
        parts.onDoubt(doubt);
        this.#release();
      },
    });
    const {
      presence,
      replica: { front, engine },
    } = parts;
    this.#gone = new GoneNodes({ term, clock, presence, front, engine });
    this.#barrier.begin();
  }

  /** Whether the barrier is confirmed and the lease holds: then this node may do what only the leader may do for the venue. */
  get holds(): boolean {
    return this.#intake !== null && !this.#isOver && this.#lease.holds();
  }

  /** Steady time at which the last renewal known to have succeeded was sent. */
  get renewedAt(): number {
    return this.#lease.renewedAt;
  }

  get wakeAt(): number {
    const { wakeAt } = this.#intake === null ? this.#missing : { wakeAt: this.#dueAt };
    return Math.min(this.#lease.wakeAt, this.#beatAt, this.#gone.wakeAt, wakeAt);
  }

  /** Steady time at which the venue's own batch is due; Infinity while none could be appended. */
  get #dueAt(): number {
    if (this.#intake === null || !this.#line.isFree || !this.#lease.holds()) return Number.POSITIVE_INFINITY;
    return this.#time.steadyAt(this.#parts.rules.dueAt()) + ROUNDING_MS;
  }

  wake(): void {
    const { clock } = this.#parts;
    if (this.#lease.isTooSlow) return this.#release();
    this.#lease.wake();
    this.#gone.wake();
    if (clock.steady() >= this.#beatAt) this.#beat(clock.steady());
    this.#missing.wake();
    this.advance();
  }

  /** Does the next step that is possible. */
  advance(): void {
    if (this.#isOver) return;
    const intake = this.#intake;
    if (intake === null) return this.#isLeaving ? this.#release() : this.#barrier.advance();
    if (!this.#line.isFree || !this.#lease.holds()) return;
    if (this.#isLeaving) return this.#release();
    this.#append(intake);
  }

  frame(frame: Frame): void {
    this.#intake?.take(frame);
  }

  /** While the lease holds, only this node can have had a command confirmed, and it has applied all of those (C10). */
  question({ from, id }: Question): void {
    if (!this.holds) return;
    this.#parts.send(from, { type: "reply", id, confirmed: this.#parts.replica.head.batch });
  }

  /** Takes an answer to what this node asked before its barrier. */
  standing(standing: InquiryAnswer): void {
    if (this.#intake === null && !this.#isOver) this.#missing.heard(standing);
  }

  /**
   * Another node has claimed on a later timeline: this one's server is no longer the venue's, and what it would confirm is
   * lost.
   */
  outranked(by: Term): void {
    if (by.timeline > this.#parts.term.timeline) this.#end(false);
  }

  /** Ends the term once the batch in progress is decided; others may claim at once. */
  leave(): void {
    this.#isLeaving = true;
    this.advance();
  }

  #beat(now: number): void {
    this.#beatAt = now + BEAT_EVERY_MS;
    if (this.#intake === null) return;
    const { send, term, replica } = this.#parts;
    const { batch, hash } = replica.head;
    const nextFrames = new Map(this.#intake.nextFrames);
    const beat = { type: "beat", term, confirmed: { batch, hash }, nextFrames } as const;
    send(term.node, beat);
    send("others", beat);
  }

  #append(intake: Intake): void {
    const { term, rules, replica, moved } = this.#parts;
    const at = this.#timeBehind(this.#line.head);
    const own = rules.own(this.#line.head.at, at, moved().to);
    const isDue = at >= rules.dueAt();
    const raised = this.#raised(at);
    if (own.length + raised.length === 0 && !intake.hasCommands && !this.#gone.hasDue && !isDue) return;
    const taken = intake.gather(at);
    const { behaviour } = replica.engine;
    const entries: Entry[] = [
      ...[...own, ...this.#gone.take(at), ...raised].map((command) => ({
        at: command.at,
        payload: encodeCommand(command, behaviour).slice(),
        origin: null,
      })),
      ...taken.map(({ origin, command }) => ({
        at,
        payload: encodeCommand({ ...command, at }, behaviour).slice(),
        origin,
      })),
    ];
    if (entries.length === 0 && !isDue) return;
    this.#writing = taken;
    this.#send(writeRow(this.#line.head, term, at, entries));
  }

  /** A leader raises the behaviour only when asked to: another node may not be able to carry it out. */
  #raised(at: Millis): Command[] {
    const { wanted, replica } = this.#parts;
    const version = wanted();
    // A batch that is not confirmed yet may have raised it.
    const isAllApplied = this.#line.head === replica.head;
    return isAllApplied && version > replica.engine.behaviour ? [{ type: "set_behaviour", at, version }] : [];
  }

  #appendBarrier(behind: Head): void {
    this.#send(barrierRow(behind, this.#parts.term, this.#timeBehind(behind)));
  }

  #send(row: BatchRow): void {
    this.#sent = { batch: row.batch, at: this.#parts.clock.steady() };
    this.#line.append(row);
  }

  /** The time of the next batch. Only a leader stamps: by its clock, but never before the row that the batch follows. */
  #timeBehind({ at }: Head): Millis {
    return this.#time.notBefore(at) as Millis;
  }

  #confirmed(row: BatchRow): void {
    const { apply, send, term, replica, rules, clock } = this.#parts;
    if (row.batch === this.#sent.batch) rules.appended?.(clock.steady() - this.#sent.at);
    this.#stands = row;
    // A row that was given back has been applied here already, or is applied now.
    if (row.batch <= replica.head.batch) return;
    apply(row);
    if (this.#isOver) return;
    const { batch, hash } = row;
    const isLarge = row.records.length > PUBLISHED_BYTES_MAX;
    send("others", { type: "published", confirmed: { batch, hash }, row: isLarge ? null : row });
    if (this.#intake === null && replica.head.term === term) this.#begin();
  }

  /** The barrier is confirmed: from now on the node takes commands and answers reads. */
  #begin(): void {
    const { term, replica, rules, send } = this.#parts;
    this.#intake = new Intake({
      ...{ term, front: replica.front, admit: (request) => rules.admit(request) },
      refuse: (to, message) => send(to, { ...message, term }),
    });
  }

  /** The session lives and says that nothing was written: so the commands have not happened, and never will. */
  #failed(): void {
    const { send, term } = this.#parts;
    if (this.#intake === null) return this.#barrier.again();
    const reason = "the venue's journal takes nothing at the moment";
    for (const { origin } of this.#writing) {
      send(origin.node, { type: "refusal", term, number: origin.number, reason });
    }
  }

  /**
   * Another batch has the place of this node's: before its barrier is confirmed the node reads again, afterwards it stops
   * leading.
   */
  #refused(): void {
    if (this.#intake === null) this.#barrier.again();
    else this.#end(false);
  }

  /** Falls back to the last row that the journal still has of what this node has applied. */
  #fallBack(done: (isDone: boolean) => void): void {
    const { journal, replica, recent } = this.#parts;
    journal.confirmedUpTo(replica.head.batch, (stand) => {
      if (this.#isOver) return;
      if (stand === null || stand.head.batch >= replica.head.batch || !isOwn(recent, stand.head)) return done(false);
      this.#stands = stand.head;
      done(true);
    });
  }

  /** @param isToClaim whether this node may claim again at once, like the others */
  #release({ isToClaim = false } = {}): void {
    this.#lease.release();
    this.#end(!isToClaim);
  }

  /** @param isToRest whether this node lets others claim first */
  #end(isToRest: boolean): void {
    if (this.#isOver) return;
    this.stop();
    this.#parts.onOver({ isToRest, epoch: this.#line.head.term.epoch });
  }

  /** Does nothing more. */
  stop(): void {
    this.#isOver = true;
    this.#lease.end();
    this.#line.end();
    this.#barrier.end();
    this.#gone.end();
  }
}

function isOwn(recent: RecentRows, head: Head): boolean {
  const own = recent.at(head.batch);
  return own !== null && sameHead(own, head);
}
