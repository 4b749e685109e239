// Sends waiting withdrawals, as many at once as nodes are willing to keep of one sender, and maintains sent ones until
// they are mined. Each is assigned a nonce of the operator, in the journal, before any node sees its bytes.

import type { WithdrawalView } from "@evermark/engine";
import type { Hex } from "viem";
import { termsOf } from "../attesters/attestation.ts";
import type { Call } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import type { VaultCall } from "../vault/ask-vault.ts";
import type { ChainFacts, ExecutorParts, ExecutorTools } from "./executor-parts.ts";
import { gasFor } from "./gas-limit.ts";
import { inParallel, isOfOneOnly } from "./in-parallel.ts";
import type { OpenWithdrawal } from "./ledger.ts";
import { holesIn, nextChainNonce } from "./nonces.ts";
import { isConsumed } from "./settler.ts";
import { decideBySimulation, decideSent, decideUnsent, type UnsentAct } from "./transaction-decisions.ts";
import type { Payload } from "./transaction-outbox.ts";
import { payingCall, queuedCall, UNATTESTED } from "./vault-calls.ts";

/** Most withdrawals that may be sent and not settled. */
const SENT_MAX = 1_024;

/** A call not sent yet; `act` is null where it still has to be simulated. */
interface PreparedCall extends Ready {
  readonly act: UnsentAct | null;
}

interface Ready {
  readonly withdrawal: OpenWithdrawal;
  readonly data: Hex;
}

export class Sender {
  readonly #parts: ExecutorParts;
  readonly #tools: ExecutorTools;
  /** Nothing is tried before this time, because last time nothing could be sent. */
  #retryAt = 0;

  constructor(parts: ExecutorParts, tools: ExecutorTools) {
    this.#parts = parts;
    this.#tools = tools;
  }

