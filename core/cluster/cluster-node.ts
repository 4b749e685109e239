// One node of a cluster: its own engine, which follows the shared journal, the commands and reads of its own callers, and
// at times the lead. The node reacts to its inputs (a message, an answer from PostgreSQL, its alarm, a caller) and does
// nothing in between. It uses timers, clocks and random numbers only through its parts, so a simulation drives exactly this
// code.
//
// `core/cluster/` is the protocol of several nodes on one shared journal. C1 to C11 and C15 to C18 in its comments are the
// properties that must hold whatever fails; docs/architecture.md lists them.

import {
  assert,
  BEHAVIOUR,
  type Command,
  type Engine,
  encodeCommand,
  type Millis,
  neededBehaviour,
  unreachable,
} from "@evermark/engine";
import { sameHash } from "@evermark/journal/checksums.ts";
import type { Consumer, CountedRequest, Done, Unavailable, Unstamped } from "../sequencing.ts";
import { CommandOutbox } from "./ask/outbox.ts";
import { OwnCommands } from "./ask/own-commands.ts";
import { type ReadDone, Reads } from "./ask/reads.ts";
import { CatchUp } from "./follow/catch-up.ts";
import type { FrontState } from "./follow/front-state.ts";
import { LeaseWatch } from "./follow/lease-watch.ts";
import { MovedTime } from "./follow/moved-time.ts";
import { OwnRow } from "./follow/own-row.ts";
import { type NodeStatus, Progress } from "./follow/progress.ts";
import { Replica } from "./follow/replica.ts";
import { type LeaderRules, Leadership } from "./lead/leadership.ts";
import { KnownLeads } from "./lost/known-leads.ts";
import { findLost } from "./lost/lost-history.ts";
import { type Doubt, shownDoubt } from "./lost/missing-rows.ts";
import { RecentRows } from "./lost/recent-rows.ts";
import type { Bus, Confirmed, Inquiry, Message, Published } from "./ports/bus.ts";
import type { ClusterClock } from "./ports/cluster-clock.ts";
import { journalInto, leaseInto, presenceInto } from "./ports/inputs.ts";
import type { Lease, LeaseLook, LeaseRow } from "./ports/lease.ts";
import type { Presence, PresenceAnswer, Program } from "./ports/presence.ts";
import type { SharedJournal } from "./ports/shared-journal.ts";
import type { BatchRow, Head } from "./records/batch-row.ts";
import { partOf } from "./records/row-part.ts";
import type { NodeId, Term } from "./records/term.ts";
import { AFTER_RELEASE_MS, DEADLINE_MS, DEAF_AFTER_MS } from "./timing.ts";

export interface ClusterNodeParts {
  readonly id: NodeId;
  readonly engine: Engine;
  /** The last batch that the engine has applied. */
  readonly head: Head;
  readonly front?: FrontState;
  readonly clock: ClusterClock;
  readonly bus: Bus;
  readonly lease: Lease;
  readonly journal: SharedJournal;
  readonly presence: Presence;
  readonly consumer: Consumer;
  readonly program: Program;
  readonly rules: LeaderRules;
  /** Whether the operator says that the venue's PostgreSQL has a standby which holds everything that was acknowledged. */
  readonly losesNothing: boolean;
  /** Whether the venue is a sandbox, whose time may be moved. */
  readonly isMovable: boolean;
  /**
   * Why this node is not fit to lead: its clock, or its configuration, whose digest differs from the venue's. Null when
   * it is fit.
   */
  readonly whyNotLead: (configuration: string) => string | null;
  /** Called after each batch, before its commands are answered. */
  readonly onApplied: (row: BatchRow) => void;
  /**
   * Called when this node could not write its row for so long that the others will soon consider it gone; repeated while
   * that lasts.
   */
  readonly onCutOff: () => void;
  /** Called when the node can't continue; nothing more comes from it. */
  readonly onFault: (fault: unknown) => void;
}

