// A chain of receivers scripted by a test: transfers, sweeps by us or by others, replaced blocks, nodes that fail in the
// middle. It implements the same interfaces as a real chain.

import { type Hex, keccak256, pad, toEventSelector, toHex } from "viem";
import type { At, Block, Call, ChainLog, ChainReader, LogQuery } from "../../rpc/chain-reader.ts";
import { ChainTrouble } from "../../rpc/trouble.ts";
import type { ReceiverChain } from "../receiver-chain.ts";
import { balanceName, type ReceiverBalance } from "../receiver-deposits.ts";
import type { BalanceSweeper } from "../sweeper.ts";

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const SENDER: Hex = "0x00000000000000000000000000000000000000ff";

/** Transfers to receivers, or a sweep of one. */
export type ScriptedAct =
  | { readonly kind: "send"; readonly hash: Hex; readonly to: Hex; readonly values: readonly bigint[] }
  | { readonly kind: "sweep"; readonly hash: Hex; readonly from: Hex };

interface ScriptedBlock extends Block {
  readonly acts: readonly ScriptedAct[];
}

export class ScriptedReceivers implements ChainReader, BalanceSweeper {
  readonly chain: ReceiverChain;
  readonly #addressOf: (account: number) => Hex;
  blocks: ScriptedBlock[] = [{ number: 0, hash: pad("0x01"), parent: pad("0x00"), timestamp: 0, acts: [] }];
  /** Acts waiting to be mined. */
  pool: ScriptedAct[] = [];
  /** How many more requests are answered. */
  answersLeft = Number.POSITIVE_INFINITY;
  /** Sweeps that would fail, by balance. */
  readonly troubles = new Map<string, string>();
  /** The amount taken out of the treasury so far. */
  taken = 0n;
  #made = 0;

  constructor(chain: ReceiverChain, addressOf: (account: number) => Hex) {
    this.chain = chain;
    this.#addressOf = addressOf;
  }

  nextHash(): Hex {
    return keccak256(toHex(`thing ${++this.#made}`));
  }

  /** @param backwards mines the pool's acts in reverse order */
  mine(backwards = false): void {
    const before = this.blocks.at(-1)!;
    const acts = backwards ? this.pool.toReversed() : this.pool;
    this.pool = [];
    const number = before.number + 1;
    this.blocks.push({ number, hash: this.nextHash(), parent: before.hash, timestamp: number, acts });
  }

  /** Orphans the last blocks; their acts wait again. */
  orphan(depth: number): void {
    const gone = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    this.pool = [...gone.flatMap(({ acts }) => acts), ...this.pool];
  }

  /** Every transfer in the chain, in chain order. */
  sent(): { readonly to: Hex; readonly value: bigint }[] {
    const sends = this.blocks.flatMap(({ acts }) => acts).filter((act) => act.kind === "send");
    return sends.flatMap(({ to, values }) => values.map((value) => ({ to, value })));
  }

  // Reading the chain.

  async chainId(): Promise<number> {
    return this.chain.chainId;
  }

  async head(): Promise<Block> {
    this.#answer();
    return bare(this.blocks.at(-1)!);
  }

  async final({ number }: Block, confirmations: number): Promise<number> {
    return number - confirmations;
  }

  async block(height: number): Promise<Block | undefined> {
    this.#answer();
    const block = this.blocks[height];
    return block === undefined ? undefined : bare(block);
  }

  async logs({ from, to }: LogQuery): Promise<readonly ChainLog[]> {
    this.#answer();
    if (this.blocks[to.number]?.hash !== to.hash) throw new ChainTrouble("elsewhere", "another branch");
    if (to.number - from >= 4) throw new ChainTrouble("too_large", "four blocks at once");
    return this.#allLogs().filter(({ block }) => block >= from && block <= to.number);
  }

  async receipt(): Promise<undefined> {}
  async code(): Promise<Hex> {
    return "0x";
  }
  /** The treasury's balance at a block. */
  async call(_: Call, at: At): Promise<Hex> {
    this.#answer();
    const has = this.swept(Number(at)) - this.taken;
    // Money already taken out may have arrived in a block that was orphaned.
    return pad(toHex(has < 0n ? 0n : has));
  }

  /** Everything that has reached the treasury. */
  swept(upTo = this.blocks.length): bigint {
    const came = this.#allLogs().filter(({ topics, block }) => topics[2] === pad(this.chain.treasury) && block <= upTo);
    return came.reduce((sum, { data }) => sum + BigInt(data), 0n);
  }
  async balance(): Promise<bigint> {
    return 0n;
  }
  async transactionCount(): Promise<number> {
    return 0;
  }

  // Sweeping.

  async sweep(balances: readonly ReceiverBalance[]): Promise<string> {
    this.#answer();
    for (const balance of balances) {
      if (this.troubles.has(balanceName(balance))) continue;
      const from = this.#addressOf(balance.account);
      if (this.pool.some((act) => act.kind === "sweep" && act.from === from)) continue;
      this.pool.push({ kind: "sweep", hash: this.nextHash(), from });
    }
    return "";
  }

  #answer(): void {
    if (this.answersLeft-- <= 0) throw new ChainTrouble("away", "no answer");
  }

  /** A sweep takes the balance at its block, so everything is computed from the first block on. */
  #allLogs(): ChainLog[] {
    const balances = new Map<Hex, bigint>();
    const [token] = this.chain.tokens;
    return this.blocks.flatMap((block) => {
      const logs: ChainLog[] = [];
      const add = (transaction: Hex, from: Hex, to: Hex, value: bigint): void => {
        const topics = [TRANSFER, pad(from), pad(to)];
        const where = { block: block.number, blockHash: block.hash, transaction, index: logs.length };
        logs.push({ address: token!.address, ...where, topics, data: pad(toHex(value)) });
      };
      for (const act of block.acts) {
        if (act.kind === "send") {
          for (const value of act.values) {
            balances.set(act.to, (balances.get(act.to) ?? 0n) + value);
            add(act.hash, SENDER, act.to, value);
          }
          // A zero transfer, which any wallet may make.
          add(act.hash, act.to, this.chain.treasury, 0n);
        } else if ((balances.get(act.from) ?? 0n) > 0n) {
          add(act.hash, act.from, this.chain.treasury, balances.get(act.from)!);
          balances.delete(act.from);
        }
      }
      return logs;
    });
  }
}

function bare({ number, hash, parent, timestamp }: ScriptedBlock): Block {
  return { number, hash, parent, timestamp };
}
