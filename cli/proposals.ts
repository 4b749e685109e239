// The proposals in a vault's timelock, read from its events: only the events say what an id stands for.

import { vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { type Abi, type Address, decodeFunctionData, encodeFunctionData, getAbiItem, type Hex, zeroHash } from "viem";
import type { readerOn } from "./chain-session.ts";

export interface Proposal {
  readonly id: Hex;
  readonly calls: readonly { readonly to: Address; readonly data: Hex }[];
  readonly predecessor: Hex;
  readonly salt: Hex;
  /** In seconds since 1970. */
  readonly executableAt: number;
  /** The cancellers who have voted to cancel it. */
  readonly votes: readonly Address[];
}

type Reader = ReturnType<typeof readerOn>;

/** Nodes refuse wider ranges of blocks. */
const BLOCKS = 9_999n;

/** Proposals that wait or can be carried out; the oldest first. */
export async function readProposals(reader: Reader, timelock: Address, fromBlock: bigint): Promise<Proposal[]> {
  const head = await reader.getBlockNumber();
  const found = new Map<Hex, { calls: Proposal["calls"][number][]; predecessor: Hex; salt: Hex }>();
  const events = [
    getAbiItem({ abi: vaultTimelockAbi, name: "CallScheduled" }),
    getAbiItem({ abi: vaultTimelockAbi, name: "CallSalt" }),
  ] as const;
  for (let from = fromBlock; from <= head; from += BLOCKS + 1n) {
    const toBlock = from + BLOCKS < head ? from + BLOCKS : head;
    const logs = await reader.getLogs({ address: timelock, events, fromBlock: from, toBlock, strict: true });
    for (const { eventName, args } of logs) {
      if (eventName === "CallSalt") found.set(args.id, { ...found.get(args.id)!, salt: args.salt });
      else {
        const { id, index, target: to, data, predecessor } = args;
        // The same proposal scheduled again after it was cancelled: its calls are collected from the start.
        const before = index === 0n ? [] : (found.get(id)?.calls ?? []);
        found.set(id, { calls: [...before, { to, data }], predecessor, salt: zeroHash });
      }
    }
  }
  const open = await Promise.all([...found].map(([id, rest]) => stateOf(reader, timelock, { id, ...rest })));
  return open.filter((each) => each !== null);
}

async function stateOf(
  reader: Reader,
  timelock: Address,
  proposal: Omit<Proposal, "executableAt" | "votes">,
): Promise<Proposal | null> {
  const of = { abi: vaultTimelockAbi, address: timelock, args: [proposal.id] } as const;
  const [executableAt, votes] = await Promise.all([
    reader.readContract({ ...of, functionName: "getTimestamp" }),
    reader.readContract({ ...of, functionName: "cancelVotes" }),
  ]);
  // 0: no such proposal. 1: done.
  return executableAt > 1n ? { ...proposal, executableAt: Number(executableAt), votes } : null;
}

/** The arguments with which the timelock hashes, schedules and executes a batch. */
export function batchOf({ calls, predecessor, salt }: Pick<Proposal, "calls" | "predecessor" | "salt">) {
  const [targets, payloads] = [calls.map(({ to }) => to), calls.map(({ data }) => data)];
  return [targets, calls.map(() => 0n), payloads, predecessor, salt] as const;
}

/** The call that executes a proposal in the form it was proposed: as one call, or as a batch. */
export function executionOf(proposal: Proposal, idOfBatch: Hex): Hex {
  if (proposal.id === idOfBatch) {
    return encodeFunctionData({ abi: vaultTimelockAbi, functionName: "executeBatch", args: batchOf(proposal) });
  }
  const { calls, predecessor, salt } = proposal;
  const [{ to, data }] = calls as [Proposal["calls"][number]];
  const args = [to, 0n, data, predecessor, salt] as const;
  return encodeFunctionData({ abi: vaultTimelockAbi, functionName: "execute", args });
}

/** The call as text: `changeOperator(0x…)`. */
export function textOfCall({ data }: Proposal["calls"][number]): string {
  for (const abi of [vaultAbi, vaultTimelockAbi] as readonly Abi[]) {
    try {
      const { functionName, args = [] } = decodeFunctionData({ abi, data });
      return `${functionName}(${args.map(textOfValue).join(", ")})`;
    } catch {}
  }
  return data;
}

function textOfValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOfValue).join(", ")}]` : String(value);
}
