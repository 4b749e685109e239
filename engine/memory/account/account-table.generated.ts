// Written by `npm run records` from account.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/table.ts";
import type {
  AccountNumber,
  BrokerNumber,
  FeeE5,
  Flag,
  Micros,
  Millis,
  Nonce,
  ReferralNumber,
  RowNumber,
  UserId,
} from "../../base/units.ts";

/** Users' accounts and the system's own. None ever goes. */
export class AccountTable extends Table<AccountNumber> {
  constructor(capacity = 64) {
    super(24, capacity);
  }

  /** What is not given a first value here holds what was there before. */
  override allocate(): AccountNumber {
    const account = super.allocate();
    this.ints[account * 48 + 9] = -1;
    this.ints[account * 48 + 14] = -1;
    return account;
  }

  /** 0 for system accounts; users count from 1. */
  userId(account: number): UserId {
    return this.numbers[account * 24]! as UserId;
  }

  setUserId(account: number, userId: number): void {
    this.numbers[account * 24] = userId;
  }

  /** What it holds, before what its positions would add. */
  holding(account: number): Micros {
    return this.numbers[account * 24 + 1]! as Micros;
  }

  setHolding(account: number, holding: number): void {
    this.numbers[account * 24 + 1] = holding;
  }

  /** What open orders in isolated mode reserve of it. */
  isolatedOrderFrozen(account: number): Micros {
    return this.numbers[account * 24 + 2]! as Micros;
  }

  setIsolatedOrderFrozen(account: number, isolatedOrderFrozen: number): void {
    this.numbers[account * 24 + 2] = isolatedOrderFrozen;
  }

  /** Counts the account's events. */
  seq(account: number): number {
    return this.numbers[account * 24 + 3]!;
  }

  setSeq(account: number, seq: number): void {
    this.numbers[account * 24 + 3] = seq;
  }

  /** The main account of its owner: itself, unless it is a sub-account. */
  owner(account: number): AccountNumber {
    return this.ints[account * 48 + 8]! as AccountNumber;
  }

  setOwner(account: number, owner: number): void {
    this.ints[account * 48 + 8] = owner;
  }

  /** First of the account's position rows, by market. */
  firstRow(account: number): RowNumber {
    return this.ints[account * 48 + 9]! as RowNumber;
  }

  setFirstRow(account: number, firstRow: number): void {
    this.ints[account * 48 + 9] = firstRow;
  }

  /** The rate in force; see money/fees/effective-rates.ts. */
  takerFee(account: number): FeeE5 {
    return this.ints[account * 48 + 10]! as FeeE5;
  }

  setTakerFee(account: number, takerFee: number): void {
    this.ints[account * 48 + 10] = takerFee;
  }

  /** The rate in force, negative for a rebate. */
  makerFee(account: number): FeeE5 {
    return this.ints[account * 48 + 11]! as FeeE5;
  }

  setMakerFee(account: number, makerFee: number): void {
    this.ints[account * 48 + 11] = makerFee;
  }

  /** Its builder; NONE of system accounts. */
  broker(account: number): BrokerNumber {
    return this.ints[account * 48 + 12]! as BrokerNumber;
  }

  setBroker(account: number, broker: number): void {
    this.ints[account * 48 + 12] = broker;
  }

  /** It may only reduce its positions: the fund of a strategy vault that closes. Rules 10.5. */
  closesOnly(account: number): Flag {
    return this.ints[account * 48 + 13]! as Flag;
  }

  setClosesOnly(account: number, closesOnly: number): void {
    this.ints[account * 48 + 13] = closesOnly;
  }

  /** The referral code that a main account is bound to, NONE for none. */
  referral(account: number): ReferralNumber {
    return this.ints[account * 48 + 14]! as ReferralNumber;
  }

  setReferral(account: number, referral: number): void {
    this.ints[account * 48 + 14] = referral;
  }

  /** How many were credited. */
  deposits(account: number): number {
    return this.ints[account * 48 + 15]!;
  }

  setDeposits(account: number, deposits: number): void {
    this.ints[account * 48 + 15] = deposits;
  }

  /** When it was opened. */
  openedAt(account: number): Millis {
    return this.numbers[account * 24 + 8]! as Millis;
  }

  setOpenedAt(account: number, openedAt: number): void {
    this.numbers[account * 24 + 8] = openedAt;
  }

