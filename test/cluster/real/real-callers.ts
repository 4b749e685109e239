// The callers of a real round: they place orders on nodes and read from them, at the pace that the seed decides, and
// repeat elsewhere orders whose outcome is not known, and some others.

import { isUnavailable, type Unstamped } from "@evermark/core";
import { priceE8, quantityE8 } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import type { Dice } from "../../workload/dice.ts";
import type { CallerAnswer, Observations, Read, SubmittedCommand } from "../observations.ts";
import { ACCOUNTS, PRICE } from "../opened-engine.ts";
import type { NodeStation } from "./machines/station.ts";
import type { FromNode } from "./machines/talk.ts";

/** C5's limit, with a margin for a loaded machine. */
const ANSWERED_WITHIN_MS = 13_000 + 4_000;
const ONE_SOL = 100_000_000;

interface OpenCall {
  readonly station: NodeStation;
  /** The id of the node that was asked; after that node has ended, no answer comes. */
  readonly node: string;
  readonly onAnswer: (message: FromNode) => void;
}

/** When a caller was answered with an outcome, and by which node. */
export interface Moment {
  readonly at: number;
  readonly station: number;
}

export class RealCallers {
  readonly #dice: Dice;
  readonly #stations: readonly NodeStation[];
  readonly #seen: Observations;
  readonly #open = new Map<number, OpenCall>();
  #calls = 0;
  /** The position of the last command that was answered to any caller. */
  #answered = 0;
  #isOver = false;
  readonly moments: Moment[] = [];

  constructor(dice: Dice, stations: readonly NodeStation[], seen: Observations) {
    this.#dice = dice;
    this.#stations = stations;
    this.#seen = seen;
  }

  /** Keeps calling one node until stopped. @param everyMs between calls, on average */
  async go(station: NodeStation, everyMs: number): Promise<void> {
    while (!this.#isOver) {
      await Bun.sleep(this.#dice.below(everyMs * 2));
      if (!station.isUp || this.#isOver) continue;
      if (this.#dice.chance(250)) void this.read(station);
      else void this.place(station);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  hear(station: NodeStation, message: FromNode): void {
    if (!("call" in message)) return;
    const open = this.#open.get(message.call);
    if (open === undefined || open.station !== station)
      this.#seen.wrong.push(`C5 call ${message.call} was answered twice`);
    this.#open.delete(message.call);
    open?.onAnswer(message);
  }

  /** Whether every caller whose node lives has been answered. */
  get areAnswered(): boolean {
    return ![...this.#open.values()].some(({ station, node }) => station.id === node);
  }

  /** Places an order. @returns the answer */
  async place(
    station: NodeStation,
    repeats = 2,
    repeated?: { clientOrderId: string; account: number },
  ): Promise<CallerAnswer> {
    const dice = this.#dice;
    const call = ++this.#calls;
    const tag = `call ${call}`;
    const clientOrderId = repeated?.clientOrderId ?? (dice.chance(500) ? `order ${call}` : "");
    const account = repeated?.account ?? dice.pick(ACCOUNTS);
    const windowMs = repeated === undefined && dice.chance(100) ? dice.pick([1, 20, 300]) : 0;
    const submitted: SubmittedCommand = {
      tag,
      clientOrderId,
      account,
      untilDisconnect: false,
      request: "",
      ms: 0,
      node: station.id,
      answers: [],
    };
    this.#seen.commands.push(submitted);
    const submittedAt = performance.now() - station.pausedMs;
    const { promise, resolve } = Promise.withResolvers<CallerAnswer>();
    const onAnswer = (message: FromNode) => {
      if (message.kind !== "answer") return;
      const { answer } = message;
      submitted.answers.push(answer);
      const ms = performance.now() - station.pausedMs - submittedAt;
      if (ms > ANSWERED_WITHIN_MS) this.#seen.wrong.push(`C5 ${tag} was answered after ${Math.round(ms)} ms`);
      if (!isUnavailable(answer)) {
        this.#answered = Math.max(this.#answered, answer.position);
        this.moments.push({ at: performance.now(), station: this.#stations.indexOf(station) });
      } else if (answer.isUncertain && clientOrderId !== "" && repeats > 0)
        this.#repeat(clientOrderId, account, repeats - 1);
      resolve(answer);
    };
    this.#open.set(call, { station, node: station.id, onAnswer });
    station.send({ kind: "submit", call, command: orderOf(tag, clientOrderId, account), windowMs });
    if (repeated === undefined && clientOrderId !== "" && dice.chance(100)) this.#repeat(clientOrderId, account, 0);
    return promise;
  }

  read(station: NodeStation): Promise<boolean> {
    const call = ++this.#calls;
    const read: Read = { node: station.id, lastAnswered: this.#answered, servedAt: -1 };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onAnswer = (message: FromNode) => {
      if (message.kind !== "seen") return;
      read.servedAt = message.servedAt;
      this.#seen.reads.push(read);
      resolve(message.servedAt !== -1);
    };
    this.#open.set(call, { station, node: station.id, onAnswer });
    station.send({ kind: "read", call });
    return promise;
  }

  /** The position and the state's hash of its engine. */
  state(station: NodeStation): Promise<Extract<FromNode, { kind: "state" }>> {
    const call = ++this.#calls;
    const { promise, resolve } = Promise.withResolvers<Extract<FromNode, { kind: "state" }>>();
    const onAnswer = (message: FromNode) => {
      if (message.kind === "state") resolve(message);
    };
    this.#open.set(call, { station, node: station.id, onAnswer });
    station.send({ kind: "state", call });
    return promise;
  }

  /** Repeats the order on any node. */
  #repeat(clientOrderId: string, account: number, repeats: number): void {
    const up = this.#stations.filter(({ isUp }) => isUp);
    if (up.length > 0) void this.place(this.#dice.pick(up), repeats, { clientOrderId, account });
  }
}

function orderOf(tag: string, clientOrderId: string, account: number): Unstamped {
  const price = priceE8(PRICE * 0.99);
  const { at: _, ...command } = placeOrder({ account, tag, clientOrderId, price, quantity: quantityE8(ONE_SOL) });
  return command;
}
