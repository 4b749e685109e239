// One term of one node, from its claim to its end: lease, barrier, the commands that it takes, the batches that it appends and
// publishes, its beats, its replies. It ends by itself when the journal or the lease says that another node leads.

import { type Command, encodeCommand, type Millis } from "@evermark/engine";
import type { Replica } from "../follow/replica.ts";
import type { KnownLeads } from "../lost/known-leads.ts";
import { type Doubt, MissingRows } from "../lost/missing-rows.ts";
import type { RecentRows } from "../lost/recent-rows.ts";
import type { Bus, Counted, Frame, Question, Standing } from "../ports/bus.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease } from "../ports/lease.ts";
import type { Moved, Presence } from "../ports/presence.ts";
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

/** Above that, others only hear that there is a batch, and read it. */
const PUBLISHED_BYTES_MAX = 512 * 1024;

/** More than a sum of two times may be off by. */
const ROUNDING_MS = 0.001;

/** What a leader does that the protocol leaves to its venue. */
export interface LeaderRules {
  /**
   * What the venue itself has to say in the next batch: ticks, prices. Each no sooner than the batch before, no later than this.
   * @param movedTo venue time to which its time was moved last; 0 for never
   */
  own(before: number, at: Millis, movedTo: number): readonly Command[];
  /** How far one batch goes on the way to where time is moved: later than `before`, no later than `to`. All of it when absent. */
  stretch?(before: number, to: number): number;
  /** Venue time at which others are to know that it has passed, though no batch has anything to say; Infinity for none. */
  dueAt(): number;
  /** Counts a request of any node. @returns 0 when it is within its account's limits, else after how many ms it would be */
  admit(request: Counted): number;
  /** A batch is confirmed so long after it was sent to the journal. */
  appended?(ms: number): void;
}

export interface LeadershipParts {
  readonly term: Term;
  /** Steady time when the claim was sent. */
  readonly claimedAt: number;
  readonly replica: Replica;
  readonly clock: ClusterClock;
  readonly lease: Lease;
  readonly journal: SharedJournal;
  readonly presence: Presence;
  /** To this node itself as well. */
  readonly send: Bus["send"];
  readonly rules: LeaderRules;
  /** The behaviour that the venue is to have, and that this node carries out. */
  readonly wanted: () => number;
  /** By how much a sandbox's time is to have been moved. */
  readonly moved: () => Moved;
  readonly apply: (row: BatchRow) => void;
  /** What this node has applied, for what a failover has lost; and who may have more. */
  readonly recent: RecentRows;
  readonly leads: KnownLeads;
  readonly losesNothing: (from: number) => boolean;
  /** It does not lead, for more may be missing than can be given back. */
  readonly onDoubt: (doubt: Doubt) => void;
  readonly onOver: (over: Over) => void;
}

interface Over {
  /** Whether this node lets others claim first. */
  readonly isToRest: boolean;
  /** Of the journal's last row, as far as was read. */
  readonly epoch: number;
}

export class Leadership {
  readonly #parts: LeadershipParts;
  readonly #lease: HeldLease;
  readonly #line: AppendLine;
  readonly #barrier: Barrier;
  readonly #gone: GoneNodes;
  /** From the barrier on. */
  #intake: Intake | null = null;
  /** What the batch under way has of nodes' commands. */
  #writing: readonly TakenCommand[] = [];
  readonly #time: TermClock;
  #beatAt = 0;
  /** Number of the batch that was sent last, and when, by the steady clock. */
  #sent = { batch: 0, at: 0 };
  /** Up to where the journal has what this node has applied, and all of it is confirmed: less than that while it is given back. */
  #stands: Head;
  readonly #missing: MissingRows;
  #isLeaving = false;
  #isOver = false;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
    const { term, claimedAt, replica, clock, lease, journal, recent, moved, rules } = parts;
    this.#stands = replica.head;
    // Another server may lack what this term has, or a later one: who claims there asks.
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

  /** Its barrier is confirmed and its lease holds: what this node alone may do for the venue, it may do now. */
  get holds(): boolean {
    return this.#intake !== null && !this.#isOver && this.#lease.holds();
  }

  /** Steady time at which the lease is known to have been renewed. */
  get renewedAt(): number {
    return this.#lease.renewedAt;
  }

  get wakeAt(): number {
    const { wakeAt } = this.#intake === null ? this.#missing : { wakeAt: this.#dueAt };
    return Math.min(this.#lease.wakeAt, this.#beatAt, this.#gone.wakeAt, wakeAt);
  }

  /** Steady time at which the venue's own batch is due, while one could be appended. */
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

  /** Does next what can be done. */
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

  /** Within the lease none but this node can have had a command confirmed, and it has applied all of those (C10). */
  question({ from, id }: Question): void {
    if (!this.holds) return;
    this.#parts.send(from, { type: "reply", id, confirmed: this.#parts.replica.head.batch });
  }

  /** What a node has that this one asked before its barrier. */
  standing(standing: Standing): void {
    if (this.#intake === null && !this.#isOver) this.#missing.heard(standing);
  }

  /** Another node has claimed on a later timeline: this one's server is none any more, and what it would confirm is lost. */
  outranked(by: Term): void {
    if (by.timeline > this.#parts.term.timeline) this.#end(false);
  }

  /** Ends once the batch under way is decided; others may claim at once. */
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

  /** No leader raises the behaviour by itself: another node may not be able to carry it out. */
  #raised(at: Millis): Command[] {
    const { wanted, replica } = this.#parts;
    const version = wanted();
    // What waits to be confirmed may have it.
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

  /** Only a leader stamps: by its clock, but never before what stands in the journal. */
  #timeBehind({ at }: Head): Millis {
    return this.#time.notBefore(at) as Millis;
  }

  #confirmed(row: BatchRow): void {
    const { apply, send, term, replica, rules, clock } = this.#parts;
    if (row.batch === this.#sent.batch) rules.appended?.(clock.steady() - this.#sent.at);
    this.#stands = row;
    // What is given back is applied here already, or comes now.
    if (row.batch <= replica.head.batch) return;
    apply(row);
    if (this.#isOver) return;
    const { batch, hash } = row;
    const isLarge = row.records.length > PUBLISHED_BYTES_MAX;
    send("others", { type: "published", confirmed: { batch, hash }, row: isLarge ? null : row });
    if (this.#intake === null && replica.head.term === term) this.#begin();
  }

  /** Its barrier is confirmed: from now on the node takes commands and answers reads. */
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

  /** Another batch stands where this node's should: it reads again before its barrier, and leads no more behind it. */
  #refused(): void {
    if (this.#intake === null) this.#barrier.again();
    else this.#end(false);
  }

  /** To where the journal still has what this node has applied. */
  #fallBack(done: (isDone: boolean) => void): void {
    const { journal, replica, recent } = this.#parts;
    journal.confirmedUpTo(replica.head.batch, (stand) => {
      if (this.#isOver) return;
      if (stand === null || stand.head.batch >= replica.head.batch || !isOwn(recent, stand.head)) return done(false);
      this.#stands = stand.head;
      done(true);
    });
  }

  /** @param isToClaim this node itself may claim at once as well */
  #release({ isToClaim = false } = {}): void {
    this.#lease.release();
    this.#end(!isToClaim);
  }

  /** @param isToRest it lets others claim */
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
