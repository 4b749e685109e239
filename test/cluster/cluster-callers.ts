// The callers of a round: the commands and reads that they send to nodes, by plan or in reaction to an event, and the
// answers they get. When the outcome of an order is not known, its caller repeats the order on another node.

import { type CountedRequest, isUnavailable, type Unstamped } from "@evermark/core";
import type { BatchRow, ClusterNode, NodeId } from "@evermark/core/cluster/index.ts";
import { priceE8, quantityE8 } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import type { Dice } from "../workload/dice.ts";
import type { Kernel } from "./kernel.ts";
import type { Observations, Read, SubmittedCommand } from "./observations.ts";
import { ACCOUNTS, PRICE } from "./opened-engine.ts";
import type { Act } from "./round-settings.ts";
import type { ScriptedMachine } from "./scripted-machine.ts";

/** Where a node runs, while it runs. */
export interface NodeSlot {
  readonly machine: ScriptedMachine;
  /** Null while it is down. */
  node: ClusterNode | null;
  /** "" while it is down. */
  id: NodeId;
}

interface CallersParts {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly places: readonly NodeSlot[];
  readonly observations: Observations;
  /** How often, in a thousand, a caller acts at a critical moment. */
  readonly eager: number;
}

const ONE_ORDER: Act = {
  ...{ at: 0, kind: "place", account: ACCOUNTS[0], machine: 0, tag: "", clientOrderId: "", windowMs: 0 },
  ...{ untilDisconnect: false, repeatedOn: 0, isDoubled: false, more: 0 },
};
interface SubmissionOptions {
  /** How often it may be repeated. */
  readonly repeats: number;
  readonly request?: (CountedRequest & { readonly first: string }) | undefined;
}

const ONE_SOL = 100_000_000;
const REPEATS_MAX = 2;
/** C5's limit, with a margin for a slower steady clock and for the alarm. */
const ANSWERED_WITHIN_MS = 13_000 * 1.03 + 10;

export class ClusterCallers {
  readonly #parts: CallersParts;
  /** The position of the last command that was answered to any caller. */
  #answered = 0;
  /** The reads that wait for an answer. */
  readonly #openReads: Read[] = [];
  #probes: readonly SubmittedCommand[] = [];

  constructor(parts: CallersParts) {
    this.#parts = parts;
  }

  act(act: Act): void {
    const { places } = this.#parts;
    const up = [act.machine, ...places.keys()].find((i) => places[i]!.node !== null);
    if (up === undefined) return;
    const place = places[up]!;
    const { node, id } = place;
    place.machine.after(0, () => {
      if (act.kind === "read") this.#read(node!, id);
      else this.#request(place, act, REPEATS_MAX);
    });
  }

  /**
   * A batch was applied for the first time. When it begins a term, or contains a command, callers place and read at
   * once on all nodes, including one that still thinks that it leads.
   */
  applied(id: NodeId, { batch, first, last, term }: BatchRow): void {
    const { dice, places, eager } = this.#parts;
    const isBarrier = term.node === id && first === last;
    if (!dice.chance(isBarrier ? eager : eager / 4)) return;
    const machine = places.findIndex((place) => place.id === id);
    const order = { ...ONE_ORDER, machine: Math.max(0, machine), account: dice.pick(ACCOUNTS) };
    for (let left = dice.between(1, 3); left > 0; left--) {
      const tag = `eager ${batch} of ${id} ${left}`;
      this.#soon(dice.pick([3, 100]), { ...order, tag });
    }
    for (let left = dice.between(1, 8); left > 0; left--) {
      const machine = dice.below(places.length);
      this.#soon(dice.pick([5, 20, 500]), { ...ONE_ORDER, kind: "read", machine });
    }
  }

  /** A node has claimed the lease, and has no barrier yet. */
  claimed(): void {
    const { dice, places, eager } = this.#parts;
    if (!dice.chance(eager)) return;
    for (const machine of places.keys()) this.#soon(10, { ...ONE_ORDER, kind: "read", machine });
  }

