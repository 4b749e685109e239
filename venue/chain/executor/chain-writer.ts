// Sends to a chain. A transaction goes to every configured node, and one that accepts it is enough. Prices and gas are
// asked of all nodes as well and the median counts, so that no single node can make the operator pay more.

import type { Hex } from "viem";
import type { Call } from "../rpc/chain-reader.ts";
import type { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { parseAmount } from "../rpc/rpc-answers.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

export interface GasPrice {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

export interface ChainWriter {
  /** @throws {ChainTrouble} no node answers */
  gasPrice(): Promise<GasPrice>;
  /** Gas that a call takes. @throws {ChainTrouble} no node answers, or the call reverts */
  gasOf(call: Call): Promise<bigint>;
  /** Most gas that one block has room for. @throws {ChainTrouble} no node answers */
  blockGasMax(): Promise<bigint>;
  /** @returns null when a node accepted it or already has it; otherwise the nodes' answer, which proves nothing */
  broadcast(bytes: Hex): Promise<string | null>;
}

/** Errors by which nodes say that they have a transaction already, or that it is mined. */
const KNOWN = /already known|already imported|already exists|known transaction|ALREADY_EXISTS|nonce too low/i;

export class NodesWriter implements ChainWriter {
  readonly #nodes: readonly JsonRpcNode[];

  constructor(nodes: readonly JsonRpcNode[]) {
    this.#nodes = nodes;
  }

  async gasPrice(): Promise<GasPrice> {
    const answers = await this.#all(async (node) => {
      const [block, tip] = await Promise.all([
        node.request("eth_getBlockByNumber", ["latest", false]),
        node.request("eth_maxPriorityFeePerGas", []),
      ]);
      return { baseFee: amountOf(block, "baseFeePerGas", node), tip: parseAmount(tip, node.name) };
    });
    return { baseFee: middle(answers.map(({ baseFee }) => baseFee)), tip: middle(answers.map(({ tip }) => tip)) };
  }

  async gasOf(call: Call): Promise<bigint> {
    return middle(
      await this.#all(async (node) => parseAmount(await node.request("eth_estimateGas", [call]), node.name)),
    );
  }

  async blockGasMax(): Promise<bigint> {
    const answers = await this.#all(async (node) => {
      return amountOf(await node.request("eth_getBlockByNumber", ["latest", false]), "gasLimit", node);
    });
    return middle(answers);
  }

  async broadcast(bytes: Hex): Promise<string | null> {
    const answers = await Promise.all(
      this.#nodes.map((node) => node.request("eth_sendRawTransaction", [bytes]).then(() => null, saidOf)),
    );
    if (answers.some((said) => said === null || KNOWN.test(said))) return null;
    return answers[0] ?? "there is no node";
  }

  async #all<T>(ask: (node: JsonRpcNode) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(this.#nodes.map(ask));
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const [first] = answers;
    if (given.length === 0) throw first?.status === "rejected" ? first.reason : new ChainTrouble("away", "no node");
    return given;
  }
}

function amountOf(block: unknown, field: "baseFeePerGas" | "gasLimit", { name }: JsonRpcNode): bigint {
  const amount = typeof block === "object" && block !== null ? (block as Record<string, unknown>)[field] : null;
  return parseAmount(amount ?? null, name);
}

/** The median; of an even number of amounts, the lower of the middle two. */
function middle(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : 1));
  return sorted[(sorted.length - 1) >> 1]!;
}

function saidOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
