// Reads transfers of receiver addresses from the tokens' logs: money that arrived at one, and money that was swept from
// one to the treasury. A receiver can send nowhere else, so the transfers are the whole truth, no matter who called the
// sweep.

import { type Hex, toEventSelector } from "viem";
import type { Block, ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import type { ReceiverAccounts } from "./receiver-accounts.ts";
import type { ReceiverChain, ReceiverToken } from "./receiver-chain.ts";

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const RANGE_BLOCKS_MAX = 1_000;
/**
 * Most addresses in one request. All transfers of a token would be thousands of times as many, so the
 * recipients are named.
 */
const NAMED_ADDRESSES_MAX = 500;

export interface Movement {
  readonly kind: "in" | "out";
  readonly account: number;
  readonly token: ReceiverToken;
  /** In the token's smallest units, never 0. */
  readonly value: bigint;
  readonly transaction: Hex;
  /**
   * Its index, from 0, among the movements of its kind of this account, token and transaction; no reorganisation changes
   * it.
   */
  readonly nth: number;
  readonly block: number;
  /** Index among all logs of its block. */
  readonly index: number;
}

/**
 * In chain order.
 * @param to the last block of the range
 * @throws {ChainTrouble}
 */
export async function readMovements(
  reader: ChainReader,
  chain: ReceiverChain,
  accounts: ReceiverAccounts,
  { from, to }: { readonly from: number; readonly to: Block },
): Promise<Movement[]> {
  const movements: Movement[] = [];
  let span = RANGE_BLOCKS_MAX;
  for (let first = from; first <= to.number; ) {
    const last = await blockAt(reader, Math.min(first + span - 1, to.number), to);
    try {
      const logs = await logsOf(reader, chain, accounts, { from: first, to: last });
      movements.push(...movementsOf(logs, chain, accounts));
      first = last.number + 1;
      span = Math.min(span * 2, RANGE_BLOCKS_MAX);
    } catch (error) {
      if (!isTrouble(error, "too_large") || last.number === first) throw error;
      span = Math.ceil((last.number - first + 1) / 2);
    }
  }
  return movements;
}

async function blockAt(reader: ChainReader, height: number, to: Block): Promise<Block> {
  if (height === to.number) return to;
  // A node that has a block has all blocks before it; if this one is missing, the node is switching to another branch.
  return (await reader.block(height)) ?? to;
}

/** The transfers to all recipients, in chain order, in as many requests as it takes. */
async function logsOf(
  reader: ChainReader,
  { tokens, treasury }: ReceiverChain,
  accounts: ReceiverAccounts,
  range: { readonly from: number; readonly to: Block },
): Promise<ChainLog[]> {
  const recipients = [treasury, ...accounts.addresses()].map(asTopic);
  const addresses = tokens.map(({ address }) => address);
  const logs: ChainLog[] = [];
  for (let place = 0; place < recipients.length; place += NAMED_ADDRESSES_MAX) {
    const some = recipients.slice(place, place + NAMED_ADDRESSES_MAX);
    logs.push(...(await reader.logs({ addresses, topics: [TRANSFER, null, some], ...range })));
  }
  return logs.sort((a, b) => a.block - b.block || a.index - b.index);
}

function movementsOf(logs: readonly ChainLog[], chain: ReceiverChain, accounts: ReceiverAccounts): Movement[] {
  const movements: Movement[] = [];
  const counts = new Map<string, number>();
  for (const { address, topics, data, transaction, block, index } of logs) {
    const token = chain.tokens.find((each) => each.address === address);
    const [, from, to] = topics;
    if (token === undefined || from === undefined || to === undefined || data.length !== 66) continue;
    const value = BigInt(data);
    // Any wallet may "transfer" zero from anywhere to anywhere.
    if (value === 0n) continue;
    const isSweep = asAddress(to) === chain.treasury;
    const account = accounts.find(asAddress(isSweep ? from : to));
    if (account === undefined) continue;
    const place = `${isSweep} ${transaction} ${token.address} ${account}`;
    const nth = counts.get(place) ?? 0;
    counts.set(place, nth + 1);
    movements.push({ kind: isSweep ? "out" : "in", account, token, value, transaction, nth, block, index });
  }
  return movements;
}

function asTopic(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, "0")}`;
}

function asAddress(topic: Hex): Hex {
  return `0x${topic.slice(26)}`;
}
