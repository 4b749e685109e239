// The venue under simulation: the real engine behind the real journal on the simulated disk. A command is appended,
// written, synced, and only then applied and answered, as the sequencer does it. Everything that a crash may do is done
// to it here; what must be found afterwards is checked in recovery.ts.

import { type Command, encodeCommand } from "@evermark/engine";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { accountsIn } from "@evermark/engine/testing/named-accounts.ts";
import type { Journal, SnapshotStore } from "@evermark/journal";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import type { Counters } from "./counters.ts";
import type { Judge, MakeJudge } from "./judge.ts";
import { type Recovered, recover } from "./recovery.ts";
import type { Crash, DiskOperation } from "./steps.ts";
import { claim } from "./violation.ts";
import { WatchedEngine } from "./watched-engine.ts";

interface Appended {
  /** Accounts by the order of their opening. */
  readonly command: Command;
  /** As the journal has it. */
  readonly payload: Uint8Array;
}

interface VenueOptions {
  readonly seed: number;
  readonly segmentBytes: number;
  readonly counters: Counters;
  readonly makeJudge: MakeJudge;
}

export class SimulatedVenue {
  readonly disk: SimulatedDisk;
  readonly judge: Judge;
  /** The engine's numbers of the accounts, by the order of their opening. */
  numbers: number[] = [];
  /** How many commands were answered: all of them have to be found again. */
  applied = 0;
  /** Nothing was done to the disk since the venue started. */
  healthy = true;
  /** State hashes of the snapshots that were taken, by position. */
  readonly snapshotHashes = new Map<number, string>();

  private readonly turns = new ManualTurns();
  private journal: Journal;
  private snapshots: SnapshotStore;
  /** Appended and not yet answered. */
  private pending: Appended[] = [];
  /** Reported lost, but the disk would not say for certain: a crash may bring back the first of them. */
  private uncertain: Appended[][] = [];

  constructor(private readonly options: VenueOptions) {
    this.disk = new SimulatedDisk(options.seed);
    this.disk.manualSyncs = true;
    const engine = new WatchedEngine(options.counters.listener);
    this.judge = options.makeJudge(new EngineByOpening(engine, this.numbers));
    const found = this.open();
    this.journal = found.journal;
    this.snapshots = found.snapshots;
  }

  get engine(): WatchedEngine {
    return this.judge.engine.engine as WatchedEngine;
  }

  get waiting(): number {
    return this.pending.length;
  }

  /**
   * Takes a command as the sequencer does: on its way to the disk, not applied. One that names an account which was
   * never opened is left out: there is nobody who could send it, but a shortened list of steps may hold one.
   */
  append(command: Command): void {
    if (accountsIn(command).some((account) => account >= this.numbers.length)) return;
    const payload = encodeCommand(this.judge.engine.translated(command)).slice();
    const position = this.journal.append(command.at, payload);
    this.pending.push({ command, payload });
    claim(position === this.applied + this.pending.length, "positions are contiguous", () => `${position}`);
  }

  write(): void {
    this.turns.next();
  }

  sync(): void {
    this.disk.finishSyncs();
  }

  /** Until nothing is on its way any more. */
  settle(): void {
    for (let round = 0; this.pending.length > 0 && round < 100; round++) {
      this.write();
      this.sync();
    }
    claim(this.pending.length === 0, "a disk that works makes everything durable");
  }

  /** Takes a snapshot of what is applied. A disk that fails or fills up refuses it; that is no fault of ours. */
  async snapshot(): Promise<void> {
    const writing = this.startSnapshot();
    let done = false;
    writing.finally(() => {
      done = true;
    });
    for (let round = 0; !done && round < 1_000; round++) {
      this.disk.finishSyncs();
      await Promise.resolve();
    }
    await writing;
  }

  /** Starts to write one, and does not wait. */
  startSnapshot(): Promise<void> {
    const bytes = this.engine.snapshot();
    const position = this.applied;
    const { counters } = this.options;
    if (position === 0 || position !== this.journal.durablePosition) return Promise.resolve();
    const hash = this.journal.durableHash();
    const stateHash = this.engine.stateHash();
    return this.snapshots.write({ position, hash, bytes }).then(
      () => {
        this.snapshotHashes.set(position, stateHash);
        counters.add("snapshots");
      },
      () => counters.add("snapshots refused by the disk"),
    );
  }

