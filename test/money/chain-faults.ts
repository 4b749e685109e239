// What can happen to a chain and its node, except that final blocks are replaced: the node dies and comes back with
// less than it had, blocks are replaced, transactions are lost, gas becomes expensive, another program has the
// operator's key.

import { type Hex, parseTransaction } from "viem";
import type { VaultChain } from "../venue/outside/chain-with-vault.ts";

/** A log is final once this many blocks are on top of its own. */
export const CONFIRMATIONS = 2;

/** Far above the usual price when nothing happens, in the smallest unit of the chain's coin. */
const DEAR = 10n ** 11n;

export class ChainFaults {
  readonly #chain: VaultChain;
  /** The highest block that has ever existed. */
  #highest = 0;
  /** The first block for which the node knows the state. */
  #begun = 0;
  #kept: { readonly dump: Hex; readonly height: number } | undefined;

  constructor(chain: VaultChain) {
    this.#chain = chain;
  }

  /** How many of the newest blocks can be replaced so that none of them was ever final. */
  async spare(): Promise<number> {
    const head = await this.#head();
    return Math.max(0, Math.min(CONFIRMATIONS - (this.#highest - head), head - this.#begun));
  }

  /** Replaces the newest blocks by the same number of empty blocks. @param blocks no more than `spare` */
  async reorganise(blocks: number): Promise<void> {
    if (blocks > (await this.spare())) throw new Error(`${blocks} blocks can't be replaced`);
    // The kept state may have blocks of the former branch.
    this.#kept = undefined;
    await this.#chain.control.request({ method: "anvil_reorg", params: [blocks, []] } as never);
  }

  /**
   * Keeps the state, as if the node wrote it to its disk. What comes after it is lost with `restart({ forgets: true
   * })`.
   */
  async saveState(): Promise<void> {
    const height = await this.#head();
    this.#kept = { dump: await this.#chain.control.dumpState(), height };
  }

  /**
   * Kills the node; transactions that are not mined are lost. @returns a function that starts it again @param forgets
   * whether everything since `keep` is lost too, unless that is more than may be lost
   */
  async killNode({ forgets = false } = {}): Promise<() => Promise<void>> {
    const head = await this.#head();
    const saved = forgets && this.#kept && this.#highest - this.#kept.height <= CONFIRMATIONS ? this.#kept : undefined;
    const dump = saved?.dump ?? (await this.#chain.control.dumpState());
    this.#kept = undefined;
    await this.#chain.killNode();
    return async () => {
      this.#begun = saved?.height ?? head;
      await this.#chain.startNode(dump);
      await this.#chain.control.setAutomine(false);
      // The node does not know the state of blocks before the one that it began with. With these additional blocks it
      // is not asked for one.
      await this.#chain.control.mine({ blocks: CONFIRMATIONS });
    };
  }

  async restart(how: { readonly forgets?: boolean } = {}): Promise<void> {
    await (await this.killNode(how))();
  }

  /** The bytes of the sender's transactions that are not mined, in the order of their nonces. */
  async unmined(sender: Hex): Promise<Hex[]> {
    const found = await Promise.all((await this.#unmined(sender)).map((hash) => this.raw(hash)));
    return found.filter((raw) => raw !== null).toSorted((a, b) => numberOf(a) - numberOf(b));
  }

  /** A transaction's bytes; null if the chain does not have it. */
  async raw(hash: Hex): Promise<Hex | null> {
    return (await this.#chain.control.request({
      method: "eth_getRawTransactionByHash",
      params: [hash],
    } as never)) as Hex | null;
  }

  /** Removes the sender's unmined transactions from the node. @returns how many there were */
  async drop(sender: Hex): Promise<number> {
    const hashes = await this.#unmined(sender);
    for (const hash of hashes) await this.#chain.control.dropTransaction({ hash });
    return hashes.length;
  }

  /** Mines one more block, in which gas is far more expensive than before. */
  async mineDear(): Promise<void> {
    await this.#chain.control.setNextBlockBaseFeePerGas({ baseFeePerGas: DEAR });
    await this.#chain.control.mine({ blocks: 1 });
  }

  /** Uses the nonce of the operator's next transaction for another one, as if another program had the operator's key. */
  async useOperatorsNonce(): Promise<Hex> {
    const { operator, reader } = this.#chain;
    const { address } = operator.account;
    const nonce = await reader.getTransactionCount({ address, blockTag: "latest" });
    const price = (await reader.getGasPrice()) * 10n;
    return operator.sendTransaction({
      ...{ to: address, nonce, gas: 21_000n, maxFeePerGas: price, maxPriorityFeePerGas: price, chain: null },
    });
  }

  async #unmined(sender: Hex): Promise<Hex[]> {
    const { pending, queued } = await this.#chain.control.getTxpoolContent();
    const pools = [pending, queued].flatMap((pool) => Object.entries(pool));
    const own = pools.filter(([address]) => address.toLowerCase() === sender.toLowerCase());
    return own.flatMap(([, transactions]) => Object.values(transactions).map(({ hash }) => hash));
  }

  async #head(): Promise<number> {
    const head = Number(await this.#chain.reader.getBlockNumber({ cacheTime: 0 }));
    this.#highest = Math.max(this.#highest, head);
    return head;
  }
}

function numberOf(raw: Hex): number {
  return parseTransaction(raw).nonce ?? 0;
}