  /** Answers behind this position are known to be lost. */
  dropAnswersBehind(position: number): void {
    this.#answered = Math.min(this.#answered, position);
    for (const read of [...this.#openReads, ...this.#parts.observations.reads])
      read.lastAnswered = Math.min(read.lastAnswered, position);
  }

  /** Whether every caller that can be answered has been. */
  get areAnswered(): boolean {
    return this.firstOpen === undefined && !this.#openReads.some(({ node }) => this.#isUp(node));
  }

  /** A command that waits for its answer from a node that is up. */
  get firstOpen(): SubmittedCommand | undefined {
    return this.#parts.observations.commands.find(({ answers, node }) => answers.length === 0 && this.#isUp(node));
  }

  /** Sends one command and one read to each node. */
  probe(): void {
    const { places, observations } = this.#parts;
    this.#probes = places.map((place) => {
      this.#read(place.node!, place.id);
      return this.#submit(place, { ...ONE_ORDER, tag: `probe ${observations.commands.length}` }, { repeats: 0 });
    });
  }

  /** Whether the commands of the last probe were carried out. */
  get hasMoved(): boolean {
    return (
      this.#probes.length > 0 &&
      this.#probes.every(({ answers: [answer] }) => answer !== undefined && !isUnavailable(answer))
    );
  }

  #soon(withinMs: number, act: Act): void {
    const { kernel, dice } = this.#parts;
    kernel.after(dice.below(withinMs * 10) / 10, () => this.act(act));
  }

  /** An order counts against its account's limit, together with the orders of the same request; a cancel does not count. */
  #request(place: NodeSlot, act: Act, repeats: number): void {
    const counts = { account: act.account, limits: [{ bucket: "orders", requests: 1 }] };
    const request = act.kind === "place" ? { first: act.tag, counts: () => counts } : undefined;
    this.#submit(place, act, { repeats, request });
    for (let left = act.more; left > 0 && act.kind === "place"; left--)
      this.#submit(place, { ...act, tag: `${act.tag} and ${left}`, clientOrderId: "" }, { repeats: 0, request });
  }

  #submit({ node, id, machine }: NodeSlot, act: Act, { repeats, request }: SubmissionOptions): SubmittedCommand {
    const { kernel, observations } = this.#parts;
    const { tag, clientOrderId, account, windowMs, untilDisconnect } = act;
    const isStanding = untilDisconnect && act.kind === "place";
    const about = { tag, clientOrderId, account, untilDisconnect: isStanding, request: request?.first ?? "" };
    const submitted: SubmittedCommand = { ...about, ms: kernel.now, node: id, answers: [] };
    observations.commands.push(submitted);
    const submittedAt = kernel.now - machine.pausedMs;
    const window = windowMs === 0 ? {} : { until: node!.replica.head.at + windowMs };
    const options = { ...window, untilDisconnect: isStanding, request };
    node!.submit(
      commandOf(act),
      (answer) => {
        submitted.answers.push(answer);
        const ms = kernel.now - machine.pausedMs - submittedAt;
        if (ms > ANSWERED_WITHIN_MS) observations.wrong.push(`C5 ${tag} was answered after ${ms} ms`);
        if (!isUnavailable(answer)) this.#answered = Math.max(this.#answered, answer.position);
        else if (answer.isUncertain && clientOrderId !== "" && repeats > 0) this.#repeat(act, repeats - 1);
      },
      options,
    );
    if (act.isDoubled && repeats === REPEATS_MAX) this.#repeat(act, 0);
    return submitted;
  }

  /** Repeats the order on another machine. */
  #repeat(act: Act, repeats: number): void {
    const { kernel, places } = this.#parts;
    const repetition = { ...act, tag: `${act.tag} again ${repeats}`, isDoubled: false, more: 0 };
    kernel.after(20, () => {
      const place = places[act.repeatedOn]!;
      if (place.node !== null) place.machine.after(0, () => this.#request(place, repetition, repeats));
    });
  }

  #read(node: ClusterNode, id: NodeId): void {
    const read: Read = { node: id, lastAnswered: this.#answered, servedAt: -1 };
    this.#openReads.push(read);
    node.read((trouble) => {
      this.#openReads.splice(this.#openReads.indexOf(read), 1);
      if (trouble === null) read.servedAt = node.replica.head.last;
      this.#parts.observations.reads.push(read);
    });
  }

  #isUp(id: NodeId): boolean {
    return this.#parts.places.some((place) => place.id === id);
  }
}

function commandOf({ kind, tag, clientOrderId, account }: Act): Unstamped {
  if (kind === "cancel") return { type: "cancel_order", account, market: 0, orderId: 0, clientOrderId: tag };
  const price = priceE8(PRICE * 0.99);
  const { at: _, ...command } = placeOrder({ account, tag, clientOrderId, price, quantity: quantityE8(ONE_SOL) });
  return command;
}