  /** Maintains sent transactions: broadcasts them again, raises their price, and fills nonces that are no longer used. */
  async mend(open: readonly WithdrawalView[], facts: ChainFacts): Promise<void> {
    const sent = open.filter((each) => each.state === "PROCESSING" && !isConsumed(each, facts));
    await inParallel(sent, (withdrawal) => this.#mendOne(withdrawal, facts));
    const { sideTransactions, memory, timing } = this.#tools;
    for (const { withdrawalId, hash } of await sideTransactions.maintain(this.#minedNumber(facts), timing)) {
      if (withdrawalId !== 0) memory.of(withdrawalId).sideTransactions.push(hash);
    }
    for (const hole of holesIn(this.#numbers(open, facts), this.#parts.unminedMax)) await sideTransactions.fill(hole);
    await this.#payQueued(open, facts);
  }

  async #mendOne(withdrawal: WithdrawalView, facts: ChainFacts): Promise<void> {
    const { memory, outbox, timing, now } = this.#tools;
    const last = withdrawal.transactions.at(-1)!;
    const known = memory.of(withdrawal.withdrawalId);
    const sinceSignedMs = now() - known.signedAt;
    const isMined = (facts.minedAtHead.get(last.sender) ?? 0) > last.chainNonce;
    const isOld = sinceSignedMs >= timing.replaceMs && last.sender === outbox.sender;
    const canReplace = isOld && outbox.canReplace(last.raw as Hex);
    const sinceBroadcastMs = now() - known.broadcastAt;
    const { attempts } = withdrawal;
    const times = { sinceSignedMs, sinceBroadcastMs, canReplace, attempts, isAttested: false };
    const { act } = decideSent({ ...times, isConsumed: false, seen: null, isMined, wasMined: known.wasMined }, timing);
    known.wasMined = isMined;
    known.minedAt = isMined ? (known.minedAt ?? facts.head.number) : null;
    if (act === "rebroadcast") await this.#broadcast(withdrawal.withdrawalId, last.raw as Hex);
    if (act === "replace") await this.#replace(withdrawal, last.raw as Hex);
  }

  async #replace({ withdrawalId, transactions }: WithdrawalView, former: Hex): Promise<void> {
    const signed = await this.#tools.outbox.replace(former);
    if (signed === null) return;
    const { chainNonce } = transactions.at(-1)!;
    if (await this.#note(withdrawalId, chainNonce, signed)) await this.#broadcast(withdrawalId, signed.bytes);
  }

  /** Has withdrawals paid that have become payable in the vault's queue. */
  async #payQueued(open: readonly WithdrawalView[], facts: ChainFacts): Promise<void> {
    const { memory, sideTransactions, outbox, vault, now } = this.#tools;
    if (this.#whyNothingLeaves() !== null) return;
    for (const withdrawal of open) {
      const known = memory.of(withdrawal.withdrawalId);
      if (withdrawal.state !== "PROCESSING" || known.seen !== "queued" || known.payableAt === null) continue;
      if (known.payableAt > facts.head.timestamp || known.retryAt > now()) continue;
      if (sideTransactions.isUnderWay(withdrawal.withdrawalId)) continue;
      const data = queuedCall(this.#parts.ledger.named(withdrawal));
      const error = await vault.trial(data, outbox.sender, facts.head.number);
      // Another caller may have had it paid already: that shows at safe depth.
      memory.putOff(withdrawal.withdrawalId, error === null ? "" : `the vault does not pay it yet: ${error}`);
      if (error !== null) continue;
      const payload = await this.#payload(data, facts);
      if (typeof payload === "string") {
        memory.putOff(withdrawal.withdrawalId, payload);
        continue;
      }
      const number = nextChainNonce(this.#numbers(open, facts));
      const hash = await sideTransactions.send(number, withdrawal.withdrawalId, payload);
      if (hash !== null) known.sideTransactions.push(hash);
    }
  }

  /** Sends a call, unless the vault would refuse it now. @returns whether it has to be tried again */
  async handIn({ to, data }: VaultCall, open: readonly WithdrawalView[], facts: ChainFacts): Promise<boolean> {
    const { vault, outbox, sideTransactions } = this.#tools;
    const error = await vault.trial(data, outbox.sender, facts.head.number, to);
    if (error !== null) {
      this.#parts.log.warn({ error }, "the vault would reject a call, so it was not sent");
      return false;
    }
    const payload = await this.#payload(data, facts, to);
    if (typeof payload === "string") return true;
    await sideTransactions.send(nextChainNonce(this.#numbers(open, facts)), 0, payload);
    return false;
  }

  /** @returns whether anything was sent or has changed */
  async send(open: readonly WithdrawalView[], facts: ChainFacts): Promise<boolean> {
    const { alarms, now } = this.#tools;
    const waiting = open.filter(({ state }) => state === "PENDING" || state === "PENDING_REBALANCE");
    if (waiting.length === 0) return false;
    const held = this.#whyNothingLeaves();
    alarms.raiseOrClear("held", held ?? "");
    if (held !== null || this.#retryAt > now()) return false;
    alarms.clear("vault");
    const ready = await this.#readyAmong(waiting, open, facts);
    return (await this.#sendAll(ready.toSend, open, facts)) || ready.hasChanged;
  }

  #whyNothingLeaves(): string | null {
    const { ledger, mayPay } = this.#parts;
    return ledger.isPaused ? "withdrawals are paused by the operator" : mayPay();
  }

  async #readyAmong(waiting: readonly WithdrawalView[], open: readonly WithdrawalView[], facts: ChainFacts) {
    const { memory, vault, now } = this.#tools;
    const sent = open.filter(({ state }) => state === "PROCESSING");
    const unmined = sent.filter((each) => !isMined(each, facts));
    let room = Math.min(
      this.#parts.unminedMax - unmined.length - this.#tools.sideTransactions.numbers.size,
      SENT_MAX - sent.length,
    );
    const promised = sent.filter((each) => !isMined(each, facts) || memory.of(each.withdrawalId).seen === "queued");
    let available = await vault.funds(facts.head.number);
    for (const each of promised) available -= payoutOf(each);

    const toTry: WithdrawalView[] = [];
    let hasChanged = false;
    for (const withdrawal of waiting) {
      if (memory.of(withdrawal.withdrawalId).retryAt > now()) continue;
      const payout = payoutOf(withdrawal);
      const state = withdrawal.state as "PENDING" | "PENDING_REBALANCE";
      const act = decideUnsent({ state, hasProof: withdrawal.proof !== null, payout, available });
      // The available funds are reserved for one of those that wait, so that not all count on them.
      if (act.act === "funds_are_there") available -= payout;
      if (act.act !== "simulate") {
        if (await this.#carryOut(withdrawal, act, facts)) hasChanged = true;
      } else if (room > 0) {
        toTry.push(withdrawal);
        available -= payout;
        room--;
      }
    }
    const toSend: Ready[] = [];
    await inParallel(await this.#attested(toTry, facts), async ({ withdrawal, data, act: known }) => {
      const act = known ?? (await this.#tried(withdrawal, data, facts));
      if (act.act === "send") toSend.push({ withdrawal, data });
      else if (await this.#carryOut(withdrawal, act, facts)) hasChanged = true;
    });
    toSend.sort((a, b) => a.withdrawal.withdrawalId - b.withdrawal.withdrawalId);
    return { toSend, hasChanged };
  }

  /**
   * Attesters' signatures are valid for some time, during which nothing is given back: so attesters are asked only about
   * withdrawals that lack nothing else.
   * @returns each withdrawal with the call to try, or the act that replaces it
   */
  async #attested(toTry: readonly WithdrawalView[], facts: ChainFacts): Promise<PreparedCall[]> {
    const { vault, attestations } = this.#tools;
    if (toTry.length === 0) return [];
    const tried: PreparedCall[] = [];
    await inParallel(toTry, async (view) => {
      const withdrawal = this.#parts.ledger.named(view);
      const data = payingCall(withdrawal, UNATTESTED);
      const act = await this.#tried(withdrawal, data, facts);
      tried.push({ withdrawal, data, act: act.act === "attest" ? await this.#inCaps(withdrawal, act, facts) : act });
    });
    const set = await vault.attesters(facts.head.number);
    const wanted = tried.flatMap(({ withdrawal, act }) => (act?.act === "attest" ? [termsOf(withdrawal)] : []));
    await attestations.gather(wanted, set, facts.head.timestamp);
    return tried.map((each): PreparedCall => {
      if (each.act?.act !== "attest") return each;
      const attested = attestations.of(termsOf(each.withdrawal), set);
      return "missing" in attested
        ? { ...each, act: { act: "wait", reason: attested.missing, forAll: false } }
        : { ...each, data: payingCall(each.withdrawal, attested), act: null };
    });
  }

  /** @returns `act`, or a wait where the caps will have room sooner than the queue would pay */
  async #inCaps(withdrawal: OpenWithdrawal, act: UnsentAct, { head }: ChainFacts): Promise<UnsentAct> {
    const { memory, vault } = this.#tools;
    const known = memory.of(withdrawal.withdrawalId);
    known.capsUntil = await vault.capsUntil(withdrawal, head);
    if (known.capsUntil === null) return act;
    const from = new Date(known.capsUntil * 1_000).toISOString();
    return { act: "wait", reason: `the vault's caps leave room for it from ${from} on`, forAll: false };
  }

  async #tried(withdrawal: OpenWithdrawal, data: Hex, { head }: ChainFacts): Promise<UnsentAct> {
    const { vault, outbox } = this.#tools;
    const { isOfContract } = withdrawal;
    const hasFormer = this.#parts.formers.length > 0;
    try {
      if (hasFormer && (await vault.isDoneFormerly(withdrawal, head.number))) return { act: "find" };
      return decideBySimulation(await vault.trial(data, outbox.sender, head.number), { isOfContract, hasFormer });
    } catch (error) {
      if (!isOfOneOnly(error)) throw error;
      return { act: "wait", reason: `the vault's call can't be tried: ${error.message}`, forAll: false };
    }
  }

  /** @returns whether the withdrawal has changed */
  async #carryOut(withdrawal: WithdrawalView, act: UnsentAct, facts: ChainFacts): Promise<boolean> {
    const { withdrawalId } = withdrawal;
    const { memory, alarms, timing, now } = this.#tools;
    const to = (state: "PENDING" | "PENDING_REBALANCE" | "PROCESSING" | "FAILED", reason = "") =>
      this.#advance({ withdrawalId, to: state, reason });
    switch (act.act) {
      case "await_funds":
        return to("PENDING_REBALANCE", "the vault holds too little");
      case "still_short":
        memory.of(withdrawalId).reason = "the vault holds too little";
        return false;
      case "funds_are_there":
        return to("PENDING");
      case "find":
        // Treated as sent from now on, it ends by what the vault has recorded.
        if (await this.#tools.vault.isDone(this.#parts.ledger.named(withdrawal), facts.safe.number))
          return to("PROCESSING");
        memory.putOff(withdrawalId, "it was handed to the vault by another program");
        return false;
      case "attest":
        // The vault does not accept the signatures gathered so far: its attesters have changed, or they have expired.
        this.#tools.attestations.forget(withdrawalId);
        memory.putOff(withdrawalId, `the vault does not take what attesters signed${act.isSpent ? " any more" : ""}`);
        return false;
      case "give_back":
        if (withdrawal.proof !== null && this.#tools.attestations.until(withdrawalId) >= facts.safe.timestamp) {
          memory.putOff(
            withdrawalId,
            `${act.reason}; attesters have signed it, so it is given back when that has expired`,
          );
          return false;
        }
        if (act.isDisagreement) alarms.disagreement(withdrawalId, act.reason);
        this.#parts.metrics.acts("give_back");
        return to("FAILED", act.reason);
      case "wait":
        memory.putOff(withdrawalId, act.reason);
        if (!act.forAll) return false;
        alarms.raise("vault", act.reason);
        this.#retryAt = now() + timing.retryMs;
        return false;
      default:
        return false;
    }
  }

  async #sendAll(ready: readonly Ready[], open: readonly WithdrawalView[], facts: ChainFacts): Promise<boolean> {
    const [first] = ready;
    if (first === undefined) return false;
    const { outbox, memory } = this.#tools;
    const payload = await this.#payload(first.data, facts);
    if (typeof payload === "string") {
      // The others have their turn without it.
      memory.putOff(first.withdrawal.withdrawalId, payload);
      return false;
    }
    const { gas, to } = payload;
    const number = nextChainNonce(this.#numbers(open, facts));
    const signed = await Promise.all(ready.map(({ data }, place) => outbox.sign(number + place, { to, data, gas })));
    // Transactions after an unsigned one are left out, because its nonce would be missing.
    const missing = signed.indexOf(null);
    const complete = missing < 0 ? signed : signed.slice(0, missing);
    const noted = await Promise.all(
      complete.map((each, place) => this.#note(ready[place]!.withdrawal.withdrawalId, number + place, each!)),
    );
    await inParallel(complete, async (each, place) => {
      if (noted[place]) await this.#broadcast(ready[place]!.withdrawal.withdrawalId, each!.bytes);
    });
    return noted.includes(true);
  }

  /** @returns the payload, or why the call is not sent: it takes more gas than it can be given */
  async #payload(data: Hex, facts: ChainFacts, to = this.#parts.vault): Promise<Payload | string> {
    const { outbox, alarms } = this.#tools;
    const estimate = await this.#estimate({ to, data, from: outbox.sender });
    if (typeof estimate === "string") {
      alarms.raise("gas_limit", estimate);
      return estimate;
    }
    alarms.clear("gas_limit");
    if (facts.head.number > 0) alarms.gasOfOne = estimate.takes;
    return { to, data, gas: estimate.given };
  }

  async #estimate(call: Call): Promise<{ readonly takes: bigint; readonly given: bigint } | string> {
    const { writer } = this.#parts;
    try {
      const [takes, blockMax] = await Promise.all([writer.gasOf(call), writer.blockGasMax()]);
      const given = gasFor(takes, blockMax);
      return given === null
        ? `a call would take ${takes} gas, more than it can be given: it is not sent`
        : { takes, given };
    } catch (error) {
      // Nodes report this themselves for a call that no block has room for.
      if (!isTrouble(error, "refused", "reverted")) throw error;
      return `what gas a call takes can't be said, so it is not sent: ${error.message}`;
    }
  }

  /** @returns whether the transaction is in the journal: only then may it be sent */
  async #note(withdrawalId: number, chainNonce: number, { hash, bytes }: { hash: Hex; bytes: Hex }): Promise<boolean> {
    const { memory, outbox } = this.#tools;
    const sent = { transaction: hash, raw: bytes, sender: outbox.sender, chainNonce };
    const refused = await this.#parts.ledger.submit({ type: "send_withdrawal", withdrawalId, ...sent });
    if (refused === null) {
      memory.sent(withdrawalId);
      this.#parts.metrics.acts("send");
    } else memory.putOff(withdrawalId, `its transaction could not be noted: ${refused}`);
    return refused === null;
  }

  async #broadcast(withdrawalId: number, bytes: Hex): Promise<void> {
    const { memory, outbox, now } = this.#tools;
    memory.of(withdrawalId).broadcastAt = now();
    const said = await outbox.broadcast(bytes);
    memory.of(withdrawalId).reason = said === null ? "" : `nodes do not take its transaction: ${said}`;
  }

  async #advance(command: {
    withdrawalId: number;
    to: "PENDING" | "PENDING_REBALANCE" | "PROCESSING" | "FAILED";
    reason: string;
  }): Promise<boolean> {
    const refused = await this.#parts.ledger.submit({ type: "advance_withdrawal", transaction: "", ...command });
    if (refused !== null) this.#tools.memory.putOff(command.withdrawalId, refused);
    return refused === null;
  }

  #minedNumber({ minedAtHead }: ChainFacts): number {
    return minedAtHead.get(this.#tools.outbox.sender) ?? 0;
  }

  #numbers(open: readonly WithdrawalView[], facts: ChainFacts) {
    const { sender } = this.#tools.outbox;
    const held = new Set(this.#tools.sideTransactions.numbers);
    for (const { state, transactions } of open) {
      const last = transactions.at(-1);
      if (state === "PROCESSING" && last?.sender === sender) held.add(last.chainNonce);
    }
    return { mined: this.#minedNumber(facts), lastNoted: this.#parts.ledger.lastNumber(sender), held };
  }
}

function isMined({ transactions }: WithdrawalView, { minedAtHead }: ChainFacts): boolean {
  return transactions.every(({ sender, chainNonce }) => (minedAtHead.get(sender) ?? 0) > chainNonce);
}

function payoutOf({ amount, fee }: WithdrawalView): bigint {
  return BigInt(amount - fee);
}
