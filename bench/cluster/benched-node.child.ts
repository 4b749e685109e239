// One node of a venue with several nodes, without HTTP and signatures. Its commands come from this same process, so
// that exactly the requested number can wait at the same time.

import { isUnavailable } from "@evermark/core";
import { ClusterHost } from "@evermark/core/cluster/host/index.ts";
import type { BatchRow } from "@evermark/core/cluster/index.ts";
import { parseBusAddress } from "@evermark/core/cluster/nats/bus-address.ts";
import { assert, type Command, type Engine, type Millis, silent } from "@evermark/engine";
import { makeOrderMix } from "../flow/order-mix.ts";
import { serveParent } from "../processes/child-process.ts";
import { openedEngine, openingCommands, openingRow } from "./opening-commands.ts";

const SECOND_MS = 1_000;

export interface NodeOpening {
  readonly postgres: string;
  readonly bus: string;
  /** The venue time at which the venue begins. */
  readonly at: number;
  /** The number of commands that it can be given. */
  readonly commands: number;
}

/** Gives it the next commands and keeps `waiting` of them waiting for their answer at the same time. */
export interface Turn {
  readonly waiting: number;
  readonly count: number;
}

export interface TurnResult {
  readonly perSecond: number;
  /** The rate of the same commands on a separate engine. */
  readonly alone: number;
  readonly batches: number;
}

class LoadedNode {
  readonly #host: ClusterHost;
  readonly #alone: Engine;
  readonly #commands: readonly Command[];
  readonly #rows: { count: number };
  #given = 0;

  private constructor(host: ClusterHost, alone: Engine, commands: readonly Command[], rows: { count: number }) {
    this.#host = host;
    this.#alone = alone;
    this.#commands = commands;
    this.#rows = rows;
  }

  static async open({ postgres, bus: address, at, commands }: NodeOpening): Promise<LoadedNode> {
    const mix = makeOrderMix(commands);
    const opening = openingCommands(mix, at);
    const bus = parseBusAddress(address);
    assert(!("mistake" in bus), "a benchmark's bus has an address");
    const rows = { count: 0 };
    const host = await ClusterHost.start({
      ...{ postgres, bus, engine: openedEngine(opening), head: openingRow(opening) },
      consumer: { ...silent, commandEnd() {} },
      rules: { own: tickOf, dueAt: () => Number.POSITIVE_INFINITY, admit: () => 0 },
      whyNotLead: () => null,
      onApplied: (row: BatchRow) => {
        if (row.last >= row.first) rows.count++;
      },
      onFault: (fault) => {
        throw fault;
      },
      onTrouble: (what) => console.error(what),
      onCutOff() {},
      version: "of a benchmark",
      losesNothing: false,
      isMovable: false,
    });
    return new LoadedNode(host, openedEngine([...mix.opening, ...mix.filling.commands]), mix.mixed.commands, rows);
  }

  async leads(): Promise<void> {
    while (!this.#host.holdsLead) await Bun.sleep(5);
  }

  async turn({ waiting, count }: Turn): Promise<TurnResult> {
    const commands = this.#commands.slice(this.#given, this.#given + count);
    assert(commands.length === count, "there are enough commands", { given: this.#given, count });
    this.#given += count;
    const { count: before } = this.#rows;
    Bun.gc(true);
    const startedAt = performance.now();
    await this.#give(commands, waiting);
    const perSecond = rateOf(count, startedAt);
    const batches = this.#rows.count - before;
    Bun.gc(true);
    const aloneAt = performance.now();
    for (const command of commands) this.#alone.apply(command, silent);
    return { perSecond, batches, alone: rateOf(count, aloneAt) };
  }

  stop(): Promise<void> {
    return this.#host.stop();
  }

  #give(commands: readonly Command[], waiting: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let total = 0;
    let open = 0;
    const submit = (command: Command): void => {
      this.#host.submit(command, (result) => {
        // On a busy machine another node may become the leader for a time.
        if (isUnavailable(result)) return submit(command);
        open--;
        next();
        if (open === 0) resolve();
      });
    };
    const next = (): void => {
      while (open < waiting && total < commands.length) {
        open++;
        submit(commands[total++]!);
      }
    };
    next();
    return promise;
  }
}

/** Ticks are needed: without them a waiting command would never get the answer that it has expired. */
function tickOf(before: number, at: Millis): Command[] {
  const second = (Math.floor(at / SECOND_MS) * SECOND_MS) as Millis;
  return second > before ? [{ type: "tick", at: second }] : [];
}

function rateOf(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000;
}

let node: LoadedNode | undefined;

serveParent<NodeOpening | "leads" | Turn>(
  async (message) => {
    if (message === "leads") await node!.leads();
    else if ("count" in message) return node!.turn(message);
    else node = await LoadedNode.open(message);
    return true;
  },
  async () => node?.stop(),
);
