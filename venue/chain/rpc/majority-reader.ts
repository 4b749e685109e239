// A chain read through several nodes: an answer counts when more than half of all configured nodes give it. A node that
// lags, lies or is away changes nothing, and is named. With a single node, its word is all there is.

import type { Hex } from "viem";
import type { At, Block, Call, ChainLog, ChainReader, FinalTag, LogQuery, Receipt } from "./chain-reader.ts";
import type { NodeStates } from "./node-states.ts";
import { ChainTrouble, isTrouble } from "./trouble.ts";

export interface NamedReader extends ChainReader {
  readonly name: string;
  /** @returns the newest block with that tag */
  tagged(tag: FinalTag): Promise<Block>;
}

/** Being this many blocks behind the majority is no lag: a block takes time to reach every node. */
const BEHIND_BLOCKS = 3;

export class MajorityReader implements ChainReader {
  readonly #nodes: readonly NamedReader[];
  readonly #states: NodeStates;
  readonly #needed: number;
  readonly #tag: FinalTag | null;

  /** @param tag the node's tag that makes a block final; null when only confirmations count */
  constructor(nodes: readonly NamedReader[], states: NodeStates, tag: FinalTag | null = null) {
    this.#nodes = nodes;
    this.#states = states;
    this.#needed = Math.floor(nodes.length / 2) + 1;
    this.#tag = tag;
  }

  chainId(): Promise<number> {
    return this.#agree((node) => node.chainId());
  }

  /** The newest block at the greatest height that a majority has reached. */
  async head(): Promise<Block> {
    if (this.#nodes.length === 1) return this.#agree((node) => node.head());
    const heights = await this.#heights((node) => node.head());
    const height = this.#reached(heights);
    for (const [name, each] of heights) {
      if (each >= height - BEHIND_BLOCKS) this.#states.good(name);
      else this.#states.bad(name, "lags", `${name} is at block ${each}, a majority at ${height}`);
    }
    const block = await this.block(height);
    if (block === undefined) throw new ChainTrouble("no_majority", `a majority has no block ${height} any more`);
    return block;
  }

  async final({ number }: Block, confirmations: number): Promise<number> {
    const counted = number - confirmations;
    const tag = this.#tag;
    return tag === null ? counted : Math.min(counted, this.#reached(await this.#heights((node) => node.tagged(tag))));
  }

  block(height: number): Promise<Block | undefined> {
    return this.#agree((node) => node.block(height));
  }

  logs(query: LogQuery): Promise<readonly ChainLog[]> {
    return this.#agree((node) => node.logs(query));
  }

  receipt(transaction: Hex): Promise<Receipt | undefined> {
    return this.#agree((node) => node.receipt(transaction));
  }

  code(address: Hex, at: At): Promise<Hex> {
    return this.#agree((node) => node.code(address, at));
  }

  call(call: Call, at: At): Promise<Hex> {
    return this.#agree((node) => node.call(call, at));
  }

  balance(address: Hex, at: At): Promise<bigint> {
    return this.#agree((node) => node.balance(address, at));
  }

  transactionCount(address: Hex, at: At): Promise<number> {
    return this.#agree((node) => node.transactionCount(address, at));
  }

  /** The greatest height that a majority has reached. */
  #reached(heights: ReadonlyMap<string, number>): number {
    return [...heights.values()].sort((a, b) => b - a)[this.#needed - 1]!;
  }

  /** The heights of at least a majority of the nodes, by name. */
  async #heights(ask: (node: NamedReader) => Promise<Block>): Promise<ReadonlyMap<string, number>> {
    const heights = new Map<string, number>();
    const troubles: ChainTrouble[] = [];
    await new Promise<void>((resolve, reject) => {
      const waiting = new Set(this.#nodes.map(({ name }) => name));
      const answered = (name: string): void => {
        waiting.delete(name);
        const isEnough = heights.size >= this.#needed;
        // A node that was away last time is not waited for, or every round would take as long as its timeout.
        const awaited = [...waiting].filter((each) => !isEnough || this.#states.of(each) !== "away");
        if (awaited.length === 0) resolve();
      };
      for (const node of this.#nodes) {
        ask(node).then(
          (block) => {
            heights.set(node.name, block.number);
            answered(node.name);
          },
          (error: unknown) => {
            if (!isTrouble(error)) return reject(error);
            this.#states.troubled(node.name, error);
            troubles.push(error);
            answered(node.name);
          },
        );
      }
    });
    if (heights.size < this.#needed) throw this.#undecided(troubles, heights.size);
    return heights;
  }

  /** @returns a majority's answer, as soon as there is one; a node that answers differently afterwards is still named */
  #agree<T>(ask: (node: NamedReader) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const shown = new Map<string, string[]>();
      const troubles: ChainTrouble[] = [];
      let decided: string | null = null;
      let outstanding = this.#nodes.length;

      const count = (name: string, fact: string, settle: () => void): void => {
        const names = [...(shown.get(fact) ?? []), name];
        shown.set(fact, names);
        if (decided !== null) return this.#compare(name, fact, decided);
        if (names.length < this.#needed) return;
        decided = fact;
        for (const [other, said] of shown) for (const each of said) this.#compare(each, other, fact);
        settle();
      };
      const settled = (): void => {
        outstanding--;
        const most = Math.max(0, ...[...shown.values()].map((names) => names.length));
        if (decided === null && most + outstanding < this.#needed) {
          reject(this.#undecided(troubles, this.#nodes.length - outstanding - troubles.length));
        }
      };
      for (const node of this.#nodes) {
        ask(node)
          .then(
            (value) => count(node.name, factOf(value), () => resolve(value)),
            (error: unknown) => {
              // An error that is no trouble of the chain is a bug of ours.
              if (!isTrouble(error)) return reject(error);
              // A revert is an answer like any other.
              if (error.kind === "reverted") return count(node.name, `! ${error.data}`, () => reject(error));
              this.#states.troubled(node.name, error);
              troubles.push(error);
            },
          )
          .finally(settled);
      }
    });
  }

  #compare(name: string, fact: string, decided: string): void {
    if (fact === decided) this.#states.good(name);
    else if (fact === NOTHING) this.#states.bad(name, "lags", `${name} does not have yet what a majority has`);
    else this.#states.bad(name, "disagrees", `${name} shows something else than a majority of the nodes`);
  }

  /** Why there is no answer: first a cause that the caller can act on, then one that all nodes share. */
  #undecided(troubles: readonly ChainTrouble[], answers: number): ChainTrouble {
    const tooLarge = troubles.find(({ kind }) => kind === "too_large");
    if (tooLarge !== undefined) return tooLarge;
    const [first] = troubles;
    if (answers === 0 && first !== undefined && troubles.every(({ kind }) => kind === first.kind)) return first;
    const why = troubles.map(({ message }) => message).join("; ");
    const said = `${this.#needed} of ${this.#nodes.length} nodes have to show the same`;
    return new ChainTrouble("no_majority", why === "" ? said : `${said}: ${why}`);
  }
}

const NOTHING = "nothing";

function factOf(value: unknown): string {
  return typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? NOTHING);
}
