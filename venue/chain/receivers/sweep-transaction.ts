// A sweep's fees and gas, and its broadcast. Prices are read from all nodes, and none can make the venue overpay: the
// median of their answers counts, up to a bound.

import type { Hex } from "viem";
import type { Call } from "../rpc/chain-reader.ts";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { parseAmount, parseHash } from "../rpc/rpc-answers.ts";
import { ChainTrouble, isTrouble } from "../rpc/trouble.ts";

export interface SweepFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** 500 gwei: above what any of these chains has charged for more than a few hours. */
const FEE_MAX = 500_000_000_000n;
/** A sweep that deploys its receiver takes about 200,000; a rollup charges for the data as well. */
const GAS_MAX = 5_000_000n;

/** Twice the present price, so that it holds while blocks get fuller; the excess is not charged. */
export async function readFees(nodes: readonly JsonRpcNode[]): Promise<SweepFees> {
  const price = await middle(nodes, "eth_gasPrice");
  const tip = await middle(nodes, "eth_maxPriorityFeePerGas").catch((error: unknown) => {
    // The chain has no tips.
    if (isTrouble(error, "refused", "no_majority")) return 0n;
    throw error;
  });
  const maxFeePerGas = least(price * 2n + tip, FEE_MAX);
  return { maxFeePerGas, maxPriorityFeePerGas: least(tip, maxFeePerGas) };
}

/** The fees of a replacement: an eighth more, as nodes require, or the present fees if those are higher. */
export function raisedSweepFees(before: SweepFees, now: SweepFees): SweepFees {
  const maxFeePerGas = least(most((before.maxFeePerGas * 9n) / 8n + 1n, now.maxFeePerGas), FEE_MAX);
  const tip = most((before.maxPriorityFeePerGas * 9n) / 8n + 1n, now.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: least(tip, maxFeePerGas) };
}

/**
 * The gas limit, a quarter above the estimate.
 * @returns as text why there is none, when a sweep needs more than it may take or a block has room for: with less it
 *   would fail, and still cost that much
 */
export async function estimateSweepGas(nodes: readonly JsonRpcNode[], call: Call): Promise<bigint | string> {
  try {
    const gas = await middle(nodes, "eth_estimateGas", [call]);
    if (gas > GAS_MAX) return `it would take ${gas} gas, more than any sweep does`;
    return least((gas * 5n) / 4n, GAS_MAX);
  } catch (error) {
    if (!isTrouble(error, "refused", "reverted")) throw error;
    return `its gas can't be estimated: ${error.message}`;
  }
}

/** @returns null when a node has accepted it or has it already; otherwise the last node's reason */
export async function sendToAll(nodes: readonly JsonRpcNode[], bytes: Hex): Promise<string | null> {
  const answers = await Promise.all(nodes.map((node) => sendTo(node, bytes)));
  return answers.includes(null) ? null : (answers.at(-1) ?? "no node");
}

async function sendTo(node: JsonRpcNode, bytes: Hex): Promise<string | null> {
  try {
    parseHash(await node.request("eth_sendRawTransaction", [bytes]), node.name);
    return null;
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return /already (known|imported)/i.test(error.message) ? null : error.message;
  }
}

async function middle(nodes: readonly JsonRpcNode[], method: string, params: readonly unknown[] = []): Promise<bigint> {
  const asked = await Promise.allSettled(
    nodes.map(async (node) => parseAmount(await node.request(method, params), node.name)),
  );
  const answers = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (answers.length === 0) {
    const [first] = asked;
    throw first?.status === "rejected" ? first.reason : new ChainTrouble("away", "no node is configured");
  }
  const ordered = answers.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return ordered[Math.floor((ordered.length - 1) / 2)]!;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
