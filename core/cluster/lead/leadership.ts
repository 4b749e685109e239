// One term of one node, from its claim to its end: lease, barrier, the commands that it takes, the batches that it appends and
// publishes, its beats, its replies. It ends by itself when the journal or the lease says that another node leads.

import { type Command, encodeCommand, type Millis } from "@evermark/engine";
import type { Replica } from "../follow/replica.ts";
import type { Bus, Counted, Frame, Question } from "../ports/bus.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Lease } from "../ports/lease.ts";
import type { Presence } from "../ports/presence.ts";
import type { SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Entry, type Head, writeRow } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";
import { BEAT_EVERY_MS } from "../timing.ts";
import { AppendLine } from "./append-line.ts";
import { Barrier } from "./barrier.ts";
import { GoneNodes } from "./gone-nodes.ts";
import { HeldLease } from "./held-lease.ts";
import { Intake, type TakenCommand } from "./intake.ts";
import { TermClock } from "./term-clock.ts";

/** Above that, others only hear that there is a batch, and read it. */
const PUBLISHED_BYTES_MAX = 512 * 1024;

const SECOND_MS = 1_000;
/** More than a sum of two times may be off by. */
const ROUNDING_MS = 0.001;

/** What a leader does that the protocol leaves to its venue. */
export interface LeaderRules {
  /** What the venue itself has to say in the next batch: ticks, prices. Each no sooner than the batch before, no later than this. */
  own(before: number, at: Millis): readonly Command[];
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
  readonly apply: (row: BatchRow) => void;
  /** @param wasReleased whether others may claim at once */
  readonly onOver: (wasReleased: boolean) => void;
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
  #isLeaving = false;
  #isOver = false;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
    const { term, claimedAt, replica, clock, lease, journal } = parts;
    this.#time = new TermClock(clock);
    this.#lease = new HeldLease({
      ...{ clock, lease, by: term, claimedAt },
      head: () => this.#line.head,
      confirmed: () => replica.head.batch,
      onConfirmed: (named) => this.#line.confirmed(named),
      onLost: () => this.#end(false),
    });
    this.#line = new AppendLine({
      ...{ journal, by: term },
      applied: () => replica.head,
      onConfirmed: (row) => this.#confirmed(row),
      onFailed: () => this.#failed(),
      onRefused: () => this.#refused(),
      onFree: () => this.advance(),
    });
    this.#barrier = new Barrier({
      ...{ journal, line: this.#line },
      holds: () => this.#lease.holds(),
      connect: (done) => journal.connect(term, done),
      append: (behind) => this.#appendBarrier(behind),
      onGone: () => this.#release(),
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
    return Math.min(this.#lease.wakeAt, this.#beatAt, this.#gone.wakeAt, this.#dueAt);
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
    const { term, rules, replica } = this.#parts;
    const at = this.#timeBehind(this.#line.head);
    const own = rules.own(this.#line.head.at, at);
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

  /** Within the last second that has its tick, so that none of those in which no node led goes without one. */
  #appendBarrier(behind: Head): void {
    const resumesAt = this.#timeBehind(behind);
    const at = Math.min(resumesAt, behind.at - (behind.at % SECOND_MS) + SECOND_MS - 1) as Millis;
    const payload = encodeCommand({ type: "start_session", at, resumesAt }).slice();
    this.#send(writeRow(behind, this.#parts.term, at, [{ at, payload, origin: null }]));
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

  #release(): void {
    this.#lease.release();
    this.#end(true);
  }

  #end(wasReleased: boolean): void {
    if (this.#isOver) return;
    this.stop();
    this.#parts.onOver(wasReleased);
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
