// The chain's own coin at receiver addresses, sent there by mistake. It is no deposit and is credited to no account: it
// is swept to the treasury if it is worth the gas, and the holder of the treasury's key can send it back. No log
// announces coin, so balances are read now and then, hundreds in one request.

import { depositReceiverAbi } from "@evermark/contracts";
import type { Logger } from "pino";
import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";
import type { ReceiverAccounts } from "./receiver-accounts.ts";
import type { ReceiverChain } from "./receiver-chain.ts";

const LOOK_MS = 600_000;
const ASKED_AT_ONCE = 500;

export interface StrayCoin {
  readonly account: number;
  readonly address: Hex;
  /** In the coin's smallest unit, never 0. */
  readonly amount: bigint;
}

interface StrayCoinParts {
  readonly chain: ReceiverChain;
  readonly reader: Pick<ChainReader, "call">;
  readonly accounts: Pick<ReceiverAccounts, "addresses" | "find">;
  readonly accountId: (account: number) => Hex;
  /** A monotonic clock, in milliseconds. */
  readonly steady: () => number;
  readonly log: Logger;
  /** Called after each look. */
  onLook(found: number): void;
}

export class StrayCoins {
  readonly #parts: StrayCoinParts;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The amounts logged last, by account. */
  #known: ReadonlyMap<number, bigint> = new Map();
  /** Whether the factory was deployed before it could sweep coin. */
  #isOld = false;

  constructor(parts: StrayCoinParts) {
    this.#parts = parts;
  }

  /** @returns the coin at receiver addresses; nothing while it is too soon for another look, or the chain can't be read */
  async look(): Promise<readonly StrayCoin[]> {
    const { steady, onLook, log, chain } = this.#parts;
    if (this.#isOld || steady() - this.#lookedAt < LOOK_MS) return [];
    this.#lookedAt = steady();
    try {
      const found = await this.#found();
      onLook(found.length);
      this.#log(found);
      return found;
    } catch (error) {
      if (!isTrouble(error)) throw error;
      this.#isOld = error.kind === "reverted";
      const what = this.#isOld
        ? "the factory can't sweep the chain's coin: what arrives stays where it is"
        : error.message;
      log.info({ chain: chain.chainId, what }, "receiver addresses are not checked for the chain's own coin now");
      return [];
    }
  }

  async #found(): Promise<StrayCoin[]> {
    const { accounts } = this.#parts;
    const addresses = [...accounts.addresses()];
    const found: StrayCoin[] = [];
    for (let place = 0; place < addresses.length; place += ASKED_AT_ONCE) {
      const some = addresses.slice(place, place + ASKED_AT_ONCE);
      for (const [nth, amount] of (await this.#amounts(some)).entries()) {
        const address = some[nth]!;
        if (amount > 0n) found.push({ account: accounts.find(address)!, address, amount });
      }
    }
    return found;
  }

  async #amounts(addresses: readonly Hex[]): Promise<readonly bigint[]> {
    const { chain, reader } = this.#parts;
    const call = { abi: depositReceiverAbi, functionName: "coinAt" } as const;
    const data = await reader.call(
      { to: chain.factory, data: encodeFunctionData({ ...call, args: [addresses] }) },
      "latest",
    );
    const amounts = decoded(() => decodeFunctionResult({ ...call, data }));
    if (amounts?.length === addresses.length) return amounts;
    throw new ChainTrouble("garbage", "what the factory answered is no list of balances");
  }

  #log(found: readonly StrayCoin[]): void {
    const { chain, accountId, log } = this.#parts;
    for (const { account, address, amount } of found) {
      if (this.#known.get(account) === amount) continue;
      const about = { chain: chain.chainId, accountId: accountId(account), address, amount: String(amount) };
      log.warn(
        about,
        "the chain's own coin was sent to a receiver address: it is not a deposit, and is not credited to any account",
      );
    }
    this.#known = new Map(found.map(({ account, amount }) => [account, amount]));
  }
}

function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
