// The venue under simulation: the real core on a simulated machine. Commands enter where callers submit them; answers
// and reports leave where callers and streams get them, and are judged there. The machine suffers everything that a
// crash may do, and after each start the venue has to have what was answered.

import {
  type Core,
  type CoreSettings,
  isUnavailable,
  type OpenedCore,
  type Submitted,
  sendFirstCommands,
  type Unavailable,
} from "@evermark/core";
import {
  type Command,
  decodeCommand,
  type Engine,
  encodeCommand,
  joinListeners,
  type Listener,
  silent,
} from "@evermark/engine";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { accountsIn } from "@evermark/engine/testing/named-accounts.ts";
import type { JournalRecord } from "@evermark/journal";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import type { Counters } from "../workload/counters.ts";
import type { Judge, MakeJudge } from "./command-judge.ts";
import { countedLog, simulatedMachine, startCore } from "./simulated-core.ts";
import type { Crash, DiskOperation } from "./simulation-steps.ts";
import { isOfCore } from "./step-kinds.ts";
import { type Submission, Submissions } from "./submissions.ts";
import { claim } from "./violation.ts";

interface VenueOptions {
  readonly seed: number;
  readonly settings: CoreSettings;
  readonly counters: Counters;
  readonly makeJudge: MakeJudge;
  /** A disk that may already hold a venue; by default a new one. */
  readonly disk?: SimulatedDisk;
  readonly acceptLoss?: boolean;
}

/** How many writes and syncs any operation may take before it counts as never ending. */
const ROUNDS_MAX = 10_000;

export class SimulatedVenue {
  readonly disk: SimulatedDisk;
  readonly settings: CoreSettings;
  judge!: Judge;
  /** The engine's account numbers, in the order of their opening. */
  numbers: number[] = [];
  /** Whether the disk has had no fault since the venue started. */
  healthy = true;
  /** The answer to the last answered command. */
  lastAnswer: Submitted | undefined;
  /** The position up to which history has stored what it read; simulated history is never behind when asked. */
  historyPosition = 0;

  private readonly turns = new ManualTurns();
  private opened!: OpenedCore;
  private core!: Core;
  private now = 0;
  /** The judge's listener for what the engine reports of the next command. */
  private listener: Listener = silent;
  /** The durable position when the venue was opened. */
  private known = 0;
  private readonly submissions = new Submissions();
  private fault: unknown;

  private constructor(private readonly options: VenueOptions) {
    this.disk = options.disk ?? new SimulatedDisk(options.seed);
    this.disk.manualSyncs = true;
    this.settings = options.settings;
  }

  static async open(options: VenueOptions): Promise<SimulatedVenue> {
    const venue = new SimulatedVenue(options);
    const opened = await venue.start([]);
    venue.known = opened.journal.durablePosition;
    venue.now = opened.engine.now;
    venue.numbers = openedAccounts(opened.engine);
    venue.judge = options.makeJudge(new EngineByOpening(opened.engine, venue.numbers));
    await venue.begin(opened);
    return venue;
  }

  get engine(): Engine {
    return this.judge.engine.engine;
  }

  /** How many commands were answered or are the core's own: all of them have to be found again. */
  get applied(): number {
    return this.core.sequencer.appliedPosition;
  }

  get waiting(): number {
    return this.submissions.waiting;
  }

  /**
   * Submits a command. A command for an account that was never opened is skipped: no caller could send it, but a
   * shortened list of steps may contain one.
   */
  append(command: Command): void {
    if (accountsIn(command).some((account) => account >= this.numbers.length)) return;
    this.now = Math.max(this.now, command.at);
    const stamped = { ...command, at: this.now } as Command;
    const { at, ...unstamped } = this.judge.engine.translated(stamped);
    const submission = { command: stamped, payload: encodeCommand({ ...unstamped, at } as Command).slice() };
    this.submissions.add(submission);
    this.core.sequencer.submitAt(at, unstamped, (result) => this.take(submission, result));
    this.throwFault();
  }

  write(): void {
    this.turns.next();
    this.throwFault();
  }

  sync(): void {
    this.disk.finishSyncs();
    this.throwFault();
  }

