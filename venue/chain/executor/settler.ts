// Completes sent withdrawals, or takes them back: only by what the vault has recorded at safe depth.

import type { WithdrawalView } from "@evermark/engine";
import type { Hex } from "viem";
import type { ChainFacts, ExecutorParts, ExecutorTools } from "./executor-parts.ts";
import { inParallel, isOfOneOnly } from "./in-parallel.ts";
import type { OpenWithdrawal } from "./ledger.ts";
import { OutcomeFinder } from "./outcome-finder.ts";
import { decideSent, type SentAct, type SentFacts } from "./transaction-decisions.ts";

export class Settler {
  readonly #parts: ExecutorParts;
  readonly #tools: ExecutorTools;
  readonly #finder: OutcomeFinder;

  constructor(parts: ExecutorParts, tools: ExecutorTools) {
    this.#parts = parts;
    this.#tools = tools;
    this.#finder = new OutcomeFinder(parts);
  }

  /** @returns whether anything has changed */
  async settle(open: readonly WithdrawalView[], facts: ChainFacts): Promise<boolean> {
    const { memory, now } = this.#tools;
    const consumed = open.filter((withdrawal) => {
      if (withdrawal.state !== "PROCESSING" || !isConsumed(withdrawal, facts)) return false;
      const { seen, seenAt, retryAt } = memory.of(withdrawal.withdrawalId);
      if (seen === "lost" && retryAt > now()) return false;
      // A withdrawal already looked up at this very block is not looked up again.
      return seenAt !== facts.safe.hash;
    });
    let hasChanged = false;
    await inParallel(consumed, async (withdrawal) => {
      try {
        if (await this.#settleOne(this.#parts.ledger.named(withdrawal), facts)) hasChanged = true;
      } catch (error) {
        if (!isOfOneOnly(error)) throw error;
        memory.of(withdrawal.withdrawalId).reason = error.message;
      }
    });
    return hasChanged;
  }

  async #settleOne(withdrawal: OpenWithdrawal, facts: ChainFacts): Promise<boolean> {
    const { memory, timing, attestations } = this.#tools;
    const { withdrawalId, attempts } = withdrawal;
    const seen = await this.#see(withdrawal, facts);
    const known = memory.of(withdrawalId);
    known.seen = seen;
    // It waits in the queue: nothing changes before the next block.
    if (seen === "queued") known.seenAt = facts.safe.hash;
    if (this.#isDisputed(seen)) {
      known.reason = "the vault has paid something else under its number: it ends when an operator has accepted that";
      return false;
    }
    const isAttested = attestations.until(withdrawalId) >= facts.safe.timestamp;
    const settled = { isConsumed: true, isMined: true, wasMined: true, canReplace: false, isAttested };
    const act = decideSent({ ...settled, sinceSignedMs: 0, sinceBroadcastMs: 0, seen, attempts }, timing);
    if (seen === "lost") memory.putOff(withdrawalId, "the vault has noted it as done, and its event is not found yet");
    if (act.act === "wait" || act.act === "pay_when_payable") return false;
    if (seen === "undone" && !(await this.#isStillUndone(withdrawal, facts))) return false;
    return this.#carryOut(withdrawal, act);
  }

  async #see(withdrawal: OpenWithdrawal, { safe }: ChainFacts): Promise<NonNullable<SentFacts["seen"]>> {
    const { memory, vault } = this.#tools;
    const known = memory.of(withdrawal.withdrawalId);
    const ours = withdrawal.transactions.map(({ transaction }) => transaction as Hex).reverse();
    const found = await this.#finder.ofTransactions(withdrawal, [...known.sideTransactions, ...ours], safe);
    if (found !== null) return found;
    if (!(await vault.isDone(withdrawal, safe.number))) return "undone";
    known.payableAt = await vault.payableAt(withdrawal, safe.number);
    if (known.payableAt !== null) return "queued";
    return (await this.#finder.search(withdrawal, safe)) ?? "lost";
  }

  /** Whether the payment made differs from the one the journal would book, and no operator has accepted it. */
  #isDisputed(seen: NonNullable<SentFacts["seen"]>): boolean {
    if (typeof seen === "string" || (seen.kind !== "other_fee" && seen.kind !== "other_paid")) return false;
    return !this.#parts.isAccepted(seen.transaction);
  }

  /** Whether the chain has not changed while it was read, and no caller has had it paid since the safe block. */
  async #isStillUndone(withdrawal: OpenWithdrawal, { head, safe }: ChainFacts): Promise<boolean> {
    if (await this.#tools.vault.isDone(withdrawal, head.number)) return false;
    const again = await this.#parts.reader.block(safe.number);
    return again?.hash === safe.hash;
  }

  async #carryOut(withdrawal: OpenWithdrawal, act: SentAct): Promise<boolean> {
    const { ledger, log, metrics } = this.#parts;
    const { memory } = this.#tools;
    const { withdrawalId } = withdrawal;
    const advance = { type: "advance_withdrawal", withdrawalId } as const;
    let refused: string | null = null;
    if (act.act === "complete") {
      refused = await ledger.submit({ ...advance, to: "COMPLETED", transaction: act.transaction });
    } else if (act.act === "give_back") {
      const { transaction, reason } = act;
      refused = await ledger.submit({ ...advance, to: "FAILED", transaction, reason });
    } else if (act.act === "try_again") {
      refused = await ledger.submit({ ...advance, to: "PENDING", transaction: "", reason: act.reason });
      memory.putOff(withdrawalId, act.reason);
    }
    if (refused !== null) {
      log.warn({ withdrawalId, act: act.act, refused }, "a withdrawal could not be moved to its next state");
      return false;
    }
    metrics.acts(act.act);
    if (act.act === "complete") log.info({ withdrawalId, transaction: act.transaction }, "a withdrawal was paid");
    else log.warn({ withdrawalId, ...act }, "a withdrawal was not paid");
    return true;
  }
}

/** Whether every transaction of the withdrawal is mined at safe depth, or can't be mined any more. */
export function isConsumed({ transactions }: WithdrawalView, { minedAtSafe }: ChainFacts): boolean {
  return transactions.every(({ sender, chainNonce }) => (minedAtSafe.get(sender) ?? 0) > chainNonce);
}
