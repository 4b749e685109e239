// Withdrawals that are on their way, parked deposits, and the counters of what is given a number. Rules 0.5, 9.2 to 9.5.
// A withdrawal that is completed or failed lives in history, not here.

import type { ParkedDeposit, WithdrawalTerms } from "../commands/funds.ts";
import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import type { Micros, Millis } from "../units.ts";
import { WITHDRAWAL_STATES, type WithdrawalState } from "../vocabulary.ts";

export interface Withdrawal extends WithdrawalTerms {
  readonly withdrawalId: number;
  readonly createdAt: Millis;
  state: WithdrawalState;
  transaction: string;
}

export class FundsState {
  lastWithdrawalId = 0;
  lastSettlementId = 0;
  lastTransferId = 0;
  lastTransferRequestId = 0;
  readonly withdrawals = new Map<number, Withdrawal>();
  readonly parked = new Map<string, ParkedDeposit>();

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
      this.parked.set(reference, { reference, accountId, reason, amount: input.f64() as Micros });
    }
  }

  /** By ascending id. */
  openWithdrawals(): Withdrawal[] {
    return [...this.withdrawals.values()].sort((a, b) => a.withdrawalId - b.withdrawalId);
  }

  /** By reference. */
  parkedDeposits(): ParkedDeposit[] {
    return [...this.parked.values()].sort((a, b) => (a.reference < b.reference ? -1 : 1));
  }
}

function writeWithdrawal(out: ByteWriter, w: Withdrawal): void {
  for (const n of [w.withdrawalId, w.account, w.amount, w.fee, w.nonce, w.chainId, w.createdAt]) out.f64(n);
  out.text(w.receiver);
  out.u8(WITHDRAWAL_STATES.indexOf(w.state));
  out.text(w.transaction);
}

function readWithdrawal(input: ByteReader): Withdrawal {
  return {
    withdrawalId: input.f64(),
    account: input.f64(),
    amount: input.f64() as Micros,
    fee: input.f64() as Micros,
    nonce: input.f64(),
    chainId: input.f64(),
    createdAt: input.f64() as Millis,
    receiver: input.text(),
    state: WITHDRAWAL_STATES[input.u8()]!,
    transaction: input.text(),
  };
}
