// A bus that loses, doubles, delays and thereby reorders messages, and over which some pairs of machines can't reach
// each other.

import type { Message, NodeId } from "@evermark/core/cluster/index.ts";
import type { Dice } from "../workload/dice.ts";
import type { Kernel } from "./kernel.ts";

export interface BusSettings {
  /** Per thousand messages. */
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
  /** By how much late messages are delayed. */
  readonly lateMs: number;
}

interface Listener {
  readonly machine: number;
  readonly deliver: (message: Message) => void;
}

export class ScriptedBus {
  readonly #kernel: Kernel;
  readonly #dice: Dice;
  readonly #settings: BusSettings;
  readonly #listeners = new Map<NodeId, Listener>();
  /** Pairs of machines that are cut from each other, with the number of cuts. */
  readonly #cuts = new Map<string, number>();
  #isCalm = false;

  constructor(kernel: Kernel, dice: Dice, settings: BusSettings) {
    this.#kernel = kernel;
    this.#dice = dice;
    this.#settings = settings;
  }

  listen(node: NodeId, listener: Listener): void {
    this.#listeners.set(node, listener);
  }

  leave(node: NodeId): void {
    this.#listeners.delete(node);
  }

  /** Cuts the connection between two machines, or undoes one cut. */
  cut(first: number, second: number, isCut: boolean): void {
    const pair = pairOf(first, second);
    this.#cuts.set(pair, (this.#cuts.get(pair) ?? 0) + (isCut ? 1 : -1));
  }

  /** From now on every message arrives, once and soon. */
  calm(): void {
    this.#isCalm = true;
    this.#cuts.clear();
  }

  send(from: number, to: NodeId | "others", message: Message): void {
    if (to !== "others") return this.#carry(from, to, message);
    for (const [node, { machine }] of this.#listeners) if (machine !== from) this.#carry(from, node, message);
  }

  #carry(from: number, to: NodeId, message: Message): void {
    const { lost, doubled, late, lateMs } = this.#settings;
    const dice = this.#dice;
    if (!this.#isCalm && dice.chance(lost)) return;
    for (let copies = !this.#isCalm && dice.chance(doubled) ? 2 : 1; copies > 0; copies--) {
      const ms = !this.#isCalm && dice.chance(late) ? dice.below(lateMs) : 0.2 + dice.below(2_000) / 1_000;
      this.#kernel.after(ms, () => {
        const listener = this.#listeners.get(to);
        if (listener === undefined || (this.#cuts.get(pairOf(from, listener.machine)) ?? 0) > 0) return;
        listener.deliver(message);
      });
    }
  }
}

function pairOf(first: number, second: number): string {
  return `${Math.min(first, second)} ${Math.max(first, second)}`;
}
