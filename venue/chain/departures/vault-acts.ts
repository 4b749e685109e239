// Reads from the logs of the vault and its owner what concerns money that leaves or could leave: payments, payments that
// wait in the queue, and acts of the owner and the guardian. Every event that is not known to be harmless counts as such
// an act.

import { vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { type Abi, decodeEventLog, type Hex, pad, parseAbi, toEventSelector } from "viem";
import type { ChainLog } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

const EVENTS = parseAbi([
  "event AccountWithdraw(bytes32 indexed accountId, uint64 indexed withdrawNonce, bytes32 brokerHash, address sender, address receiver, bytes32 tokenHash, uint128 tokenAmount, uint128 fee)",
  "event WithdrawQueued(bytes32 indexed accountId, uint64 indexed withdrawNonce, uint64 payableAt, bytes32 brokerHash, address sender, address receiver, bytes32 tokenHash, uint128 tokenAmount, uint128 fee)",
  "event WithdrawFailed(bytes32 indexed accountId, uint64 indexed withdrawNonce, address receiver, uint128 amount)",
  "event Funded(address indexed payer, bytes32 indexed tokenHash, uint128 amount)",
  "event BalancesPublished(bytes32 indexed tokenHash, bytes32 root, int128 total, uint64 position)",
  // Deposits and delegations of a former vault: its watcher handles them.
  "event AccountDepositTo(bytes32 indexed accountId, address indexed userAddress, uint64 indexed depositNonce, bytes32 tokenHash, uint128 tokenAmount)",
  "event AccountDelegate(address indexed delegateContract, bytes32 indexed brokerHash, address indexed delegateSigner, uint256 chainId, uint256 blockNumber)",
]);
const [PAID, QUEUED, ...HARMLESS] = EVENTS.map((event) => toEventSelector(event));
const [MOVED_EVENT] = parseAbi(["event Moved(bytes32 indexed tokenHash, address indexed successor, uint128 amount)"]);
const MOVED = toEventSelector(MOVED_EVENT);

/** One payment, made or queued. */
export interface VaultPayment {
  readonly kind: "payment" | "queued";
  readonly log: ChainLog;
  readonly accountId: Hex;
  readonly nonce: bigint;
  readonly tokenHash: Hex;
  readonly receiver: Hex;
  /** Gross, in the token's smallest unit; the fee stays in the vault. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** Something that the owner or the guardian has done, or begun to do. */
export interface OwnerAct {
  readonly kind: "act";
  readonly log: ChainLog;
  /** Name of the event. */
  readonly name: string;
}

export type VaultAct = VaultPayment | OwnerAct;

/**
 * @param logs of the vaults and their owners
 * @param vaults the venue's vault and the former ones, whose money moves to it
 * @throws {ChainTrouble} `garbage`
 */
export function readVaultActs(logs: readonly ChainLog[], vaults: readonly Hex[]): VaultAct[] {
  return logs.flatMap((log): VaultAct[] => {
    const [topic, , successor] = log.topics;
    if (!vaults.includes(log.address)) return [{ kind: "act", log, name: nameOf(vaultTimelockAbi, log) }];
    if (topic === PAID || topic === QUEUED) return [paymentOf(log)];
    const isMoveHere = topic === MOVED && vaults.some((vault) => successor === pad(vault));
    return isMoveHere || HARMLESS.includes(topic!) ? [] : [{ kind: "act", log, name: nameOf(vaultAbi, log) }];
  });
}

export function isPayment(act: VaultAct): act is VaultPayment {
  return act.kind !== "act";
}

function paymentOf(log: ChainLog): VaultPayment {
  const event = decoded(EVENTS, log);
  if (event?.eventName !== "AccountWithdraw" && event?.eventName !== "WithdrawQueued") {
    throw new ChainTrouble("garbage", `log ${log.index} of block ${log.block} is not of the shape of its event`);
  }
  const { accountId, withdrawNonce: nonce, tokenAmount: amount, fee, receiver, tokenHash } = event.args;
  const kind = event.eventName === "AccountWithdraw" ? "payment" : "queued";
  return { kind, log, accountId, nonce, amount, fee, receiver, tokenHash };
}

/** The event's name; its topic when no interface of ours has the event. */
function nameOf(abi: Abi, log: ChainLog): string {
  return decoded(abi, log)?.eventName ?? log.topics[0] ?? "without a name";
}

function decoded<const A extends Abi>(abi: A, { topics, data }: ChainLog) {
  try {
    return decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data });
  } catch {
    return undefined;
  }
}
