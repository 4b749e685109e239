// What can happen to a chain and to who serves it, short of replacing what was final: its node dies and comes back with less
// than it had, blocks are replaced, transactions get lost, gas gets dear, another program has the operator's key.

import { type Hex, parseTransaction } from "viem";
import type { VaultChain } from "../venue/outside/chain-with-vault.ts";

/** So many blocks on top of its own make a log final. */
export const CONFIRMATIONS = 2;

/** Far above what is offered while nothing happens, in the smallest unit of the chain's coin. */
const DEAR = 10n ** 11n;

export class ChainFaults {
  readonly #chain: VaultChain;
  /** The highest block that ever was. */
  #highest = 0;
  /** What the node knows the state of begins here. */
  #begun = 0;
  #kept: { readonly dump: Hex; readonly height: number } | undefined;

  constructor(chain: VaultChain) {
    this.#chain = chain;
  }

  /** So many of the newest blocks can be replaced and none of them was ever final. */
  async spare(): Promise<number> {
    const head = await this.#head();
    return Math.max(0, Math.min(CONFIRMATIONS - (this.#highest - head), head - this.#begun));
  }

  /** The newest blocks are replaced by as many others, which are empty. @param blocks no more than `spare` */
  async reorganise(blocks: number): Promise<void> {
    if (blocks > (await this.spare())) throw new Error(`${blocks} blocks can't be replaced`);
    // What was kept may have blocks of the former branch.
    this.#kept = undefined;
    await this.#chain.control.request({ method: "anvil_reorg", params: [blocks, []] } as never);
  }

  /** What the node writes to its disk, once: what comes after is lost with `restart({ forgets: true })`. */
  async keep(): Promise<void> {
    const height = await this.#head();
    this.#kept = { dump: await this.#chain.control.dumpState(), height };
  }

  /** The node dies; what is not mined is lost. @returns how it is started again @param forgets all since `keep` too, unless more than may be */
  async killNode({ forgets = false } = {}): Promise<() => Promise<void>> {
    const head = await this.#head();
    const kept = forgets && this.#kept && this.#highest - this.#kept.height <= CONFIRMATIONS ? this.#kept : undefined;
    const dump = kept?.dump ?? (await this.#chain.control.dumpState());
    this.#kept = undefined;
    await this.#chain.killNode();
    return async () => {
      this.#begun = kept?.height ?? head;
      await this.#chain.startNode(dump);
      await this.#chain.control.setAutomine(false);
      // It knows the state of no block below the one that it began with: so it is not asked for one.
      await this.#chain.control.mine({ blocks: CONFIRMATIONS });
    };
  }

  async restart(how: { readonly forgets?: boolean } = {}): Promise<void> {
    await (await this.killNode(how))();
  }

  /** Transactions of this sender's that are not mined, by their bytes, in the order of their numbers. */
  async unmined(sender: Hex): Promise<Hex[]> {
    const found = await Promise.all((await this.#unmined(sender)).map((hash) => this.raw(hash)));
    return found.filter((raw) => raw !== null).toSorted((a, b) => numberOf(a) - numberOf(b));
  }

  /** A transaction's bytes; null when the chain does not have it. */
  async raw(hash: Hex): Promise<Hex | null> {
    return (await this.#chain.control.request({
      method: "eth_getRawTransactionByHash",
      params: [hash],
    } as never)) as Hex | null;
  }

  /** No node has the sender's unmined transactions any more. @returns how many there were */
  async drop(sender: Hex): Promise<number> {
    const hashes = await this.#unmined(sender);
    for (const hash of hashes) await this.#chain.control.dropTransaction({ hash });
    return hashes.length;
  }

  /** One more block, in which gas costs far more than before. */
  async mineDear(): Promise<void> {
    await this.#chain.control.setNextBlockBaseFeePerGas({ baseFeePerGas: DEAR });
    await this.#chain.control.mine({ blocks: 1 });
  }

  /** Another program that has the operator's key sends something in the place of its next transaction. */
  async useOperatorsNumber(): Promise<Hex> {
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
