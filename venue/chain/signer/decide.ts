// Whether the policy allows a transaction. What the transaction does is read from the call itself: the function from its
// selector, the amount from its arguments. Call data that differs in any byte from the encoding of those arguments is
// refused, so that nothing is hidden behind them.

import { depositReceiverAbi, hashOfText, vaultAbi } from "@evermark/contracts";
import { decodeFunctionData, encodeFunctionData, type Hex } from "viem";
import type { OperatorTransaction } from "../keys/transaction-signer.ts";
import { nameOf, type Policy, type PolicyEntry } from "./policy.ts";
import type { CountedSignature, SignatureCounts } from "./signature-counts.ts";
import { SignerRefusal } from "./signer-refusals.ts";

const TOKEN_HASH = hashOfText("USDC");

/** @returns what counts towards the limits @throws {SignerRefusal} the first reason that applies */
export function decide(
  policy: Policy,
  transaction: OperatorTransaction,
  { address, before, now }: { readonly address: Hex; readonly before: SignatureCounts; readonly now: number },
): CountedSignature {
  const call = callOf(transaction, address);
  const allowed = allowedFor(policy, transaction, call);
  if (transaction.gas > allowed.gasMax)
    throw new SignerRefusal("gas_above_limit", `${transaction.gas} of ${allowed.gasMax}`);
  if (transaction.maxFeePerGas > policy.gasPriceMax || transaction.maxPriorityFeePerGas > policy.gasPriceMax)
    throw new SignerRefusal("gas_price_above_limit", `${transaction.maxFeePerGas} of ${policy.gasPriceMax}`);
  const { amount } = call;
  if (allowed.amountMax !== null && amount > allowed.amountMax)
    throw new SignerRefusal("amount_above_limit", `${amount} of ${allowed.amountMax} micros`);
  const signed: CountedSignature = { at: now, rule: nameOf(allowed), what: call.what, amount };
  requireRoom(allowed, signed, before);
  return signed;
}

function requireRoom(allowed: PolicyEntry, signed: CountedSignature, before: SignatureCounts): void {
  const { hour, day, amountOfDay } = before.with(signed);
  if (hour > allowed.perHour) throw new SignerRefusal("hour_used_up", `${allowed.perHour}`);
  if (day > allowed.perDay) throw new SignerRefusal("day_used_up", `${allowed.perDay}`);
  if (allowed.amountPerDay !== null && amountOfDay > allowed.amountPerDay)
    throw new SignerRefusal("amount_of_day_used_up", `${amountOfDay} of ${allowed.amountPerDay} micros`);
}

interface Call {
  /** Undefined for a function that no contract of ours has. */
  readonly name: string | undefined;
  /** Identifies the call: calls with the same value move their amount only once, however often they are signed. */
  readonly what: string;
  /** In micros. */
  readonly amount: bigint;
  /** What is wrong with the call's arguments; null when nothing is. */
  readonly fault: "arguments_malformed" | "token_not_allowed" | null;
}

function callOf({ to, data, nonce }: OperatorTransaction, address: Hex): Call {
  if (to === address && data === "0x") return { name: "fill", what: `${nonce}`, amount: 0n, fault: null };
  return (
    callIn(vaultAbi, data) ?? callIn(depositReceiverAbi, data) ?? { name: undefined, what: "", amount: 0n, fault: null }
  );
}

/** Undefined where the contract has no such function. */
function callIn(abi: typeof vaultAbi | typeof depositReceiverAbi, data: Hex): Call | undefined {
  const call = decoded(abi, data);
  if (call === undefined) return undefined;
  const plain = { name: call.functionName, what: data.slice(0, 138), amount: 0n };
  if (encodeFunctionData({ abi, ...call } as never) !== data) return { ...plain, fault: "arguments_malformed" };
  if (call.functionName !== "withdraw") return { ...plain, fault: null };
  const [{ accountId, withdrawNonce, tokenAmount, tokenHash }, , token] = call.args;
  const fault = tokenHash === TOKEN_HASH && token === "USDC" ? null : "token_not_allowed";
  return { name: "withdraw", what: `${accountId} ${withdrawNonce} ${tokenAmount}`, amount: tokenAmount, fault };
}

function decoded(abi: typeof vaultAbi | typeof depositReceiverAbi, data: Hex) {
  try {
    return decodeFunctionData({ abi, data });
  } catch {
    return undefined;
  }
}

function allowedFor(
  { allowed }: Policy,
  { chainId, to, data }: OperatorTransaction,
  { name, fault }: Call,
): PolicyEntry {
  const onChain = allowed.filter((each) => each.chainId === chainId);
  if (onChain.length === 0) throw new SignerRefusal("chain_not_allowed", `${chainId}`);
  const ofPlace =
    name === "fill" ? onChain.filter((each) => each.to === null) : onChain.filter((each) => each.to === to);
  if (ofPlace.length === 0) throw new SignerRefusal("recipient_not_allowed", to);
  const found = ofPlace.find((each) => each.function === name);
  if (found === undefined) throw new SignerRefusal("function_not_allowed", name ?? data.slice(0, 10));
  if (fault !== null) throw new SignerRefusal(fault);
  return found;
}
