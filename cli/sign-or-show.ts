// A call to a contract, by a key in a keystore at hand or by a key kept elsewhere: signed and sent, or printed unsigned
// for a hardware wallet or another machine. A call that the chain would refuse is refused before anything is signed.

import { receiptOf, vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { type Address, decodeErrorResult, type Hex, numberToHex, serializeTransaction } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { checkedNode, readerOn } from "./chain-session.ts";
import { CommandMistake } from "./explain.ts";
import { textOfCall } from "./proposals.ts";
import { print } from "./report.ts";
import { keyOfKeystore } from "./secret.ts";

export interface SigningFlags {
  readonly rpc: string;
  readonly json?: boolean;
  readonly keystore?: string;
  /** The address of a key kept elsewhere, which will sign. */
  readonly from?: Address;
}

interface Call {
  readonly to: Address;
  readonly data: Hex;
}

type Reader = ReturnType<typeof readerOn>;
type ExtraValues = Readonly<Record<string, string>>;

/**
 * Simulates the call, so that what the chain would refuse is refused here. @throws {CommandMistake} with the name of
 * the contract's error
 */
async function requireTaken(reader: Reader, account: Address, call: Call): Promise<void> {
  try {
    await reader.call({ account, ...call });
  } catch (error) {
    const bytes = revertedWith(error);
    if (bytes === undefined) throw error;
    throw new CommandMistake(`the chain would refuse it: ${errorName(bytes)}`);
  }
}

function errorName(data: Hex): string {
  try {
    return decodeErrorResult({ abi: [...vaultAbi, ...vaultTimelockAbi], data }).errorName;
  } catch {
    return data.slice(0, 10);
  }
}

/** A contract's revert data, found anywhere in the chain of causes. */
function revertedWith(error: unknown): Hex | undefined {
  for (let at = error as { data?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.data === "string" && /^0x[0-9a-f]{8}/.test(at.data)) return at.data as Hex;
  }
  return undefined;
}

/** The signing account: with its key at hand, or only its address. */
export interface Actor {
  readonly reader: Reader;
  readonly from: Address;
  readonly account: PrivateKeyAccount | null;
}

/** @throws {CommandMistake} when no signer is named */
export async function actorOf({ rpc, keystore, from }: SigningFlags): Promise<Actor> {
  const reader = readerOn(checkedNode(rpc));
  if ((keystore === undefined) === (from === undefined))
    throw new CommandMistake("expected --keystore, to sign it here, or --from, to sign it elsewhere");
  if (keystore === undefined) return { reader, from: from!, account: null };
  const account = privateKeyToAccount(await keyOfKeystore(keystore));
  return { reader, from: account.address, account };
}

/**
 * @param more values printed beside the transaction, by name
 * @throws {CommandMistake} when the chain would refuse the call, or no signer is named
 */
export async function signOrShow(flags: SigningFlags, call: Call, more: ExtraValues = {}): Promise<void> {
  await carryOut(await actorOf(flags), flags, call, more);
}

/** The same, by an actor that is known already. */
export async function carryOut(actor: Actor, flags: SigningFlags, call: Call, more: ExtraValues = {}): Promise<void> {
  const { reader, from, account } = actor;
  if (account !== null) return settled(reader, await sendCall(actor, call), flags, more);
  await requireTaken(reader, from, call);
  show(await filledIn(reader, from, call), from, flags, more);
}

/** Signs and sends the call with the key at hand. @throws {CommandMistake} when the chain would refuse it */
export async function sendCall({ reader, from, account }: Actor, call: Call): Promise<Hex> {
  await requireTaken(reader, from, call);
  const signed = await account!.signTransaction(await filledIn(reader, from, call));
  return reader.sendRawTransaction({ serializedTransaction: signed });
}

/** Waits for the transaction's receipt, and prints it. @throws {CommandMistake} when it failed on the chain */
export async function settled(
  reader: Reader,
  hash: Hex,
  { json }: Pick<SigningFlags, "json">,
  more: ExtraValues = {},
): Promise<void> {
  const { status, blockNumber } = await receiptOf(reader, hash, "it");
  if (status !== "success") throw new CommandMistake(`it failed on the chain: transaction ${hash}`);
  const data = { ...more, transaction: hash, block: Number(blockNumber) };
  print({ data, lines: [...linesOf(more), ...linesOf({ done: hash })] }, json);
}

async function filledIn(reader: Reader, from: Address, call: Call) {
  const [chainId, nonce, gas, fees] = await Promise.all([
    reader.getChainId(),
    reader.getTransactionCount({ address: from, blockTag: "pending" }),
    reader.estimateGas({ account: from, ...call }),
    reader.estimateFeesPerGas(),
  ]);
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  return {
    type: "eip1559",
    chainId,
    nonce,
    ...call,
    gas: (gas * 3n) / 2n,
    maxFeePerGas,
    maxPriorityFeePerGas,
  } as const;
}

type Transaction = Awaited<ReturnType<typeof filledIn>>;

/** Prints the transaction for signing elsewhere: as bytes, and by its members, in the form wallets accept. */
function show({ type, ...transaction }: Transaction, from: Address, { json }: SigningFlags, more: ExtraValues): void {
  const unsigned = serializeTransaction({ type, ...transaction });
  const inHex = ([name, value]: [string, string | number | bigint]) => [
    name,
    typeof value === "string" ? value : numberToHex(value),
  ];
  const data = { ...more, from, unsigned, transaction: Object.fromEntries(Object.entries(transaction).map(inHex)) };
  print({ data, lines: linesOf({ ...more, to: transaction.to, does: textOfCall(transaction), unsigned }) }, json);
}

function linesOf(said: ExtraValues): string[] {
  return Object.entries(said).map(([name, value]) => `${name.padEnd(12)} ${value}`);
}
