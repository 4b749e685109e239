// The chain's block time, by the heads seen lately; estimates of when something is final use it.

import type { Block } from "./rpc/chain-reader.ts";

type Seen = Pick<Block, "number" | "timestamp">;

/** With one look every three seconds, this covers the last few minutes. */
const HEADS_KEPT = 100;

export class BlockPace {
  #heads: Seen[] = [];

  see(head: Seen): void {
    const last = this.#heads.at(-1);
    if (last?.number === head.number) return;
    // Another branch, or another chain: the heads seen so far say nothing about it.
    if (last !== undefined && head.number < last.number) this.#heads = [];
    this.#heads.push(head);
    if (this.#heads.length > HEADS_KEPT) this.#heads.shift();
  }

  /** Milliseconds from block to block; null until two different heads were seen. */
  get blockMs(): number | null {
    const [first] = this.#heads;
    const last = this.#heads.at(-1);
    if (first === undefined || last === undefined || first === last) return null;
    return (Math.max(0, last.timestamp - first.timestamp) * 1_000) / (last.number - first.number);
  }
}
