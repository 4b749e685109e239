// Runs a node of a cluster in a process, with its clocks, its bus, its PostgreSQL and an orderly end. Their inputs enter
// the node through its own methods, one at a time, because JavaScript runs one thing at a time.

import type { Done, Unavailable, Unstamped } from "../../sequencing.ts";
import type { ReadDone } from "../ask/reads.ts";
import { ClusterNode, type ClusterNodeParts, type SubmitOptions } from "../cluster-node.ts";
import type { NodeStatus } from "../follow/progress.ts";
import { shownDoubt } from "../lost/missing-rows.ts";
import { type BusAddress, type BusCounts, NatsBus } from "../nats/index.ts";
import { unfitness } from "../node/fit-program.ts";
import { thisProgram } from "../node/this-program.ts";
import type { Program } from "../ports/presence.ts";
import { openPostgres, type Postgres } from "../postgres/index.ts";
import type { NodeId } from "../records/term.ts";
import { DEADLINE_MS } from "../timing.ts";
import { MachineClock } from "./machine-clock.ts";
import { newNodeId } from "./node-id.ts";

interface ClusterHostParts
  extends Omit<ClusterNodeParts, "id" | "program" | "clock" | "bus" | "lease" | "journal" | "presence"> {
  /** The version of Evermark. */
  readonly version: string;
  readonly postgres: string;
  readonly bus: BusAddress;
  /** Reports to an operator what is unavailable at the moment. It is tried again. */
  readonly onTrouble: (what: string) => void;
}

export interface HostStatus extends NodeStatus {
  readonly isBusUp: boolean;
  /** Why this node's program can't work with those of other nodes; null when it can. */
  readonly unfit: string | null;
}

/** A stopping leader has this long to append what its own callers wait for, and as long again to give the lease back. */
const STEP_WITHIN_MS = 1_000;
/** By then another leader has carried out the open commands, or their deadlines have passed. */
const ANSWERED_WITHIN_MS = DEADLINE_MS + STEP_WITHIN_MS;
const LOOK_EVERY_MS = 5;
/** Digits of a venue's name in hexadecimal: enough to tell venues on one bus apart. */
const NAME_DIGITS = 16;

const STOPPING: Unavailable = { unavailable: "the node is stopping; nothing happened" };

export class ClusterHost {
  readonly id: NodeId;
  readonly #node: ClusterNode;
  readonly #clock: MachineClock;
  readonly #bus: NatsBus;
  readonly #program: Program;
  readonly #postgres: Postgres;
  /** Commands and reads that have no answer yet. */
  #open = 0;
  #isStopping = false;

  /** @throws when PostgreSQL is unreachable, or has no venue */
  static async start(parts: ClusterHostParts): Promise<ClusterHost> {
    const id = newNodeId();
    const clock = new MachineClock(() => host.#node.wake());
    const onTrouble = ({ message }: Error) => parts.onTrouble(`PostgreSQL: ${message}`);
    const postgres = await openPostgres({ url: parts.postgres, node: id, clock, onTrouble });
    const host: ClusterHost = new ClusterHost(id, clock, postgres, parts);
    host.#bus.start();
    host.#node.start();
    return host;
  }

  private constructor(id: NodeId, clock: MachineClock, postgres: Postgres, parts: ClusterHostParts) {
    const { bus: address, onTrouble } = parts;
    const { name, key } = postgres.venue;
    this.id = id;
    this.#clock = clock;
    this.#postgres = postgres;
    this.#bus = new NatsBus({
      ...{ address, key, node: id, venue: Buffer.from(name).toString("hex").slice(0, NAME_DIGITS) },
      onMessage: (message) => this.#node.receive(message),
      onStatus: ({ isUp, what }) => {
        if (!isUp && !this.#isStopping) onTrouble(`bus: ${what}`);
      },
    });
    const { lease, journal, presence } = postgres;
    const onFault = (fault: unknown) => {
      void this.#close();
      parts.onFault(fault);
    };
    const program = thisProgram(parts.version);
    this.#program = program;
    this.#node = new ClusterNode({ ...parts, id, program, clock, bus: this.#bus, lease, journal, presence, onFault });
  }

  get replica(): ClusterNode["replica"] {
    return this.#node.replica;
  }

  /** Why the venue stands still, as far as this node has found out; null when it does not. */
  get doubt(): string | null {
    const doubt = this.#node.doubt;
    return doubt === null ? null : shownDoubt(doubt);
  }

  get isLeading(): boolean {
    return this.#node.isLeading;
  }

  get holdsLead(): boolean {
    return !this.#isStopping && this.#node.holdsLead;
  }

  status(): HostStatus {
    const status = this.#node.status();
    const { wanted = 0, others = [] } = status.roll ?? {};
    return { ...status, isBusUp: this.#bus.isUp, unfit: unfitness(this.#program, wanted, others) };
  }

  /** The epoch of the term in which this node may act for the venue; null while it may not. */
  get epoch(): number | null {
    return this.holdsLead ? this.#node.replica.head.term.epoch : null;
  }

  get busCounts(): Readonly<BusCounts> {
    return this.#bus.counts;
  }

  /** By how many milliseconds the venue's time was moved, as far as this node knows. */
  get movedMs(): number {
    return this.#node.movedMs;
  }

  /** Moves a sandbox's time. @returns the time that it is moved to; null when the outcome is not known */
  move(ms: number, from: number): Promise<number | null> {
    return new Promise((resolve) => this.#node.move(ms, from, resolve));
  }

  submit(command: Unstamped, done: Done, options?: SubmitOptions): void {
    if (this.#isStopping) return done(STOPPING);
    this.#open++;
    const answered: Done = (answer, times) => {
      this.#open--;
      done(answer, times);
    };
    this.#node.submit(command, answered, options);
  }

  read(done: ReadDone): void {
    if (this.#isStopping) return done(STOPPING);
    this.#open++;
    this.#node.read((trouble) => {
      this.#open--;
      done(trouble);
    });
  }

  giveWay(): void {
    this.#node.giveWay();
  }

  /**
   * Takes no more commands and reads, waits for answers to the open ones, and ends. A leader first appends what its own
   * callers wait for and gives the lease back, so that another node leads at once.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const node = this.#node;
    await this.#until(STEP_WITHIN_MS, () => this.#open === 0 || !node.isLeading);
    node.leave();
    await this.#until(STEP_WITHIN_MS, () => !node.leadsOrClaims);
    await this.#until(ANSWERED_WITHIN_MS, () => this.#open === 0);
    node.stop();
    await this.#close();
  }

  async #close(): Promise<void> {
    this.#clock.stop();
    await Promise.all([this.#bus.close(), this.#postgres.close()]);
  }

  async #until(withinMs: number, isSo: () => boolean): Promise<void> {
    const end = this.#clock.steady() + withinMs;
    while (!isSo() && this.#clock.steady() < end) await Bun.sleep(LOOK_EVERY_MS);
  }
}