/** Options of `submit`. After venue time `until`, in milliseconds, the caller no longer wants the command to happen. */
export interface SubmitOptions {
  readonly until?: number;
  /** The order that it places lasts only as long as the connection over which it came. */
  readonly untilDisconnect?: boolean;
  /** The client's request that the command belongs to, which counts against the limits of its account. */
  readonly request?: CountedRequest | undefined;
}

const STOPPED: Unavailable = { unavailable: "the node has stopped; nothing happened" };
const tooNew = (needed: number, behaviour: number): Unavailable => ({
  unavailable: `this needs behaviour ${needed} of the venue, which has ${behaviour} until all its nodes are upgraded; nothing happened`,
});
const CUT_OFF: Unavailable = { unavailable: "the node is cut off from the venue; nothing happened" };

export class ClusterNode {
  readonly #parts: ClusterNodeParts;
  readonly #lease: Lease;
  readonly #journal: SharedJournal;
  readonly #replica: Replica;
  readonly #catchUp: CatchUp;
  readonly #watch: LeaseWatch;
  readonly #own: OwnCommands;
  readonly #outbox: CommandOutbox;
  readonly #reads: Reads;
  readonly #row: OwnRow;
  readonly #moved: MovedTime;
  readonly #presence: Presence;
  readonly #recent: RecentRows;
  readonly #leads: KnownLeads;
  #leadership: Leadership | null = null;
  #isClaiming = false;
  /** Steady time before which the node does not claim the lead. */
  #isLeaving = false;
  #claimsFrom = 0;
  /** The highest epoch seen. */
  #epoch: number;
  /** The latest timeline of a server that this node has seen or heard of. */
  #timeline = 0;
  /** Timelines on which this node saw that commits wait for a standby. */
  readonly #synchronous = new Set<number>();
  #doubt: Doubt | null = null;
  #whyNot: string | null = null;
  /** The node that holds the lease, as last seen; "" for none. */
  #holder = "";
  /** Steady time at which the last batch was applied. */
  #appliedAt: number;
  readonly #progress: Progress;
  /** Messages from this node to itself. */
  readonly #toSelf: Message[] = [];
  #isEntered = false;
  #hasStopped = false;

