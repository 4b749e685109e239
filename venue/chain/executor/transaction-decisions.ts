// Decides what is done next with a withdrawal, from what the chain shows of it. Nothing here reads or acts: facts in, an
// act out. Rules 9.3; vault 9.2 and 9.3. Money is given back only with proof: no transaction that could have paid can be
// mined any more, the attesters' signatures have expired, and the vault has not recorded the withdrawal as done.

export interface UnsentFacts {
  readonly state: "PENDING" | "PENDING_REBALANCE";
  /** Whether there is a wallet signature; the vault does not pay without one. */
  readonly hasProof: boolean;
  readonly payout: bigint;
  /** What the vault can pay, less payments on their way out. */
  readonly available: bigint;
}

export type UnsentAct =
  /** Simulate the call, and decide by how that ends. */
  | { readonly act: "simulate" }
  | { readonly act: "send" }
  /** Only the attesters' signatures are missing; `isSpent`: the signatures gathered so far have expired. */
  | { readonly act: "attest"; readonly isSpent: boolean }
  /** The vault has recorded it as done, by a call that is not in the journal: look for its outcome. */
  | { readonly act: "find" }
  | { readonly act: "await_funds" }
  | { readonly act: "still_short" }
  | { readonly act: "funds_are_there" }
  | { readonly act: "give_back"; readonly reason: string; readonly isDisagreement: boolean }
  /** `forAll`: any other withdrawal would have to wait as well. */
  | { readonly act: "wait"; readonly reason: string; readonly forAll: boolean };

export function decideUnsent({ state, hasProof, payout, available }: UnsentFacts): UnsentAct {
  if (!hasProof)
    return giveBack("it was asked for while there was no vault, without what the vault needs to see", false);
  const isThere = available >= payout;
  if (state === "PENDING_REBALANCE") return { act: isThere ? "funds_are_there" : "still_short" };
  return isThere ? { act: "simulate" } : { act: "await_funds" };
}

/** Errors that mean that service and contract disagree about a withdrawal: it will never be paid as it is. */
const DISAGREEMENTS: ReadonlySet<string> = new Set([
  "SignatureInvalid",
  "AccountIdInvalid",
  "BrokerNotAllowed",
  "TokenNotAllowed",
  "FeeExceedsAmount",
  "ReceiverInvalid",
]);

interface SimulationContext {
  /** A delegate has signed it; the account's contract can replace the delegate at any time. */
  readonly isOfContract: boolean;
  /** There was a vault before this one, and the signature may be for that. */
  readonly hasFormer: boolean;
}

/** @param error name of the error with which the call reverts, "" for a nameless one; null when it does not revert */
export function decideBySimulation(error: string | null, { isOfContract, hasFormer }: SimulationContext): UnsentAct {
  if (error === null) return { act: "send" };
  if (error === "WithdrawNonceUsed") return { act: "find" };
  if (error === "AttestationsInvalid") return { act: "attest", isSpent: false };
  if (error === "AttestationExpired") return { act: "attest", isSpent: true };
  // That limit is days: the withdrawal has waited for longer than a signature is valid.
  if (error === "MessageTooOld") return giveBack("its wallet has signed it too long ago", false);
  if (error === "SignatureInvalid" && isOfContract)
    return giveBack("who has signed it is not the delegate of the account's contract any more", false);
  if (error === "SignatureInvalid" && hasFormer)
    return giveBack("its wallet has signed it for a former vault: it has to be asked for again", false);
  if (error === "VaultCloses")
    return waits("it is above the vault's caps, and another vault is to come after this one");
  if (error === "EnforcedPause") return waits("the vault is paused", true);
  if (error === "ExitsOpen") return waits("accounts have begun to leave the vault by themselves", true);
  if (error === "OnlyOperator") return waits("the vault does not know the operator's key", true);
  if (DISAGREEMENTS.has(error)) return giveBack(`the vault refuses it: ${error}`, true);
  return waits(error === "" ? "the vault's call reverts, without a reason" : `the vault's call reverts: ${error}`);
}

function waits(reason: string, forAll = false): UnsentAct {
  return { act: "wait", reason, forAll };
}

function giveBack(reason: string, isDisagreement: boolean): UnsentAct {
  return { act: "give_back", reason, isDisagreement };
}

/** The outcome by the vault's events at safe depth. */
export interface Outcome {
  /** `other_fee`: it was paid with another fee; `other_paid`: its nonce was used up by a payment of another amount. */
  readonly kind: "paid" | "failed" | "other_fee" | "other_paid";
  readonly transaction: string;
}

export interface SentFacts {
  /** At safe depth, every transaction that could pay it is mined, or another one has taken its nonce. */
  readonly isConsumed: boolean;
  /**
   * The outcome at safe depth, read once `isConsumed`, null before: `queued` is recorded as done and waits in the vault
   * until it is payable, `lost` is recorded as done and its event was not found.
   */
  readonly seen: Outcome | "undone" | "queued" | "lost" | null;
  /** How often it was sent and came back unpaid. */
  readonly attempts: number;
  /** Attesters have signed it, and the vault would still accept that. */
  readonly isAttested: boolean;
  /** Its transaction's nonce is used up at the head. */
  readonly isMined: boolean;
  /** Whether `isMined` was true in an earlier round. */
  readonly wasMined: boolean;
  readonly sinceSignedMs: number;
  readonly sinceBroadcastMs: number;
  /** Its transaction is of the present key, and its price can still be raised. */
  readonly canReplace: boolean;
}

export interface Patience {
  readonly rebroadcastMs: number;
  readonly replaceMs: number;
  /** How often a withdrawal is sent at most: when the last attempt comes back unpaid, its money is given back. */
  readonly attemptsMax: number;
}

export type SentAct =
  | { readonly act: "complete"; readonly transaction: string }
  | { readonly act: "give_back"; readonly reason: string; readonly transaction: string }
  | { readonly act: "try_again"; readonly reason: string }
  | { readonly act: "rebroadcast" }
  | { readonly act: "replace" }
  | { readonly act: "pay_when_payable" }
  | { readonly act: "wait" };

export function decideSent(facts: SentFacts, { rebroadcastMs, replaceMs, attemptsMax }: Patience): SentAct {
  if (facts.isConsumed) return decideConsumed(facts, attemptsMax);
  if (facts.isMined) return { act: "wait" };
  // Its block was replaced: the same bytes may be mined again.
  if (facts.wasMined) return { act: "rebroadcast" };
  if (facts.sinceSignedMs >= replaceMs && facts.canReplace) return { act: "replace" };
  return facts.sinceBroadcastMs >= rebroadcastMs ? { act: "rebroadcast" } : { act: "wait" };
}

function decideConsumed({ seen, attempts, isAttested }: SentFacts, attemptsMax: number): SentAct {
  if (seen === null || seen === "lost") return { act: "wait" };
  if (seen === "queued") return { act: "pay_when_payable" };
  if (seen !== "undone") {
    const { transaction } = seen;
    if (seen.kind === "paid" || seen.kind === "other_fee") return { act: "complete", transaction };
    return { act: "give_back", reason: "the vault did not pay it and never will", transaction };
  }
  if (attempts + 1 < attemptsMax) return { act: "try_again", reason: "its transaction was mined and paid nothing" };
  // A holder of the operator's key could still submit what the attesters have signed.
  if (isAttested) return { act: "wait" };
  return { act: "give_back", reason: `it could not be paid in ${attemptsMax} attempts`, transaction: "" };
}
