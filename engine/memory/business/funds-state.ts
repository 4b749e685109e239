// Open withdrawals, pending and parked deposits, and the counters of ids. Rules 0.5, 9.2 to 9.5. A withdrawal that is
// completed or failed is in history, not here.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { inTextOrder } from "../../base/text-order.ts";
import type { Millis, WithdrawalId } from "../../base/units.ts";
import { DEPOSIT_STATES, WITHDRAWAL_STATES, type WithdrawalState } from "../../base/vocabulary.ts";
import type {
  ChainTransaction,
  ObserveDeposit,
  ParkedDeposit,
  WithdrawalProof,
  WithdrawalTerms,
} from "../../language/commands/fund-commands.ts";

export interface Withdrawal extends WithdrawalTerms {
  readonly withdrawalId: WithdrawalId;
  readonly createdAt: Millis;
  readonly proof: WithdrawalProof | null;
  state: WithdrawalState;
  /** The hash of its latest transaction. */
  transaction: string;
  /** All transactions that could pay it, in the order in which they were noted. */
  readonly transactions: ChainTransaction[];
  /** How often it went back from PROCESSING. */
  attempts: number;
}

export interface PendingDeposit extends Omit<ObserveDeposit, "type" | "at"> {
  readonly createdAt: Millis;
}

export class FundsState {
  lastWithdrawalId = 0;
  lastSettlementId = 0;
  lastTransferId = 0;
  lastTransferRequestId = 0;
  readonly withdrawals = new Map<number, Withdrawal>();
  readonly parked = new Map<string, ParkedDeposit>();
  /** By key: deposits seen on a chain and not final yet. */
  readonly pending = new Map<string, PendingDeposit>();
  /** By sender: the nonce of its last transaction that was noted. */
  readonly chainNonces = new Map<string, number>();
  /** What the vault must hold: deposits through it less its payments, in micros. */
  chainCustody = 0;
  withdrawalsPaused = false;
  /** Accounts that were opened by a deposit and that no client has opened yet. */
  readonly openedByDeposit = new Set<number>();

  write(out: ByteWriter): void {
    out.f64(this.lastWithdrawalId);
    out.f64(this.lastSettlementId);
    out.f64(this.lastTransferId);
    out.f64(this.lastTransferRequestId);
    const withdrawals = this.openWithdrawals();
    out.i32(withdrawals.length);
    for (const withdrawal of withdrawals) writeWithdrawal(out, withdrawal);
    const parked = this.parkedDeposits();
    out.i32(parked.length);
    for (const { reference, accountId, amount, reason } of parked) {
      for (const text of [reference, accountId, reason]) out.text(text);
      out.f64(amount);
    }
    const pending = this.pendingDeposits();
    out.i32(pending.length);
    for (const deposit of pending) writePending(out, deposit);
    out.i32(this.chainNonces.size);
    for (const [sender, last] of [...this.chainNonces].sort(([a], [b]) => inTextOrder(a, b))) {
      out.text(sender);
      out.f64(last);
    }
    out.f64(this.chainCustody);
    out.u8(this.withdrawalsPaused ? 1 : 0);
    out.i32(this.openedByDeposit.size);
    for (const account of [...this.openedByDeposit].sort((a, b) => a - b)) out.i32(account);
  }

  read(input: ByteReader): void {
    this.lastWithdrawalId = input.f64();
    this.lastSettlementId = input.f64();
    this.lastTransferId = input.f64();
    this.lastTransferRequestId = input.f64();
    for (let left = input.i32(); left > 0; left--) {
      const withdrawal = readWithdrawal(input);
      this.withdrawals.set(withdrawal.withdrawalId, withdrawal);
    }
    for (let left = input.i32(); left > 0; left--) {
      const [reference, accountId, reason] = [input.text(), input.text(), input.text()];
      this.parked.set(reference, { reference, accountId, reason, amount: input.f64() });
    }
    if (input.format < 13) return;
    for (let left = input.i32(); left > 0; left--) {
      const deposit = readPending(input);
      this.pending.set(deposit.key, deposit);
    }
    for (let left = input.i32(); left > 0; left--) this.chainNonces.set(input.text(), input.f64());
    this.chainCustody = input.f64();
    this.withdrawalsPaused = input.u8() === 1;
    for (let left = input.i32(); left > 0; left--) this.openedByDeposit.add(input.i32());
  }

  /** By ascending id. */
  openWithdrawals(): Withdrawal[] {
    return [...this.withdrawals.values()].sort((a, b) => a.withdrawalId - b.withdrawalId);
  }

  /** By key. */
  pendingDeposits(): PendingDeposit[] {
    return [...this.pending.values()].sort((a, b) => inTextOrder(a.key, b.key));
  }

  /** By reference. */
  parkedDeposits(): ParkedDeposit[] {
    return [...this.parked.values()].sort((a, b) => inTextOrder(a.reference, b.reference));
  }
}

const PENDING_SOURCES = ["chain", "receiver"] as const;

function writePending(out: ByteWriter, d: PendingDeposit): void {
  for (const text of [d.key, d.reference, d.transaction]) out.text(text);
  for (const n of [d.account, d.amount, d.chainId, d.createdAt]) out.f64(n);
  out.u8(PENDING_SOURCES.indexOf(d.source));
  out.u8(DEPOSIT_STATES.indexOf(d.state));
}

function readPending(input: ByteReader): PendingDeposit {
  return {
    key: input.text(),
    reference: input.text(),
    transaction: input.text(),
    account: input.f64(),
    amount: input.f64(),
    chainId: input.f64(),
    createdAt: input.f64(),
    source: PENDING_SOURCES[input.u8()]!,
    state: DEPOSIT_STATES[input.u8()]! as PendingDeposit["state"],
  };
}

function writeWithdrawal(out: ByteWriter, w: Withdrawal): void {
  for (const n of [w.withdrawalId, w.account, w.amount, w.fee, w.nonce, w.chainId, w.createdAt]) out.f64(n);
  out.text(w.receiver);
  out.u8(WITHDRAWAL_STATES.indexOf(w.state));
  out.text(w.transaction);
  out.u8(w.proof === null ? 0 : 1);
  if (w.proof !== null) {
    out.text(w.proof.signature);
    out.f64(w.proof.signedAt);
    out.text(w.proof.signer);
  }
  out.f64(w.attempts);
  out.i32(w.transactions.length);
  for (const { transaction, raw, sender, chainNonce } of w.transactions) {
    for (const text of [transaction, raw, sender]) out.text(text);
    out.f64(chainNonce);
  }
}

function readWithdrawal(input: ByteReader): Withdrawal {
  const terms = {
    withdrawalId: input.f64(),
    account: input.f64(),
    amount: input.f64(),
    fee: input.f64(),
    nonce: input.f64(),
    chainId: input.f64(),
    createdAt: input.f64(),
    receiver: input.text(),
    state: WITHDRAWAL_STATES[input.u8()]!,
    transaction: input.text(),
  };
  if (input.format < 13) return { ...terms, proof: null, attempts: 0, transactions: [] };
  return {
    ...terms,
    proof: input.u8() === 0 ? null : { signature: input.text(), signedAt: input.f64(), signer: input.text() },
    attempts: input.f64(),
    transactions: Array.from({ length: input.i32() }, () => ({
      transaction: input.text(),
      raw: input.text(),
      sender: input.text(),
      chainNonce: input.f64(),
    })),
  };
}