  constructor(parts: ClusterNodeParts) {
    this.#parts = parts;
    const { id, engine, head, front, clock, consumer, program, onCutOff, isMovable } = parts;
    const bus: Bus = { send: this.#send };
    this.#lease = leaseInto(this.#enter, parts.lease);
    this.#journal = journalInto(this.#enter, parts.journal);
    this.#replica = new Replica({ engine, head, consumer, ...(front && { front }) });
    const { journal, replica, apply } = { journal: this.#journal, replica: this.#replica, apply: this.#apply };
    this.#recent = new RecentRows(head);
    this.#leads = new KnownLeads(head.term);
    this.#catchUp = new CatchUp({ node: id, replica, journal, apply, onGone: this.#gone });
    this.#watch = new LeaseWatch({ clock, lease: this.#lease, onSeen: this.#saw });
    this.#own = new OwnCommands(id);
    this.#outbox = new CommandOutbox(id, bus, clock, head.term);
    this.#reads = new Reads(id, bus, clock);
    this.#presence = presenceInto(this.#enter, parts.presence);
    const row = () => {
      const trouble = this.#trouble;
      return { node: id, batch: replica.head.batch, behaviour: engine.behaviour, program, trouble };
    };
    this.#moved = new MovedTime(clock, isMovable);
    const onRoll = ({ moved }: PresenceAnswer) => this.#moved.heard(moved);
    this.#row = new OwnRow({ clock, presence: this.#presence, row, onCutOff, onRoll });
    this.#epoch = head.term.epoch;
    this.#progress = new Progress(clock, head.batch);
    this.#appliedAt = clock.steady();
  }

  get replica(): Pick<Replica, "engine" | "front" | "head"> {
    return this.#replica;
  }

  get isLeading(): boolean {
    return this.#leadership !== null;
  }

  /** False once a node that leaves has neither the lease nor a claim to it without an answer. */
  get leadsOrClaims(): boolean {
    return this.isLeading || this.#isClaiming;
  }

  /** Whether the node leads and may act for the venue outside of it, for instance sign or pay. */
  get holdsLead(): boolean {
    return this.#leadership?.holds ?? false;
  }

  /** By how many milliseconds the venue's time was moved, as far as this node knows. */
  get movedMs(): number {
    return this.#moved.known.ms;
  }

  status(): NodeStatus {
    const now = this.#parts.clock.steady();
    const renewedAt = this.#leadership?.renewedAt ?? this.#watch.unchangedSince;
    return {
      ...{ ...this.#progress.shown(), holdsLead: this.holdsLead, epoch: this.#epoch },
      leaseMs: now - renewedAt,
      rowMs: now - this.#row.writtenAt,
      ...{ waiting: this.#own.count, aheadMs: this.#row.aheadMs, roll: this.#row.roll },
    };
  }

  /** Why the venue stands still, as far as this node has found out; null when it does not. */
  get doubt(): Doubt | null {
    return this.#doubt;
  }

  /** What hinders this node, for an operator to look at. */
  get #trouble(): string | null {
    if (this.#doubt !== null) return shownDoubt(this.#doubt);
    if (this.#whyNot !== null) return this.#whyNot;
    const isDeaf = this.#leadership === null && this.#holder !== "" && this.#progress.silentMs >= DEAF_AFTER_MS;
    return isDeaf ? `it does not hear ${this.#holder}, which has the lease` : null;
  }

  start(): void {
    this.#enter(() => this.#catchUp.begin());
  }

  /** Called by the node's clock when its alarm is due. */
  wake(): void {
    this.#enter(() => {
      const now = this.#parts.clock.steady();
      this.#own.wake(now);
      this.#reads.wake(now);
      this.#row.wake();
      if (this.#leadership === null) this.#watch.wake();
      else this.#leadership.wake();
    });
  }

  receive(message: Message): void {
    this.#enter(() => this.#received(message));
  }

  /** Takes a command that has passed all checks of this node. `done` is called once (C5). */
  submit(command: Unstamped, done: Done, options: SubmitOptions = {}): void {
    const { until = Number.POSITIVE_INFINITY, untilDisconnect = false, request } = options;
    if (this.#hasStopped) return done(STOPPED);
    // The others would cancel the order, because they consider this node gone.
    if (untilDisconnect && this.#row.isCutOff) return done(CUT_OFF);
    this.#enter(() => {
      const steady = this.#parts.clock.steady();
      const { at } = this.#replica.head;
      const now = at + steady - this.#appliedAt;
      const given = { ...command, at: at as Millis } as Command;
      const { behaviour } = this.#replica.engine;
      const needed = neededBehaviour(given);
      if (needed > behaviour) return done(tooNew(needed, behaviour));
      const payload = encodeCommand(given, behaviour).slice();
      // While time is being moved, it may leap over seconds before the command arrives.
      const deadline = Math.floor(Math.min(Math.max(now, this.#moved.known.to) + DEADLINE_MS, until));
      const from = { cameAt: steady, term: this.#outbox.term, done };
      this.#outbox.add(this.#own.open({ payload, deadline, untilDisconnect }, from, request));
    });
  }

  /** Calls `done` once a caller who comes now may read this node's engine (C10). */
  read(done: ReadDone): void {
    if (this.#hasStopped) return done(STOPPED);
    this.#enter(() => this.#reads.wait(done));
  }

  /**
   * Moves a sandbox's time, whichever node leads.
   * @param from this node's venue time
   * @param done with the time that the venue is moved to, which this node may reach later; null when the outcome is not known
   */
  move(ms: number, from: number, done: (to: number | null) => void): void {
    assert(this.#parts.isMovable, "only a sandbox's time is moved", { ms });
    if (this.#hasStopped) return done(null);
    this.#presence.move({ ms, from, before: this.movedMs }, (moved) => {
      if (moved !== null) this.#moved.heard(moved);
      done(moved?.to ?? null);
    });
  }

  /** Gives the lead back as soon as the batch in progress is decided. */
  giveWay(): void {
    this.#enter(() => this.#leadership?.leave());
  }

  /** Claims the lead no more, and gives it back, also if a claim on its way succeeds. */
  leave(): void {
    this.#enter(() => {
      this.#isLeaving = true;
    });
  }

  /**
   * Stops the node. Nothing more is learned here about commands without an answer; other nodes will see what becomes of
   * them.
   */
  stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.#leadership?.stop();
    this.#leadership = null;
    this.#parts.presence.leave(this.#parts.id);
    this.#own.stop();
    this.#reads.stop(STOPPED);
  }

  /** Runs every input. Afterwards gathered messages are sent, and the alarm is set to what is due next. */
  readonly #enter = (input: () => void): void => {
    if (this.#hasStopped) return;
    // From a caller that was answered just now, and continues at once.
    if (this.#isEntered) return input();
    this.#isEntered = true;
    try {
      input();
      this.#settle();
    } catch (fault) {
      // Nothing that follows can be trusted: the engine broke an invariant, or the journal is not what it was.
      this.stop();
      this.#parts.onFault(fault);
    }
    this.#isEntered = false;
  };

  #settle(): void {
    // A node that can carry out the behaviour its operator asks for should lead.
    if (this.#isLeaving || !this.#carriesOutWanted) this.#leadership?.leave();
    let message: Message | undefined;
    do {
      this.#outbox.flush();
      this.#reads.flush(this.#outbox.term);
      this.#leadership?.advance();
      message = this.#toSelf.shift();
      if (message !== undefined) this.#received(message);
      // The last message may bring what is to be appended next.
    } while (message !== undefined);
    const { wakeAt } = this.#leadership ?? this.#watch;
    this.#parts.clock.wakeAt(Math.min(wakeAt, this.#own.wakeAt, this.#reads.wakeAt, this.#row.wakeAt));
  }

  #received(message: Message): void {
    switch (message.type) {
      case "frame":
        return this.#leadership?.frame(message);
      case "beat":
        this.#begun(message.term);
        this.#outbox.beat(message);
        this.#progress.beat(message.confirmed.batch);
        return this.#heardOf(message.confirmed);
      case "refusal":
        return this.#own.refused(message);
      case "overLimit":
        return this.#own.overLimit(message);
      case "published":
        this.#progress.heardOf(message.confirmed.batch);
        return this.#catchUp.published(this.#isOfFormer(message) ? { ...message, row: null } : message);
      case "question":
        return this.#leadership?.question(message);
      case "reply":
        return this.#reads.reply(message, this.#replica.head.batch);
      case "inquiry":
        return this.#answer(message);
      case "standing":
        return this.#leadership?.standing(message);
      default:
        return unreachable(message);
    }
  }

  readonly #send: Bus["send"] = (to, message) => {
    if (to === this.#parts.id) this.#toSelf.push(message);
    else this.#parts.bus.send(to, message);
  };

  readonly #apply = (row: BatchRow): void => {
    const applied = this.#replica.apply(row);
    this.#appliedAt = this.#parts.clock.steady();
    this.#progress.applied(row.batch);
    const orderIds = applied.outcomes.map(({ submitted }) => submitted.orderId);
    this.#recent.add(row, orderIds);
    this.#begun(row.term);
    this.#doubt = null;
    this.#parts.onApplied(row);
    const again = this.#own.passed(applied);
    if (applied.isBarrier) this.#outbox.restart(row.term, again);
    this.#reads.passed(row.batch);
  };

  /** The behaviour that the venue is to have; 0 when none is asked for. */
  get #wanted(): number {
    return this.#row.roll?.wanted ?? 0;
  }

  get #carriesOutWanted(): boolean {
    return this.#wanted <= BEHAVIOUR;
  }

  /**
   * Handles a look at the lease. A node that has not applied everything confirmed does not claim: it would only delay the
   * barrier.
   */
  readonly #saw = ({ row, timeline, configuration, isSynchronous }: LeaseLook, isOver: boolean): void => {
    this.#epoch = Math.max(this.#epoch, row.epoch);
    this.#progress.heardOf(row.confirmed);
    this.#leads.saw(row);
    if (isSynchronous) this.#synchronous.add(timeline);
    else this.#synchronous.delete(timeline);
    this.#timeline = Math.max(this.#timeline, timeline);
    this.#catchUp.upTo(row.confirmed);
    const { clock, whyNotLead } = this.#parts;
    this.#whyNot = whyNotLead(configuration);
    this.#holder = row.node;
    // A server from before a failover confirms what is lost.
    const isLatest = timeline === this.#timeline;
    const isFit = isLatest && this.#carriesOutWanted && this.#whyNot === null && clock.steady() >= this.#claimsFrom;
    const isBehind = this.#replica.head.batch < row.confirmed;
    const isFree = !this.#isLeaving && !this.#isClaiming && this.#leadership === null;
    if (isOver && isFit && !isBehind && isFree) this.#claim(row);
  };

  /**
   * The asking node holds the lease on that timeline. A leader of an earlier timeline stops leading before it answers with
   * what it has.
   */
  #answer({ term, behind, offset }: Inquiry): void {
    if (term.timeline < this.#timeline) return;
    this.#timeline = term.timeline;
    this.#epoch = Math.max(this.#epoch, term.epoch);
    this.#leadership?.outranked(term);
    this.#leads.asks(term);
    const { head } = this.#replica;
    const row = this.#recent.behind(behind);
    const part = row === null ? null : partOf(row, offset);
    this.#send(term.node, { type: "standing", from: this.#parts.id, term, head, led: this.#leads.latest, part });
  }

  /** What was confirmed on an earlier server may be lost: it counts only if the database has it. */
  #isOfFormer({ row }: Published): boolean {
    return row !== null && row.term.timeline < this.#timeline;
  }

  #begun(term: Term): void {
    this.#epoch = Math.max(this.#epoch, term.epoch);
    this.#leads.begun(term);
  }