  /** An orderly end: everything becomes durable and is answered. */
  async restart(): Promise<void> {
    this.repairDisk();
    let closed = false;
    const closing = this.journal.close().then(() => {
      closed = true;
    });
    for (let round = 0; !closed && round < 1_000; round++) {
      this.write();
      this.sync();
      await Promise.resolve();
    }
    await closing;
    this.disk.killProcess();
    this.turns.drop();
    this.recover();
  }

  crash(how: Crash): void {
    if (how === "power during snapshot") {
      void this.startSnapshot();
      this.disk.finishSyncs();
    }
    this.turns.drop();
    if (how === "kill") this.disk.killProcess();
    else this.disk.losePower();
    this.repairDisk();
    this.recover();
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

  /** What the disk has becomes the venue again, and must be what was answered. */
  private recover(): void {
    const found = this.open();
    for (const { command } of this.reappeared(found)) this.judgeNext(command);
    this.pending = [];
    this.uncertain = [];
    const [before, after] = [this.engine.stateHash(), found.engine.stateHash()];
    claim(before === after, "an engine from snapshot and journal equals the one before", () => `${before} ${after}`);
    this.options.counters.add(found.snapshot > 0 ? "start from a snapshot" : "start from the journal alone");
    this.journal = found.journal;
    this.snapshots = found.snapshots;
    this.numbers = openedAccounts(found.engine);
    this.judge.engine = new EngineByOpening(found.engine, this.numbers);
  }

  /** Commands that were not answered and are there all the same: a first part of what was on its way. */
  private reappeared({ lastPosition, payloads }: Recovered): Appended[] {
    claim(
      lastPosition >= this.applied,
      "every answered command is found again",
      () => `${lastPosition} of ${this.applied}`,
    );
    const beyond = payloads(this.applied);
    const possible = [this.pending, ...this.uncertain].find((list) =>
      beyond.every((payload, i) => list[i] !== undefined && sameBytes(payload, list[i].payload)),
    );
    claim(possible !== undefined, "what reappears was on its way", () => `${beyond.length} unknown commands`);
    return possible!.slice(0, beyond.length);
  }

  private open(): Recovered {
    const { segmentBytes, counters } = this.options;
    return recover({
      disk: this.disk.forProcess(),
      turns: this.turns,
      segmentBytes,
      watcher: counters.listener,
      listener: {
        onDurable: (position) => this.onDurable(position),
        onFailure: (_error, firstLost, certain) => this.onFailure(firstLost, certain),
      },
    });
  }

  private onDurable(position: number): void {
    while (this.applied < position) {
      const next = this.pending.shift();
      claim(next !== undefined, "only what was appended becomes durable");
      this.judgeNext(next!.command);
    }
    this.uncertain = [];
  }

  private onFailure(firstLost: number, certain: boolean): void {
    claim(firstLost === this.applied + 1, "nothing that was answered is reported lost", () => `${firstLost}`);
    this.options.counters.add("commands that the disk refused", this.pending.length);
    if (certain) this.uncertain = [];
    else this.uncertain.push(this.pending);
    this.pending = [];
  }

  private judgeNext(command: Command): void {
    this.applied++;
    this.judge.apply(command);
    const answer = this.engine.lastAnswer!;
    this.options.counters.answered(command, answer);
    const opens = ["open_account", "add_sub_account", "confirm_delegate"].includes(command.type);
    if (opens && answer.rejection === null && !this.numbers.includes(answer.created)) this.numbers.push(answer.created);
  }
}

/** Users in the order of their opening; the system's own accounts are numbered in between. */
function openedAccounts(engine: WatchedEngine): number[] {
  const numbers = Array.from({ length: engine.accountCount }, (_, account) => account);
  return numbers.filter((account) => engine.account(account).userId > 0);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
