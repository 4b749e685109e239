// Turns movements into deposits. An account's deposits in one token on one chain form one balance: a sweep takes all of
// it, and so every deposit before it. Pure. Rules 9.2.

import type { Micros } from "@evermark/engine";
import type { Hex } from "viem";
import type { Movement } from "./movements.ts";
import type { ReceiverChain, ReceiverToken } from "./receiver-chain.ts";
import { MINIMUM_DEPOSIT, moneyOf } from "./token-amount.ts";

export interface ReceiverBalance {
  readonly account: number;
  readonly token: ReceiverToken;
}

export interface ReceiverDeposit extends ReceiverBalance {
  /** Identifies it in the engine while it is pending. */
  readonly key: string;
  /** The reference under which it is credited. */
  readonly reference: string;
  readonly amount: Micros;
  readonly transaction: Hex;
  readonly block: number;
  /** The block in which it was swept to the treasury, null before that. */
  readonly sweptIn: number | null;
  /** Its sweep brought less than had arrived: the token keeps a part. */
  readonly isShort: boolean;
}

/** @param movements in the order of the chain */
export function depositsIn(chain: ReceiverChain, movements: readonly Movement[]): ReceiverDeposit[] {
  const deposits: ReceiverDeposit[] = [];
  const waiting = new Map<string, Waiting>();
  for (const movement of movements) {
    const balance = balanceName(movement);
    const before = waiting.get(balance) ?? { places: [], value: 0n };
    if (movement.kind === "in") {
      const deposit = depositOf(chain, movement);
      if (deposit === undefined) continue;
      const places = [...before.places, deposits.push(deposit) - 1];
      waiting.set(balance, { places, value: before.value + movement.value });
      continue;
    }
    const isShort = movement.value < before.value;
    for (const place of before.places) deposits[place] = { ...deposits[place]!, sweptIn: movement.block, isShort };
    waiting.delete(balance);
  }
  return deposits;
}

interface Waiting {
  /** Indexes of the deposits in the balance. */
  readonly places: readonly number[];
  readonly value: bigint;
}

export function balanceName({ account, token }: ReceiverBalance): string {
  return `${account}.${token.symbol}`;
}

/** Undefined for an amount below the minimum, or above what a balance can hold. */
function depositOf(chain: ReceiverChain, movement: Movement): ReceiverDeposit | undefined {
  const { account, token, value, transaction, nth, block, index } = movement;
  const amount = moneyOf(value, token.decimals);
  if (amount === undefined || amount < MINIMUM_DEPOSIT) return undefined;
  return {
    key: `${chain.chainId}:${transaction}:${balanceName(movement)}.${nth}`,
    reference: `receiver:${chain.chainId}:${transaction}:${index}:${token.symbol}`,
    ...{ account, token, amount, transaction, block, sweptIn: null, isShort: false },
  };
}
