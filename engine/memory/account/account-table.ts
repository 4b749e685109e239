// What is kept of an account, field by field.

import { Table } from "../../base/storage/table.ts";

// Places within a row, in steps of a whole number's width and of a number's. A row begins with a cache line, of which
// there are three, and it begins with what every order asks for.
const USER_ID = 0;
const HOLDING = 1;
const ISOLATED_ORDER_FROZEN = 2;
const SEQ = 3;
const OWNER = 8;
const FIRST_ROW = 9;
const TAKER_FEE = 10;
const MAKER_FEE = 11;
const BROKER = 12;
const CLOSES_ONLY = 13;
const REFERRAL = 14;
const DEPOSITS = 15;

const OPENED_AT = 8;
const FROZEN = 9;
const CANCEL_ALL_AT = 10;
const REFERRAL_FEES = 11;
const REFERRAL_REVENUE = 12;
const WITHDRAW_NONCE = 13;
const WITHDRAW_NONCE_USED = 14;
const SETTLE_NONCE = 15;
const SETTLE_NONCE_USED = 16;
const TRANSFER_NONCE = 17;
const TRANSFER_NONCE_USED = 18;
const OWN_RATES = 38;
const OWN_TAKER_FEE = 39;
const OWN_MAKER_FEE = 40;
const OPEN_WITHDRAWALS = 41;
const TRANSFERS_FREELY = 42;
const NUMBERS = 24;
const INTS = NUMBERS * 2;

export class AccountTable extends Table {
  constructor(capacity: number) {
    super(NUMBERS, capacity);
  }

  /** The main account of its owner: itself, unless it is a sub-account. */
  owner(account: number): number {
    return this.ints[account * INTS + OWNER]!;
  }

  setOwner(account: number, value: number): void {
    this.ints[account * INTS + OWNER] = value;
  }

  broker(account: number): number {
    return this.ints[account * INTS + BROKER]!;
  }

  setBroker(account: number, value: number): void {
    this.ints[account * INTS + BROKER] = value;
  }

  /** 0 for system accounts; users count from 1. */
  userId(account: number): number {
    return this.numbers[account * NUMBERS + USER_ID]!;
  }

  setUserId(account: number, value: number): void {
    this.numbers[account * NUMBERS + USER_ID] = value;
  }

  openedAt(account: number): number {
    return this.numbers[account * NUMBERS + OPENED_AT]!;
  }

  setOpenedAt(account: number, value: number): void {
    this.numbers[account * NUMBERS + OPENED_AT] = value;
  }

  /** Micros. */
  holding(account: number): number {
    return this.numbers[account * NUMBERS + HOLDING]!;
  }

  setHolding(account: number, value: number): void {
    this.numbers[account * NUMBERS + HOLDING] = value;
  }

  frozen(account: number): number {
    return this.numbers[account * NUMBERS + FROZEN]!;
  }

  setFrozen(account: number, value: number): void {
    this.numbers[account * NUMBERS + FROZEN] = value;
  }

  isolatedOrderFrozen(account: number): number {
    return this.numbers[account * NUMBERS + ISOLATED_ORDER_FROZEN]!;
  }

  setIsolatedOrderFrozen(account: number, value: number): void {
    this.numbers[account * NUMBERS + ISOLATED_ORDER_FROZEN] = value;
  }

  /** First of the account's position rows, by market. */
  firstRow(account: number): number {
    return this.ints[account * INTS + FIRST_ROW]!;
  }

  setFirstRow(account: number, value: number): void {
    this.ints[account * INTS + FIRST_ROW] = value;
  }

  /** Counts the account's events. */
  seq(account: number): number {
    return this.numbers[account * NUMBERS + SEQ]!;
  }

  setSeq(account: number, value: number): void {
    this.numbers[account * NUMBERS + SEQ] = value;
  }

  /** When the dead-man switch fires; 0 when disarmed. */
  cancelAllAt(account: number): number {
    return this.numbers[account * NUMBERS + CANCEL_ALL_AT]!;
  }

  setCancelAllAt(account: number, value: number): void {
    this.numbers[account * NUMBERS + CANCEL_ALL_AT] = value;
  }

  deposits(account: number): number {
    return this.ints[account * INTS + DEPOSITS]!;
  }

  setDeposits(account: number, value: number): void {
    this.ints[account * INTS + DEPOSITS] = value;
  }

  /** Rates in force, 10⁻⁵; see money/fees/effective-rates.ts. */
  takerFee(account: number): number {
    return this.ints[account * INTS + TAKER_FEE]!;
  }

