// One round: nodes on machines, a database, a bus and callers, all decided by the settings, so that a round is the same
// each time. For some seconds there are faults; then nothing fails any more, and every node must reach the same batch,
// answer the callers that wait, and carry out a new command.

import { isUnavailable } from "@evermark/core";
import {
  AcceptedLoss,
  AcknowledgedLost,
  type BatchRow,
  ClusterNode,
  type Head,
  type Message,
  type NodeId,
  sameHead,
  type Term,
} from "@evermark/core/cluster/index.ts";
import { BEHAVIOUR, OLDEST_BEHAVIOUR, SNAPSHOT_FORMAT, silent } from "@evermark/engine";
import { Dice } from "../workload/dice.ts";
import { applyFault } from "./apply-fault.ts";
import { judgeMoves, latestOf, type MoveAct, type RequestedMove } from "./clock-moves.ts";
import { ClusterCallers, type NodeSlot } from "./cluster-callers.ts";
import type { ClusterFault, Step } from "./cluster-faults.ts";
import { judge, termName } from "./journal-judge.ts";
import { Kernel } from "./kernel.ts";
import { nothingSeen } from "./observations.ts";
import { OPENING, openedEngine } from "./opened-engine.ts";
import { Pulse } from "./pulse.ts";
import type { RoundSettings } from "./round-settings.ts";
import { ScriptedBus } from "./scripted-bus.ts";
import { DatabaseLine, ScriptedDatabase } from "./scripted-database.ts";
import { BEGINNING, ScriptedMachine } from "./scripted-machine.ts";

interface Station extends NodeSlot {
  readonly line: DatabaseLine;
  pulse: Pulse;
}

/** The result of a round. */
export interface Outcome {
  /** Each begins with the name of the violated invariant. */
  readonly violations: readonly string[];
  readonly steps: number;
  readonly simulatedMs: number;
  readonly batches: number;
  readonly terms: number;
  readonly outcomes: number;
  readonly refusals: number;
  readonly unknowns: number;
  readonly reads: number;
  /**
   * How often an operator accepted a loss, how often a loss was unknown to every living node, and how often a node
   * stopped for one.
   */
  readonly accepted: number;
  readonly unheard: number;
  readonly listed: number;
}

/** How long the venue may take after the faults are over. */
const CALM_MS = 34_000;
/** How long a request over a limit has to wait. */
const WAIT_MS = 50;
const PROBE_EVERY_MS = 100;
const OPERATOR_LOOKS_EVERY_MS = 700;
/** After how long a process that has stopped is started again. */
const RESTART_MS = 300;
const ENDLESS = "standstill: steps repeat endlessly at one instant";
const PROGRAM = {
  ...{ version: "of a round", messages: 2, snapshots: SNAPSHOT_FORMAT },
  behaviours: { oldest: OLDEST_BEHAVIOUR, newest: BEHAVIOUR },
};
/**
 * One round out of this many compares the nodes' complete states, because hashing a state takes as long as half a
 * round.
 */
const HASHED_EVERY = 8;

export class SimulatedRound {
  readonly settings: RoundSettings;
  readonly kernel = new Kernel();
  readonly bus: ScriptedBus;
  readonly database: ScriptedDatabase;
  readonly places: readonly Station[];
  readonly #dice: Dice;
  readonly #callers: ClusterCallers;
  readonly #seen = nothingSeen();
  /** Faults that wait for a step of the database. */
  readonly #waiting: ClusterFault[] = [];
  #ids = 0;
  /** Requests that leaders have taken, by term and account. */
  readonly #taken = new Map<string, number>();
  /** The terms that each node has heard of. */
  readonly #heard = new Map<NodeId, Set<string>>();
  /** The line over which an operator reaches the database. */
  readonly #operator: DatabaseLine;
  #isAccepting = false;
  /** True once nothing fails any more. */
  isCalm = false;

