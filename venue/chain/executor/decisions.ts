// What is done next with a withdrawal, by what the chain shows of it. Nothing here asks or acts: facts in, an act out. Rules
// 9.3; vault 9.2 and 9.3. Money is given back on proof alone: no transaction that could have paid can be mined any more, what
// attesters have signed has expired, and the vault has not noted the withdrawal as done.

export interface UnsentFacts {
  readonly state: "PENDING" | "PENDING_REBALANCE";
  /** Whether the wallet's signature is there, without which the vault does not pay. */
  readonly hasProof: boolean;
  readonly payout: bigint;
  /** What the vault can pay, less what is on its way out. */
  readonly available: bigint;
}

export type UnsentAct =
  /** Try the call, and decide by how that ends. */
  | { readonly act: "simulate" }
  | { readonly act: "send" }
  /** Nothing is missing but that attesters sign it; `isSpent`: what they have signed does not count any more. */
  | { readonly act: "attest"; readonly isSpent: boolean }
  /** The vault has noted it as done, by a call that is not in the journal: look for what became of it. */
  | { readonly act: "find" }
  | { readonly act: "await_funds" }
  | { readonly act: "still_short" }
  | { readonly act: "funds_are_there" }
  | { readonly act: "give_back"; readonly reason: string; readonly isDisagreement: boolean }
  /** `forAll`: no other withdrawal would fare better. */
  | { readonly act: "wait"; readonly reason: string; readonly forAll: boolean };

export function decideUnsent({ state, hasProof, payout, available }: UnsentFacts): UnsentAct {
  if (!hasProof)
    return giveBack("it was asked for while there was no vault, without what the vault needs to see", false);
  const isThere = available >= payout;
  if (state === "PENDING_REBALANCE") return { act: isThere ? "funds_are_there" : "still_short" };
  return isThere ? { act: "simulate" } : { act: "await_funds" };
}

/** Service and contract see a withdrawal differently: it will never be paid as it is. */
const DISAGREEMENTS: ReadonlySet<string> = new Set([
  "SignatureInvalid",
  "AccountIdInvalid",
  "BrokerNotAllowed",
  "TokenNotAllowed",
  "FeeExceedsAmount",
  "ReceiverInvalid",
]);

interface Tried {
  /** A delegate has signed it, whom the account's contract can replace at any time. */
  readonly isOfContract: boolean;
  /** There was a vault before this one, for which it may be signed. */
  readonly hasFormer: boolean;
}

/** @param error name of the error that the call reverts with, "" for one without; null when it does not revert */
export function decideBySimulation(error: string | null, { isOfContract, hasFormer }: Tried): UnsentAct {
  if (error === null) return { act: "send" };
  if (error === "WithdrawNonceUsed") return { act: "find" };
  if (error === "AttestationsInvalid") return { act: "attest", isSpent: false };
  if (error === "AttestationExpired") return { act: "attest", isSpent: true };
  // Those are days: it has waited for longer than a message counts.
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

/** What the vault's events say at safe depth. */
export interface Outcome {
  /** `other_fee`: it was paid with another fee; `other_paid`: its nonce is used up by a payment of another amount. */
  readonly kind: "paid" | "failed" | "other_fee" | "other_paid";
  readonly transaction: string;
}

export interface SentFacts {
  /** At safe depth every transaction that could pay it is mined, or another is in its place. */
  readonly isConsumed: boolean;
  /**
   * At safe depth; looked for when `isConsumed`, unknown before: `queued` is noted as done and waits in the vault for its
   * time, `lost` is noted as done and its event was not found.
   */
  readonly seen: Outcome | "undone" | "queued" | "lost" | null;
  /** How often it has come back from being sent. */
  readonly attempts: number;
  /** Attesters have signed it, and the vault would still take that. */
  readonly isAttested: boolean;
  /** Its transaction's number is used up at the head. */
  readonly isMined: boolean;
  /** It was so in an earlier round. */
  readonly wasMined: boolean;
  readonly sinceSignedMs: number;
  readonly sinceBroadcastMs: number;
  /** The key is at hand, and the price can be raised. */
  readonly canReplace: boolean;
}

export interface Patience {
  readonly rebroadcastMs: number;
  readonly replaceMs: number;
  /** How often a withdrawal is sent: the last time that it comes back unpaid its money is given back. */
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
  // Its block is gone: the same bytes may be mined again.
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
  // Who has the operator's key could hand in what attesters have signed.
  if (isAttested) return { act: "wait" };
  return { act: "give_back", reason: `it could not be paid in ${attemptsMax} attempts`, transaction: "" };
}