  setTakerFee(account: number, value: number): void {
    this.ints[account * INTS + TAKER_FEE] = value;
  }

  makerFee(account: number): number {
    return this.ints[account * INTS + MAKER_FEE]!;
  }

  setMakerFee(account: number, value: number): void {
    this.ints[account * INTS + MAKER_FEE] = value;
  }

  /** 1 when the account has rates of its own, which follow. */
  ownRates(account: number): number {
    return this.ints[account * INTS + OWN_RATES]!;
  }

  setOwnRates(account: number, value: number): void {
    this.ints[account * INTS + OWN_RATES] = value;
  }

  ownTakerFee(account: number): number {
    return this.ints[account * INTS + OWN_TAKER_FEE]!;
  }

  setOwnTakerFee(account: number, value: number): void {
    this.ints[account * INTS + OWN_TAKER_FEE] = value;
  }

  ownMakerFee(account: number): number {
    return this.ints[account * INTS + OWN_MAKER_FEE]!;
  }

  setOwnMakerFee(account: number, value: number): void {
    this.ints[account * INTS + OWN_MAKER_FEE] = value;
  }

  /** The referral code that a main account is bound to, NONE for none; what it paid under it since midnight, micros. */
  referral(account: number): number {
    return this.ints[account * INTS + REFERRAL]!;
  }

  setReferral(account: number, value: number): void {
    this.ints[account * INTS + REFERRAL] = value;
  }

  referralFees(account: number): number {
    return this.numbers[account * NUMBERS + REFERRAL_FEES]!;
  }

  setReferralFees(account: number, value: number): void {
    this.numbers[account * NUMBERS + REFERRAL_FEES] = value;
  }

  referralRevenue(account: number): number {
    return this.numbers[account * NUMBERS + REFERRAL_REVENUE]!;
  }

  setReferralRevenue(account: number, value: number): void {
    this.numbers[account * NUMBERS + REFERRAL_REVENUE] = value;
  }

  /** Nonces by kind: the last one handed out, and the last one used. Rules 9.4. */
  withdrawNonce(account: number): number {
    return this.numbers[account * NUMBERS + WITHDRAW_NONCE]!;
  }

  setWithdrawNonce(account: number, value: number): void {
    this.numbers[account * NUMBERS + WITHDRAW_NONCE] = value;
  }

  withdrawNonceUsed(account: number): number {
    return this.numbers[account * NUMBERS + WITHDRAW_NONCE_USED]!;
  }

  setWithdrawNonceUsed(account: number, value: number): void {
    this.numbers[account * NUMBERS + WITHDRAW_NONCE_USED] = value;
  }

  settleNonce(account: number): number {
    return this.numbers[account * NUMBERS + SETTLE_NONCE]!;
  }

  setSettleNonce(account: number, value: number): void {
    this.numbers[account * NUMBERS + SETTLE_NONCE] = value;
  }

  settleNonceUsed(account: number): number {
    return this.numbers[account * NUMBERS + SETTLE_NONCE_USED]!;
  }

  setSettleNonceUsed(account: number, value: number): void {
    this.numbers[account * NUMBERS + SETTLE_NONCE_USED] = value;
  }

  transferNonce(account: number): number {
    return this.numbers[account * NUMBERS + TRANSFER_NONCE]!;
  }

  setTransferNonce(account: number, value: number): void {
    this.numbers[account * NUMBERS + TRANSFER_NONCE] = value;
  }

  transferNonceUsed(account: number): number {
    return this.numbers[account * NUMBERS + TRANSFER_NONCE_USED]!;
  }

  setTransferNonceUsed(account: number, value: number): void {
    this.numbers[account * NUMBERS + TRANSFER_NONCE_USED] = value;
  }

  openWithdrawals(account: number): number {
    return this.ints[account * INTS + OPEN_WITHDRAWALS]!;
  }

  setOpenWithdrawals(account: number, value: number): void {
    this.ints[account * INTS + OPEN_WITHDRAWALS] = value;
  }

  /** 1 when it may only reduce its positions: the fund of a strategy vault that closes. Rules 10.5. */
  closesOnly(account: number): number {
    return this.ints[account * INTS + CLOSES_ONLY]!;
  }

  setClosesOnly(account: number, value: number): void {
    this.ints[account * INTS + CLOSES_ONLY] = value;
  }

  /** 1 when key-signed transfers may go from it to anyone. Rules 9.5. */
  transfersFreely(account: number): number {
    return this.ints[account * INTS + TRANSFERS_FREELY]!;
  }

  setTransfersFreely(account: number, value: number): void {
    this.ints[account * INTS + TRANSFERS_FREELY] = value;
  }
}