  constructor(settings: RoundSettings) {
    const dice = new Dice(settings.seed ^ 0x5eed);
    const { kernel } = this;
    this.settings = settings;
    this.#dice = dice;
    this.bus = new ScriptedBus(kernel, new Dice(dice.seed()), settings.bus);
    const onStep = (step: Step) => this.#onStep(step);
    const server = {
      kernel,
      dice: new Dice(dice.seed()),
      seenEarly: settings.seenEarly,
      isSynchronous: settings.isSynchronous,
      onStep,
    };
    this.database = new ScriptedDatabase(server, OPENING);
    this.places = settings.aheadMs.map((aheadMs, i) => {
      const machine = new ScriptedMachine(kernel, { aheadMs, rate: settings.rates[i]! });
      const line = new DatabaseLine(kernel, new Dice(dice.seed()), settings.line, this.database, machine);
      return { machine, line, pulse: this.#newPulse(), node: null, id: "" };
    });
    const machine = new ScriptedMachine(kernel, { aheadMs: 0, rate: 1 });
    const plain = { lost: 0, late: 0, lateMs: 0, half: 0 };
    this.#operator = new DatabaseLine(kernel, new Dice(dice.seed()), plain, this.database, machine);
    const callers = {
      kernel,
      dice: new Dice(dice.seed()),
      places: this.places,
      observations: this.#seen,
      eager: settings.eager,
    };
    this.#callers = new ClusterCallers(callers);
  }

  play(): Outcome {
    const { calmAt, happenings, acts, moves, wantedAt } = this.settings;
    for (const i of this.places.keys()) this.kernel.after(i * 7, () => this.start(i));
    for (const happening of happenings) this.kernel.after(happening.at, () => this.#happen(happening));
    if (wantedAt !== null) this.kernel.after(wantedAt, () => this.#want());
    this.kernel.after(this.settings.operatorAt, () => this.#operate());
    for (const move of moves) this.kernel.after(move.at, () => this.#move(move));
    for (const act of acts) this.kernel.after(act.at, () => this.#callers.act(act));
    if (!this.kernel.run(calmAt)) this.#seen.wrong.push(ENDLESS);
    this.#calm();
    const isOver = this.#runUntilSettled(Math.max(0, ...[...acts, ...moves].map(({ at }) => at)) + 200);
    if (!isOver && this.#seen.wrong.length === 0) this.#seen.wrong.push(this.#whatHangs());
    return this.#outcome();
  }

  /** Starts a new node: with an id of its own, and nothing but the opening. */
  start(i: number): void {
    const place = this.places[i]!;
    if (place.node !== null) return;
    const id = (0x1000 + ++this.#ids * 16 + i).toString(16).padStart(16, "0");
    const { machine, line } = place;
    const { settings } = this;
    const pulse = this.#newPulse();
    place.pulse = pulse;
    const node = new ClusterNode({
      ...{ id, engine: openedEngine(), head: OPENING, consumer: { ...silent, commandEnd: () => {} } },
      clock: machine.clock(() => place.node?.wake()),
      bus: { send: (to, message) => this.bus.send(i, to, message) },
      lease: line.lease(),
      journal: line.journal(),
      presence: line.presence(),
      program: PROGRAM,
      onCutOff: () => this.#seen.cutOffs.push({ node: id, ms: this.kernel.now }),
      rules: {
        own: pulse.own,
        stretch: pulse.stretch,
        dueAt: pulse.dueAt,
        admit: ({ account }) => this.#admit(node, account),
      },
      whyNotLead: () => (this.#isFit(i) ? null : "it is not fit"),
      ...{ losesNothing: settings.isSynchronous, isMovable: true },
      onApplied: (row) => {
        pulse.applied(row);
        this.#applied(node, id, row);
      },
      onFault: (fault) => this.#faulted(i, fault),
    });
    place.node = node;
    place.id = id;
    const deliver = (message: Message) => {
      if (message.type === "beat") this.#hears(id, message.term);
      machine.after(0, () => node.receive(message));
    };
    this.bus.listen(id, { machine: i, deliver });
    node.start();
  }

  /** A node that has applied batches that the database lacks lists them, and is replaced by a new one. */
  #faulted(i: number, fault: unknown): void {
    const { wrong, listed } = this.#seen;
    const { id } = this.places[i]!;
    const isListed = fault instanceof AcknowledgedLost && !this.settings.isSynchronous;
    if (!isListed) return void wrong.push(`fault ${id}: ${fault instanceof Error ? fault.message : fault}`);
    const from = (fault.behind?.batch ?? 0) + 1;
    listed.push({ node: id, from });
    if (this.#acceptedAt(from) === null)
      wrong.push(`C3 ${id} reports batch ${from} as lost, but its loss was never accepted`);
    // Its callers may have been answered until now.
    this.#callers.dropAnswersBehind(fault.behind?.last ?? 0);
    this.crash(i);
    this.kernel.after(RESTART_MS, () => this.start(i));
  }

  crash(i: number): void {
    const place = this.places[i]!;
    place.machine.crash();
    if (place.id !== "") this.#seen.ended.set(place.id, this.kernel.now);
    this.bus.leave(place.id);
    place.node = null;
    place.id = "";
  }

  /** The machine of a node that leads, or thinks so; the first when there is none. */
  get leader(): number {
    const at = this.places.findIndex(({ node }) => node?.isLeading);
    return Math.max(0, at);
  }

  #newPulse(): Pulse {
    return new Pulse(this.settings.moves.length > 0);
  }

  #move({ machine: i, ms }: MoveAct): void {
    const { node, machine } = this.places[i]!;
    if (node === null) return;
    machine.after(0, () => {
      const from = node.replica.head.at;
      const requested: RequestedMove = { ms, to: null };
      this.#seen.moves.push(requested);
      node.move(ms, from, (to) => {
        requested.to = to;
      });
    });
  }

  #want(): void {
    this.#seen.isWanted = true;
    this.database.server.want(BEHAVIOUR);
  }

  #happen(happening: ClusterFault): void {
    if (happening.on === null) this.#befall(happening);
    else this.#waiting.push(happening);
  }

  #befall(happening: ClusterFault): void {
    if (!this.isCalm) applyFault(this, happening);
  }

  /** Faults that wait for this step come at once, or while its answer is on its way. */
  #onStep(step: Step): void {
    if (step === "claimed" && !this.isCalm) this.#callers.claimed();
    if (this.isCalm) return;
    for (const happening of this.#waiting.filter(({ on }) => on === step)) {
      this.#waiting.splice(this.#waiting.indexOf(happening), 1);
      const ms = this.#dice.chance(500) ? 0 : this.#dice.below(this.#dice.pick([3, 60]));
      if (ms === 0) applyFault(this, happening);
      else this.kernel.after(ms, () => this.#befall(happening));
    }
  }

  #applied(node: ClusterNode, id: NodeId, row: BatchRow): void {
    const { wrong, applied, unnoticed } = this.#seen;
    this.#hears(id, row.term);
    const { server } = this.database;
    // Other nodes may not have noticed yet that there is another server.
    const isHere = server.isSynchronous || server.claimant === id;
    if (!(isHere ? server.isSafe(row) : this.database.hasConfirmed(row)))
      wrong.push(`C7 ${id} applied batch ${row.batch}, which a failover would lose`);
    const front = node.replica.front.hash();
    const first = applied.get(row.batch);
    if (first === undefined) {
      const paused = this.places.filter(({ machine }) => machine.isPaused).map((place) => place.id);
      applied.set(row.batch, { node: id, row, front, ms: this.kernel.now, paused });
      if (!this.isCalm) this.#callers.applied(id, row);
      return;
    }
    const isOther = !sameHead(first.row, row);
    if (isOther && this.#acceptedAt(row.batch) === null && this.#isUnheard(first.row.term))
      this.#goneOnBehind({ batch: row.batch - 1, last: row.first - 1 }, false);
    const acceptedAt = this.#acceptedAt(row.batch);
    if (isOther && acceptedAt !== null) {
      const isLost = !this.database.server.has(row);
      const lost = isLost ? { node: id, ms: this.kernel.now } : first;
      if (lost.ms >= acceptedAt) unnoticed.push({ node: lost.node, batch: row.batch });
      if (!isLost) applied.set(row.batch, { node: id, row, front, ms: this.kernel.now, paused: [] });
    } else if (isOther) wrong.push(`C8 ${id} applied a different batch ${row.batch} from ${first.node}`);
    else if (first.front !== front)
      wrong.push(`C8 the front state of ${id} differs from that of ${first.node} at batch ${row.batch}`);
  }

  /** When it was last accepted that this batch is replaced by another. */
  #acceptedAt(batch: number): number | null {
    return this.#seen.accepted.findLast(({ behind }) => behind.batch < batch)?.ms ?? null;
  }

  /**
   * Checks at intervals whether a node reports that the venue is stopped, and then accepts the loss of what no node has
   * given back.
   */
  #operate(): void {
    this.kernel.after(OPERATOR_LOOKS_EVERY_MS, () => this.#operate());
    const isInDoubt = this.places.some(({ node }) => node?.doubt != null);
    if (this.#isAccepting || !isInDoubt) return;
    this.#isAccepting = true;
    const { kernel } = this;
    const act = new AcceptedLoss({
      node: (0xacc0000 + ++this.#ids).toString(16).padStart(16, "0"),
      clock: { steady: () => kernel.now },
      lease: this.#operator.lease(),
      journal: this.#operator.journal(),
      after: (ms, step) => kernel.after(ms, step),
    });
    act.look((undecided) => {
      if (undecided === null || undecided.isDecided) return this.#accepted(null);
      act.accept(undecided.last.last, (outcome) => this.#accepted(typeof outcome === "string" ? null : outcome.at));
    });
  }

  #accepted(behind: Head | null): void {
    this.#isAccepting = false;
    if (behind === null) return;
    this.#goneOnBehind(behind, true);
  }

  #goneOnBehind(behind: Pick<Head, "batch" | "last">, isOperators: boolean): void {
    this.#seen.accepted.push({ behind, ms: this.kernel.now, isOperators });
    this.#callers.dropAnswersBehind(behind.last);
  }

  /** Whether no living node has heard of a term. */
  #isUnheard(term: Term): boolean {
    return this.places.every(({ id }) => !(this.#heard.get(id)?.has(nameOf(term)) ?? false));
  }

  #hears(node: NodeId, term: Term): void {
    const terms = this.#heard.get(node) ?? new Set();
    this.#heard.set(node, terms.add(nameOf(term)));
  }

  /**
   * The leader's limits, whose windows last as long as its term; some requests within them are refused at random as
   * well.
   */
  #admit({ replica }: ClusterNode, account: number): number {
    const { requestsMax, refused } = this.settings;
    const window = `${termName(replica.head.term)} ${account}`;
    const taken = this.#taken.get(window) ?? 0;
    if (taken >= requestsMax || (!this.isCalm && this.#dice.chance(refused))) return WAIT_MS;
    this.#taken.set(window, taken + 1);
    return 0;
  }

  #isFit(i: number): boolean {
    const { fit } = this.settings;
    if (fit !== "near") return fit === "all" || i === 0;
    const isNear = (aheadMs: number) => Math.abs(aheadMs) <= 1_000;
    const ahead = this.places.map(({ machine }) => machine.aheadMs);
    return isNear(ahead[i]!) || !ahead.some(isNear);
  }

  /** Ends all faults. */
  #calm(): void {
    this.isCalm = true;
    this.bus.calm();
    this.database.server.isFull = false;
    this.database.server.stall(false);
    for (const [i, { machine, line }] of this.places.entries()) {
      line.calm();
      machine.wake();
      this.start(i);
    }
  }

  #runUntilSettled(from: number): boolean {
    let isOver = false;
    const look = () => {
      this.kernel.after(PROBE_EVERY_MS, look);
      if (this.kernel.now < from || !this.#isSettled()) return;
      if (this.#callers.hasMoved) isOver = true;
      else this.#callers.probe();
    };
    this.kernel.after(PROBE_EVERY_MS, look);
    const until = this.settings.calmAt + CALM_MS;
    if (!this.kernel.run(until, () => isOver || this.#seen.wrong.length > 0)) this.#seen.wrong.push(ENDLESS);
    return isOver;
  }

  #isSettled(): boolean {
    if (this.places.some(({ node }) => node === null)) return false;
    const heads = this.places.map(({ node }) => node!.replica.head);
    const [{ batch, term }] = heads as [BatchRow];
    const isLed = this.places.some(({ id, node }) => id === term.node && node!.isLeading);
    const areAtSameHead = isLed && heads.every((head) => head.batch === batch) && this.#hasTimePassed();
    return areAtSameHead && this.#callers.areAnswered && this.#areGoneCleared() && this.#isRaised() && this.#isMoved();
  }

  /** Whether all nodes know that time has passed behind the last command (C11). */
  #hasTimePassed(): boolean {
    return this.places.every(({ pulse }) => pulse.dueAt() === Number.POSITIVE_INFINITY);
  }

  /** Whether no order is tied any more to connections of nodes that have ended. */
  #areGoneCleared(): boolean {
    const { front } = this.places[0]!.node!.replica;
    return front.nodesWithOrders().every((node) => !this.#seen.ended.has(node) || front.standingOf(node).length === 0);
  }

  /** Whether time has reached where it was moved to; a failover may have lost a move. */
  #isMoved(): boolean {
    const to = this.settings.isSynchronous ? latestOf(this.#seen.moves) : 0;
    return this.places.every(({ node }) => node!.replica.head.at >= to);
  }

  /** Whether the requested behaviour is reached; a failover may have lost the request. */
  #isRaised(): boolean {
    const { wanted } = this.database.server;
    return this.places.every(({ node }) => node!.replica.engine.behaviour >= wanted);
  }

  #whatHangs(): string {
    if (!this.#isRaised()) return "C17 the behaviour that the operator requested is not reached";
    const open = this.#callers.firstOpen;
    if (!this.#isMoved()) return "C18 time does not reach the time it was moved to";
    if (!this.#areGoneCleared()) return "orders are still tied to connections of a node that has ended";
    if (open !== undefined) return `C5 ${open.tag} has no answer`;
    if (!this.#hasTimePassed()) return "C11 nodes still wait for time to pass after a batch";
    if (this.places.some(({ node }) => node === null)) return "standstill: a node is down";
    const heads = this.places.map(({ node }) => `${node!.replica.head.batch}${node!.isLeading ? " leads" : ""}`);
    return `standstill: nodes are at ${heads.join(", ")}, and nothing happens`;
  }

  #outcome(): Outcome {
    const { commands, reads } = this.#seen;
    const { rows } = this.database.server;
    const { violations, stateHash } = judge(rows, this.#seen, this.settings.requestsMax);
    const unlike =
      violations.length === 0 && this.settings.seed % HASHED_EVERY === 0 ? this.#statesUnlike(stateHash()) : [];
    const answers = commands.flatMap((command) => command.answers);
    const refused = answers.filter(isUnavailable);
    const unknowns = refused.filter(({ isUncertain }) => isUncertain).length;
    return {
      violations: [...violations, ...this.#movesWrong(), ...unlike],
      steps: this.kernel.steps,
      simulatedMs: this.kernel.now,
      batches: rows.length,
      terms: new Set(rows.map(({ term }) => term.epoch)).size - 1,
      ...{ outcomes: answers.length - refused.length, refusals: refused.length - unknowns, unknowns },
      reads: reads.filter(({ servedAt }) => servedAt !== -1).length,
      accepted: this.#seen.accepted.filter(({ isOperators }) => isOperators).length,
      unheard: this.#seen.accepted.filter(({ isOperators }) => !isOperators).length,
      listed: this.#seen.listed.length,
    };
  }

  #movesWrong(): string[] {
    const within = this.places.map(({ machine }) => machine.aheadMsWithin);
    const truth = BEGINNING + this.kernel.now;
    const clocks = {
      least: truth + Math.min(...within.map(([least]) => least)),
      // The journal begins at the true time, and continues from there.
      most: truth + Math.max(0, ...within.map(([, most]) => most)),
    };
    return judgeMoves(this.database.server.rows, this.#seen.moves, clocks, this.settings.isSynchronous);
  }

  #statesUnlike(hash: string): string[] {
    const { rows } = this.database.server;
    return this.places.flatMap(({ id, node }) => {
      const { head, engine } = node!.replica;
      if (head.batch !== rows.length || engine.stateHash() === hash) return [];
      return [`C8 the state of ${id} differs from a replay of the journal`];
    });
  }
}

function nameOf({ timeline, epoch, node }: Term): string {
  return `${timeline} ${epoch} ${node}`;
}
