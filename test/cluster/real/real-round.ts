// One real round: nodes in processes of their own on a real PostgreSQL and a real bus, and callers on all of them. For
// some seconds there are faults; then nothing fails any more, and every node has to carry out a command. What callers
// saw is compared with PostgreSQL's rows by the same reader as in the simulation.

import { isUnavailable } from "@evermark/core";
import { type Head, type NodeId, sameHead } from "@evermark/core/cluster/index.ts";
import type { PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { Dice } from "../../workload/dice.ts";
import { judge } from "../journal-judge.ts";
import { nothingSeen, type Observations } from "../observations.ts";
import { FaultyLine } from "./machines/faulty-line.ts";
import type { Services } from "./machines/services.ts";
import { NodeStation } from "./machines/station.ts";
import type { FromNode } from "./machines/talk.ts";
import { type Moment, RealCallers } from "./real-callers.ts";
import { befall, drawFaults, type Fault } from "./real-faults.ts";

const STATIONS = 3;
/**
 * How long the venue may take to begin, and to go on once the faults are over, on a machine that is busy with other
 * things.
 */
const SETTLES_WITHIN_MS = 60_000;
const PROBE_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** The average time between two calls to a node. */
const CALL_EVERY_MS = 35;

export interface RealOutcome {
  readonly violations: readonly string[];
  readonly faults: readonly Fault[];
  /** How many statements traps have caught. */
  readonly caught: number;
  readonly batches: number;
  readonly terms: number;
  readonly outcomes: number;
  readonly refusals: number;
  readonly unknowns: number;
  readonly reads: number;
  readonly observations: Observations;
}

export class RealRound {
  readonly services: Services;
  readonly #database: string;
  readonly stations: readonly NodeStation[];
  readonly #callers: RealCallers;
  readonly #seen: Observations = nothingSeen();
  readonly #lastApplied = new Map<NodeId, number>();

  private constructor(
    services: Services,
    database: string,
    lines: readonly (readonly [FaultyLine, FaultyLine])[],
    dice: Dice,
  ) {
    this.services = services;
    this.#database = database;
    this.stations = lines.map(([postgres, bus]) => {
      const url = `postgres://postgres@127.0.0.1:${postgres.port}/${database}`;
      const settings = { postgres: url, bus: `nats://127.0.0.1:${bus.port}` };
      return new NodeStation({ postgres, bus }, settings, (station, message) => this.#hear(station, message));
    });
    this.#callers = new RealCallers(dice, this.stations, this.#seen);
  }

  static async open(services: Services, seed: number): Promise<RealRound> {
    const database = await services.newVenue();
    const line = async () =>
      [await FaultyLine.open(services.postgres.port), await FaultyLine.open(services.nats.port)] as const;
    const lines = await Promise.all(Array.from({ length: STATIONS }, line));
    return new RealRound(services, database, lines, new Dice(seed ^ 0xca11));
  }

  /** The station that leads, by the last messages; the first one when none does. */
  get leader(): NodeStation {
    return this.stations.find(({ isLeading }) => isLeading) ?? this.stations[0]!;
  }

  get moments(): readonly Moment[] {
    return this.#callers.moments;
  }

  /** Plays the round of a seed. */
  async play(seed: number): Promise<RealOutcome> {
    const dice = new Dice(seed);
    const withinMs = dice.pick([2_500, 4_000]);
    const faults = drawFaults(dice, STATIONS, withinMs - 500);
    await this.begin();
    await Promise.all(faults.map((fault) => this.#befall(fault)));
    return this.end(faults);
  }

  /** Lets another server take writes, and redirects the lines to it. */
  failOver(to: PostgresServer): void {
    this.services.postgres = to;
    for (const { postgres } of this.stations) {
      postgres.target = to.port;
      postgres.drop();
    }
  }

  /** Records that an operator has gone on without the batches behind this one. */
  accepted(behind: Pick<Head, "batch" | "last">): void {
    this.#seen.accepted.push({ behind, ms: Number.POSITIVE_INFINITY, isOperators: true });
  }

  /** The last batch that any running node has applied. */
  get lastApplied(): number {
    return Math.max(0, ...this.stations.map(({ id }) => this.#lastApplied.get(id) ?? 0));
  }

  get database(): string {
    return this.#database;
  }

  /** Starts nodes and callers. */
  async begin(): Promise<void> {
    for (const station of this.stations) station.start();
    await this.#untilAllMove();
    for (const station of this.stations) void this.#callers.go(station, CALL_EVERY_MS);
  }

  /** Ends all faults, waits until every node works, and judges the round. */
  async end(faults: readonly Fault[] = []): Promise<RealOutcome> {
    for (const station of this.stations) {
      station.wake();
      station.start();
      station.postgres.calm();
      station.bus.calm();
    }
    await this.#untilAllMove();
    this.#callers.stop();
    await this.#until("C5 a call has no answer", PROBE_WITHIN_MS, () => this.#callers.areAnswered);
    const states = await this.#states();
    // Only now, so that batches applied meanwhile are recorded as well.
    await Promise.all(this.stations.map((station) => station.kill()));
    const rows = await this.services.journal(this.#database);
    await this.#close();
    const { commands, reads, wrong } = this.#seen;
    const { violations } = judge(rows, this.#seen);
    for (const { batch, hash, id } of states) {
      const { stateHash } = judge(rows.slice(0, batch), nothingSeen());
      if (stateHash() !== hash)
        wrong.push(`C8 the state of ${id} at batch ${batch} differs from a replay of the journal`);
    }
    const answers = commands.flatMap((command) => command.answers);
    const refused = answers.filter(isUnavailable);
    const unknowns = refused.filter(({ isUncertain }) => isUncertain).length;
    return {
      violations: [...new Set([...violations, ...wrong])],
      ...{ faults, observations: this.#seen, batches: rows.length },
      caught: this.stations.reduce((sum, { postgres }) => sum + postgres.caught, 0),
      terms: new Set(rows.map(({ term }) => term.epoch)).size - 1,
      ...{ outcomes: answers.length - refused.length, refusals: refused.length - unknowns, unknowns },
      reads: reads.filter(({ servedAt }) => servedAt !== -1).length,
    };
  }

  async #befall(fault: Fault): Promise<void> {
    await Bun.sleep(fault.at);
    const end = await befall(this, fault);
    await Bun.sleep(fault.forMs);
    await end();
  }

  /** Waits until every node has carried out a command and a read. */
  async #untilAllMove(): Promise<void> {
    const moved = this.stations.map(() => false);
    const probe = async (station: NodeStation, i: number) => {
      const [answer, hasRead] = await Promise.all([this.#callers.place(station, 0), this.#callers.read(station)]);
      if (!isUnavailable(answer) && hasRead) moved[i] = true;
      else probed[i] = "";
    };
    const probed = this.stations.map(() => "");
    const isSo = () => {
      for (const [i, station] of this.stations.entries()) {
        // A node that ended has forgotten its command.
        if (!station.isUp || probed[i] === station.id || moved[i]) continue;
        probed[i] = station.id;
        void probe(station, i);
      }
      return moved.every((hasMoved) => hasMoved);
    };
    await this.#until("standstill: a node executes no command", SETTLES_WITHIN_MS, isSo);
  }

  async #until(violation: string, withinMs: number, isSo: () => boolean): Promise<void> {
    const end = performance.now() + withinMs;
    while (!isSo()) {
      if (performance.now() > end) return void this.#seen.wrong.push(violation);
      await Bun.sleep(LOOK_EVERY_MS);
    }
  }

  #states() {
    const up = this.stations.filter(({ isUp }) => isUp);
    return Promise.all(up.map(async (station) => ({ id: station.id, ...(await this.#callers.state(station)) })));
  }

  async #close(): Promise<void> {
    for (const station of this.stations) station.close();
    await this.services.dropVenue(this.#database);
  }

  #hear(station: NodeStation, message: FromNode): void {
    const { wrong, applied } = this.#seen;
    if (message.kind === "fault") wrong.push(`fault ${station.id}: ${message.text}`);
    this.#callers.hear(station, message);
    if (message.kind !== "applied") return;
    const { batch, term, front } = message;
    this.#lastApplied.set(station.id, batch);
    const row = { batch, term, last: 0, at: 0, hash: new Uint8Array(Buffer.from(message.hash, "hex")) };
    const first = applied.get(batch);
    if (first === undefined) return void applied.set(batch, { node: station.id, row, front, ms: 0, paused: [] });
    if (!sameHead(first.row, row)) wrong.push(`C8 ${station.id} applied a different batch ${batch} from ${first.node}`);
    else if (first.front !== front)
      wrong.push(`C8 the front state of ${station.id} differs from that of ${first.node} at batch ${batch}`);
  }
}
