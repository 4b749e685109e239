// Reads the vault's logs in ranges that its nodes can return: half as long after one that was too large, and longer again
// when ranges have few logs.

import type { Hex } from "viem";
import type { Block, ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";

const BLOCKS_MAX = 1_000;
/** After a range that was too large: how many others have to succeed before a longer one is tried. */
const PATIENCE = 20;
/** Reading more logs than this at once would delay orders. */
const LOGS_WANTED = 2_000;

export interface Range {
  readonly to: Block;
  readonly logs: readonly ChainLog[];
}

export class LogScan {
  readonly #reader: ChainReader;
  readonly #addresses: readonly Hex[];
  #blocks = BLOCKS_MAX;
  #patience = 0;

  constructor(reader: ChainReader, addresses: readonly Hex[]) {
    this.#reader = reader;
    this.#addresses = addresses;
  }

  /**
   * Reads the first part of a range, or all of it.
   * @param last the last block of the range, or its height
   */
  async next(from: number, last: Block | number): Promise<Range> {
    const end = typeof last === "number" ? last : last.number;
    for (;;) {
      const height = Math.min(end, from + this.#blocks - 1);
      const to = typeof last !== "number" && height === end ? last : await this.#reader.block(height);
      if (to === undefined) throw new ChainTrouble("elsewhere", `block ${height} is not there any more`);
      try {
        const logs = await this.#reader.logs({ addresses: this.#addresses, from, to });
        this.#adapt(logs.length);
        return { to, logs };
      } catch (error) {
        if (!isTrouble(error, "too_large") || this.#blocks === 1) throw error;
        this.#blocks = Math.max(1, Math.floor(Math.min(this.#blocks, height - from + 1) / 2));
        this.#patience = PATIENCE;
      }
    }
  }

  #adapt(logs: number): void {
    if (logs > LOGS_WANTED) this.#blocks = Math.max(1, Math.floor((this.#blocks * LOGS_WANTED) / logs));
    else if (this.#patience > 0) this.#patience--;
    else if (logs * 2 < LOGS_WANTED) this.#blocks = Math.min(BLOCKS_MAX, this.#blocks * 2);
  }
}