  #heardOf(confirmed: Confirmed): void {
    this.#catchUp.heardOf(confirmed);
    const own = this.#recent.at(confirmed.batch);
    if (own !== null && !sameHash(own.hash, confirmed.hash)) this.#catchUp.look();
  }

  /** The database lacks what this node has applied: either the rows come back, or this node can't continue. */
  readonly #gone = (isChecked: () => void): void => {
    const parts = { journal: this.#journal, recent: this.#recent };
    findLost({ ...parts, head: () => this.#replica.head, timeline: () => this.#timeline }, (lost) => {
      if (lost !== null) throw lost;
      isChecked();
    });
  };

  #claim(seen: LeaseRow): void {
    const { id: node, clock } = this.#parts;
    const epoch = this.#epoch + 1;
    const claimedAt = clock.steady();
    this.#isClaiming = true;
    this.#lease.claim(seen, { epoch, node }, (timeline) => {
      this.#isClaiming = false;
      this.#watch.forget();
      if (timeline !== null) this.#lead({ timeline, epoch, node }, claimedAt);
    });
  }

  #lead(term: Term, claimedAt: number): void {
    const { clock, rules } = this.#parts;
    this.#epoch = term.epoch;
    this.#catchUp.rest();
    this.#leadership = new Leadership({
      ...{ term, claimedAt, clock, rules, replica: this.#replica, lease: this.#lease, journal: this.#journal },
      presence: this.#presence,
      wanted: () => Math.min(this.#wanted, BEHAVIOUR),
      moved: () => this.#moved.ripe,
      ...{ send: this.#send, apply: this.#apply, recent: this.#recent, leads: this.#leads },
      losesNothing: (from) => this.#parts.losesNothing || this.#synchronous.has(from),
      onDoubt: (doubt) => {
        this.#doubt = doubt;
      },
      onOver: ({ isToRest, epoch }) => {
        this.#leadership = null;
        this.#epoch = Math.max(this.#epoch, epoch);
        if (isToRest) this.#claimsFrom = clock.steady() + AFTER_RELEASE_MS;
        this.#catchUp.begin();
      },
    });
  }
}