  /** Lets background work continue: writing a snapshot, and deleting files after it. */
  background(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Writes and syncs until no command is on its way any more. */
  settle(): void {
    const isSettled = () => this.opened.journal.lastPosition === this.applied;
    for (let round = 0; !isSettled() && round < ROUNDS_MAX; round++) {
      this.write();
      this.sync();
    }
    claim(isSettled() && this.waiting === 0, "everything becomes durable on a working disk");
  }

  /** A clean restart: everything becomes durable and is answered. */
  async restart(): Promise<void> {
    this.repairDisk();
    await this.until(this.core.stop("the venue is shutting down"));
    claim(this.waiting === 0, "every command received before the end is answered");
    await this.crash("kill");
  }

  /** Loses power in the middle of a clean stop, after some syncs. */
  async cutStop(syncs: number): Promise<void> {
    // How the stop ends does not matter once the power is gone.
    this.core.stop("the venue is shutting down").catch(() => {});
    for (let sync = 0; sync < syncs; sync++) await this.goOn();
    await this.crash("power");
  }

  async crash(how: Crash): Promise<void> {
    this.turns.drop();
    if (how === "kill") this.disk.killProcess();
    else this.disk.losePower();
    this.repairDisk();
    await this.recover();
  }

  fail(operation: DiskOperation, code: "EIO" | "ENOSPC"): void {
    this.healthy = false;
    this.disk.failNext(operation, code);
  }

  full(spare: number): void {
    this.healthy = false;
    const used = this.disk.paths.reduce((sum, path) => sum + this.disk.content(path).length, 0);
    this.disk.capacity = used + spare;
  }

  room(): void {
    this.disk.capacity = Number.POSITIVE_INFINITY;
  }

  private repairDisk(): void {
    this.healthy = true;
    this.disk.clearFailures();
    this.room();
  }

  /** @param records collects the records that are replayed */
  private start(records: JournalRecord[]): Promise<OpenedCore> {
    const { settings, historyPosition } = this;
    return startCore({
      machine: this.machine,
      ...{ settings, historyPosition },
      acceptLoss: this.options.acceptLoss ?? false,
      log: countedLog(this.options.counters),
      onRecord(record) {
        records.push({ ...record, payload: record.payload.slice() });
        return silent;
      },
    });
  }

  private get machine() {
    return simulatedMachine(this.disk.forProcess(), this.turns);
  }

  private async begin(opened: OpenedCore): Promise<void> {
    const { counters } = this.options;
    this.opened = opened;
    this.listener = this.judge.listen();
    const core = opened.begin({
      clock: { now: () => this.now },
      observer: { batch() {}, applied() {} },
      // The judge audits instead.
      audit: false,
      history: {
        isNear: true,
        catchUp: async () => {},
        keep: async () => {
          this.historyPosition = core.sequencer.appliedPosition;
          return this.historyPosition;
        },
      },
      onApplied: () => this.submissions.settled(),
      onFault: (fault) => {
        this.fault = fault;
      },
      onJournalState() {},
    });
    this.core = core;
    const relayed = relay(() => this.listener);
    core.attach({ ...joinListeners(counters.listener, relayed), commandEnd() {} });
    await this.until(sendFirstCommands(opened.engine, core.sequencer, { drawKey: this.machine.drawKey }));
    core.keepName();
  }

  /** Starts again from the disk, and checks that everything answered is there. */
  private async recover(): Promise<void> {
    this.throwFault();
    const records: JournalRecord[] = [];
    const opened = await this.start(records);
    const { durablePosition } = opened.journal;
    const counts = () => `${durablePosition} of ${this.applied}`;
    claim(durablePosition >= this.applied, "every answered command is found after a restart", counts);
    const { known, applied } = this;
    this.submissions.checkFound(records.filter(({ position }) => position > known && position <= applied));
    this.reappear(records.filter(({ position }) => position > applied));
    const [before, after] = [this.engine.stateHash(), opened.engine.stateHash()];
    claim(
      before === after,
      "an engine restored from snapshot and journal equals the one before",
      () => `${before} ${after}`,
    );
    this.options.counters.add(opened.snapshotPosition > 0 ? "start from a snapshot" : "start from the journal alone");
    this.numbers = openedAccounts(opened.engine);
    this.judge.engine = new EngineByOpening(opened.engine, this.numbers);
    await this.begin(opened);
  }

  /**
   * Applies commands that are in the journal although they were not answered to the engine from before the crash as
   * well.
   */
  private reappear(records: readonly JournalRecord[]): void {
    const commands = this.submissions.reappear(records).values();
    for (const { position, payload } of records) {
      const applied = decodeCommand(payload);
      const answer = this.engine.apply(applied, joinListeners(this.options.counters.listener, this.judge.listen()));
      if (!isOfCore(applied.type)) this.judgeNext(commands.next().value!, { ...answer, position, at: applied.at });
    }
  }

  /** Receives the result for a command's caller. */
  private take(submission: Submission, result: Submitted | Unavailable): void {
    this.submissions.answer(submission, result);
    if (isUnavailable(result)) return this.options.counters.add("commands that the disk refused");
    this.judgeNext(submission.command, result);
    this.listener = this.judge.listen();
  }

  private judgeNext(command: Command, answer: Submitted): void {
    this.lastAnswer = answer;
    this.judge.judge(command, answer);
    this.options.counters.answered(command, answer);
  }

  /** Writes and syncs until the work has ended. */
  private async until(work: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    const ended = work.finally(() => {
      hasEnded = true;
    });
    for (let round = 0; !hasEnded && round < ROUNDS_MAX; round++) await this.goOn();
    claim(hasEnded, "every operation that began ends");
    await ended;
    this.throwFault();
  }

  private goOn(): Promise<void> {
    this.write();
    this.sync();
    return this.background();
  }

  /** The core stops on a fault; here it is thrown, so that it counts as a violation. */
  private throwFault(): void {
    if (this.fault !== undefined) throw this.fault;
  }
}

/** A listener that passes everything on to the current one. */
function relay(current: () => Listener): Listener {
  return new Proxy(silent, { get: (_, name) => current()[name as keyof Listener] });
}

/** The engine's numbers of users in the order of their opening; system accounts are numbered in between. */
function openedAccounts(engine: Engine): number[] {
  const numbers = Array.from({ length: engine.accountCount }, (_, account) => account);
  return numbers.filter((account) => engine.account(account).userId > 0);
}