  /** What open withdrawals take of it. */
  frozen(account: number): Micros {
    return this.numbers[account * 24 + 9]! as Micros;
  }

  setFrozen(account: number, frozen: number): void {
    this.numbers[account * 24 + 9] = frozen;
  }

  /** When the dead-man switch fires; 0 when disarmed. */
  cancelAllAt(account: number): Millis {
    return this.numbers[account * 24 + 10]! as Millis;
  }

  setCancelAllAt(account: number, cancelAllAt: number): void {
    this.numbers[account * 24 + 10] = cancelAllAt;
  }

  /** What it paid in fees under its referral code since midnight. */
  referralFees(account: number): Micros {
    return this.numbers[account * 24 + 11]! as Micros;
  }

  setReferralFees(account: number, referralFees: number): void {
    this.numbers[account * 24 + 11] = referralFees;
  }

  /** What its builder earned of these. */
  referralRevenue(account: number): Micros {
    return this.numbers[account * 24 + 12]! as Micros;
  }

  setReferralRevenue(account: number, referralRevenue: number): void {
    this.numbers[account * 24 + 12] = referralRevenue;
  }

  /** The last one handed out for a withdrawal. Rules 9.4. */
  withdrawNonce(account: number): Nonce {
    return this.numbers[account * 24 + 13]! as Nonce;
  }

  setWithdrawNonce(account: number, withdrawNonce: number): void {
    this.numbers[account * 24 + 13] = withdrawNonce;
  }

  /** The last one that a withdrawal used. */
  withdrawNonceUsed(account: number): Nonce {
    return this.numbers[account * 24 + 14]! as Nonce;
  }

  setWithdrawNonceUsed(account: number, withdrawNonceUsed: number): void {
    this.numbers[account * 24 + 14] = withdrawNonceUsed;
  }

  /** The last one handed out for a settlement. */
  settleNonce(account: number): Nonce {
    return this.numbers[account * 24 + 15]! as Nonce;
  }

  setSettleNonce(account: number, settleNonce: number): void {
    this.numbers[account * 24 + 15] = settleNonce;
  }

  /** The last one that a settlement used. */
  settleNonceUsed(account: number): Nonce {
    return this.numbers[account * 24 + 16]! as Nonce;
  }

  setSettleNonceUsed(account: number, settleNonceUsed: number): void {
    this.numbers[account * 24 + 16] = settleNonceUsed;
  }

  /** The last one handed out for a transfer. */
  transferNonce(account: number): Nonce {
    return this.numbers[account * 24 + 17]! as Nonce;
  }

  setTransferNonce(account: number, transferNonce: number): void {
    this.numbers[account * 24 + 17] = transferNonce;
  }

  /** The last one that a transfer used. */
  transferNonceUsed(account: number): Nonce {
    return this.numbers[account * 24 + 18]! as Nonce;
  }

  setTransferNonceUsed(account: number, transferNonceUsed: number): void {
    this.numbers[account * 24 + 18] = transferNonceUsed;
  }

  /** It has rates of its own, which follow. */
  ownRates(account: number): Flag {
    return this.ints[account * 48 + 38]! as Flag;
  }

  setOwnRates(account: number, ownRates: number): void {
    this.ints[account * 48 + 38] = ownRates;
  }

  /** Its own rate as a taker. */
  ownTakerFee(account: number): FeeE5 {
    return this.ints[account * 48 + 39]! as FeeE5;
  }

  setOwnTakerFee(account: number, ownTakerFee: number): void {
    this.ints[account * 48 + 39] = ownTakerFee;
  }

  /** Its own rate as a maker. */
  ownMakerFee(account: number): FeeE5 {
    return this.ints[account * 48 + 40]! as FeeE5;
  }

  setOwnMakerFee(account: number, ownMakerFee: number): void {
    this.ints[account * 48 + 40] = ownMakerFee;
  }

  /** How many are on their way. */
  openWithdrawals(account: number): number {
    return this.ints[account * 48 + 41]!;
  }

  setOpenWithdrawals(account: number, openWithdrawals: number): void {
    this.ints[account * 48 + 41] = openWithdrawals;
  }

  /** Key-signed transfers may go from it to anyone. Rules 9.5. */
  transfersFreely(account: number): Flag {
    return this.ints[account * 48 + 42]! as Flag;
  }

  setTransfersFreely(account: number, transfersFreely: number): void {
    this.ints[account * 48 + 42] = transfersFreely;
  }
}
