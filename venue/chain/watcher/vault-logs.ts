// Decodes the vault's logs. The contract fixes their layout, so they are decoded word by word, which is fast: thousands
// may arrive at once, between two orders. A log with a known topic and another layout is no log of our vault. Vault 5.

import { encodeAbiParameters, type Hex, keccak256, parseAbi, toEventSelector } from "viem";
import type { ChainLog } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

const [depositEvent, delegateEvent] = parseAbi([
  "event AccountDepositTo(bytes32 indexed accountId, address indexed userAddress, uint64 indexed depositNonce, bytes32 tokenHash, uint128 tokenAmount)",
  "event AccountDelegate(address indexed delegateContract, bytes32 indexed brokerHash, address indexed delegateSigner, uint256 chainId, uint256 blockNumber)",
]);
const DEPOSIT = toEventSelector(depositEvent);
const DELEGATE = toEventSelector(delegateEvent);

/** One deposit, as the vault reports it. */
export interface VaultDeposit {
  readonly log: ChainLog;
  /** Its index among the deposits of its transaction, from 0: unlike the log's index, it survives a replaced block. */
  readonly ordinal: number;
  readonly accountId: Hex;
  /** The wallet of the account, not necessarily the payer's. */
  readonly wallet: Hex;
  /** The vault numbers its deposits from 1 without gaps. */
  readonly nonce: bigint;
  readonly tokenHash: Hex;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** A contract has named a signer for its account. */
export interface VaultDelegate {
  readonly log: ChainLog;
  readonly accountId: Hex;
  readonly signer: Hex;
  readonly chainId: bigint;
}

export interface VaultLogs {
  readonly deposits: readonly VaultDeposit[];
  readonly delegates: readonly VaultDelegate[];
  /** All others, among them outcomes of withdrawals, and logs of other addresses. */
  readonly others: readonly ChainLog[];
}

/**
 * @param logs of whole blocks, in chain order
 * @throws {ChainTrouble} `garbage`
 */
export function readVaultLogs(logs: readonly ChainLog[], vault: Hex): VaultLogs {
  const deposits: VaultDeposit[] = [];
  const delegates: VaultDelegate[] = [];
  const others: ChainLog[] = [];
  for (const log of logs) {
    const [topic] = log.topics;
    if (log.address !== vault) others.push(log);
    else if (topic === DEPOSIT) deposits.push(depositOf(log, deposits.at(-1)));
    else if (topic === DELEGATE) delegates.push(delegateOf(log));
    else others.push(log);
  }
  return { deposits, delegates, others };
}

function depositOf(log: ChainLog, before: VaultDeposit | undefined): VaultDeposit {
  const [accountId, wallet, nonce, tokenHash, amount] = wordsOf(log);
  return {
    log,
    ordinal: before?.log.transaction === log.transaction ? before.ordinal + 1 : 0,
    accountId,
    wallet: addressOf(wallet, log),
    nonce: BigInt(nonce),
    tokenHash,
    amount: BigInt(amount),
  };
}

function delegateOf(log: ChainLog): VaultDelegate {
  const [contract, brokerHash, signer, chainId] = wordsOf(log);
  const identity = [addressOf(contract, log), brokerHash] as const;
  return {
    log,
    accountId: keccak256(encodeAbiParameters([{ type: "address" }, { type: "bytes32" }], identity)),
    signer: addressOf(signer, log),
    chainId: BigInt(chainId),
  };
}

/** Both events have three indexed words and two more. */
function wordsOf(log: ChainLog): readonly [Hex, Hex, Hex, Hex, Hex] {
  const [, first, second, third] = log.topics;
  if (first === undefined || second === undefined || third === undefined || log.data.length !== 2 + 2 * 64) {
    throw misshapen(log);
  }
  return [first, second, third, log.data.slice(0, 66) as Hex, `0x${log.data.slice(66)}`];
}

function addressOf(word: Hex, log: ChainLog): Hex {
  if (!word.startsWith(`0x${"0".repeat(24)}`)) throw misshapen(log);
  return `0x${word.slice(26)}`;
}

function misshapen(log: ChainLog): ChainTrouble {
  return new ChainTrouble("garbage", `log ${log.index} of block ${log.block} is not of the shape of its event`);
}
