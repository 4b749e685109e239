// Written by `npm run generate` from account.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/number-table.ts";
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
  Seq,
  UserId,
} from "../../base/units.ts";

/** Users' accounts and the system's own. Accounts are never removed. */
export class AccountTable extends Table<AccountNumber> {
  constructor() {
    super(24);
  }

  /** What is not given a first value here holds what was there before. */
  override allocate(): AccountNumber {
    const account = super.allocate();
    this.ints[account * 48 + 9] = -1;
    this.ints[account * 48 + 14] = -1;
    return account;
  }

  /** 0 for system accounts; users are counted from 1. */
  userId(account: AccountNumber): UserId {
    return this.numbers[account * 24]! as UserId;
  }

  setUserId(account: AccountNumber, userId: UserId): void {
    this.numbers[account * 24] = userId;
  }

  /** Balance, without the profit or loss of its positions. */
  holding(account: AccountNumber): Micros {
    return this.numbers[account * 24 + 1]! as Micros;
  }

  setHolding(account: AccountNumber, holding: Micros): void {
    this.numbers[account * 24 + 1] = holding;
  }

  /** Part of the balance that open orders in isolated mode reserve. */
  isolatedOrderFrozen(account: AccountNumber): Micros {
    return this.numbers[account * 24 + 2]! as Micros;
  }

  setIsolatedOrderFrozen(account: AccountNumber, isolatedOrderFrozen: Micros): void {
    this.numbers[account * 24 + 2] = isolatedOrderFrozen;
  }

  /** Number of events of the account. */
  seq(account: AccountNumber): Seq {
    return this.numbers[account * 24 + 3]! as Seq;
  }

  setSeq(account: AccountNumber, seq: Seq): void {
    this.numbers[account * 24 + 3] = seq;
  }

  /** The main account of its owner; the account itself, unless it is a sub-account. */
  owner(account: AccountNumber): AccountNumber {
    return this.ints[account * 48 + 8]! as AccountNumber;
  }

  setOwner(account: AccountNumber, owner: AccountNumber): void {
    this.ints[account * 48 + 8] = owner;
  }

  /** The first of the account's position rows, by market. */
  firstRow(account: AccountNumber): RowNumber {
    return this.ints[account * 48 + 9]! as RowNumber;
  }

  setFirstRow(account: AccountNumber, firstRow: RowNumber): void {
    this.ints[account * 48 + 9] = firstRow;
  }

  /** The rate in force; see money/fees/effective-rates.ts. */
  takerFee(account: AccountNumber): FeeE5 {
    return this.ints[account * 48 + 10]! as FeeE5;
  }

  setTakerFee(account: AccountNumber, takerFee: FeeE5): void {
    this.ints[account * 48 + 10] = takerFee;
  }

  /** The rate in force, negative for a rebate. */
  makerFee(account: AccountNumber): FeeE5 {
    return this.ints[account * 48 + 11]! as FeeE5;
  }

  setMakerFee(account: AccountNumber, makerFee: FeeE5): void {
    this.ints[account * 48 + 11] = makerFee;
  }

  /** Its builder; NONE for system accounts. */
  broker(account: AccountNumber): BrokerNumber {
    return this.ints[account * 48 + 12]! as BrokerNumber;
  }

  setBroker(account: AccountNumber, broker: BrokerNumber): void {
    this.ints[account * 48 + 12] = broker;
  }

  /** The account may only reduce its positions: it is the fund of a closing strategy vault. Rules 10.5. */
  closesOnly(account: AccountNumber): Flag {
    return this.ints[account * 48 + 13]! as Flag;
  }

  setClosesOnly(account: AccountNumber, closesOnly: Flag): void {
    this.ints[account * 48 + 13] = closesOnly;
  }

  /** The referral code to which a main account is bound; NONE if there is none. */
  referral(account: AccountNumber): ReferralNumber {
    return this.ints[account * 48 + 14]! as ReferralNumber;
  }

  setReferral(account: AccountNumber, referral: ReferralNumber): void {
    this.ints[account * 48 + 14] = referral;
  }

  /** Number of credited deposits. */
  deposits(account: AccountNumber): number {
    return this.ints[account * 48 + 15]!;
  }

  setDeposits(account: AccountNumber, deposits: number): void {
    this.ints[account * 48 + 15] = deposits;
  }

  /** When the account was opened. */
  openedAt(account: AccountNumber): Millis {
    return this.numbers[account * 24 + 8]! as Millis;
  }

  setOpenedAt(account: AccountNumber, openedAt: Millis): void {
    this.numbers[account * 24 + 8] = openedAt;
  }

  /** Part of the balance that open withdrawals take. */
  frozen(account: AccountNumber): Micros {
    return this.numbers[account * 24 + 9]! as Micros;
  }

  setFrozen(account: AccountNumber, frozen: Micros): void {
    this.numbers[account * 24 + 9] = frozen;
  }

  /** When the dead-man switch fires; 0 when disarmed. */
  cancelAllAt(account: AccountNumber): Millis {
    return this.numbers[account * 24 + 10]! as Millis;
  }

  setCancelAllAt(account: AccountNumber, cancelAllAt: Millis): void {
    this.numbers[account * 24 + 10] = cancelAllAt;
  }

  /** Fees paid under its referral code since midnight. */
  referralFees(account: AccountNumber): Micros {
    return this.numbers[account * 24 + 11]! as Micros;
  }

  setReferralFees(account: AccountNumber, referralFees: Micros): void {
    this.numbers[account * 24 + 11] = referralFees;
  }

  /** Part of those fees that its builder earned. */
  referralRevenue(account: AccountNumber): Micros {
    return this.numbers[account * 24 + 12]! as Micros;
  }

  setReferralRevenue(account: AccountNumber, referralRevenue: Micros): void {
    this.numbers[account * 24 + 12] = referralRevenue;
  }

  /** The last nonce issued for a withdrawal. Rules 9.4. */
  withdrawNonce(account: AccountNumber): Nonce {
    return this.numbers[account * 24 + 13]! as Nonce;
  }

  setWithdrawNonce(account: AccountNumber, withdrawNonce: Nonce): void {
    this.numbers[account * 24 + 13] = withdrawNonce;
  }

  /** The last nonce used by a withdrawal. */
  withdrawNonceUsed(account: AccountNumber): Nonce {
    return this.numbers[account * 24 + 14]! as Nonce;
  }

  setWithdrawNonceUsed(account: AccountNumber, withdrawNonceUsed: Nonce): void {
    this.numbers[account * 24 + 14] = withdrawNonceUsed;
  }

  /** The last nonce issued for a settlement. */
  settleNonce(account: AccountNumber): Nonce {
    return this.numbers[account * 24 + 15]! as Nonce;
  }

  setSettleNonce(account: AccountNumber, settleNonce: Nonce): void {
    this.numbers[account * 24 + 15] = settleNonce;
  }

  /** The last nonce used by a settlement. */
  settleNonceUsed(account: AccountNumber): Nonce {
    return this.numbers[account * 24 + 16]! as Nonce;
  }

  setSettleNonceUsed(account: AccountNumber, settleNonceUsed: Nonce): void {
    this.numbers[account * 24 + 16] = settleNonceUsed;
  }

  /** The last nonce issued for a transfer. */
  transferNonce(account: AccountNumber): Nonce {
    return this.numbers[account * 24 + 17]! as Nonce;
  }

  setTransferNonce(account: AccountNumber, transferNonce: Nonce): void {
    this.numbers[account * 24 + 17] = transferNonce;
  }

  /** The last nonce used by a transfer. */
  transferNonceUsed(account: AccountNumber): Nonce {
    return this.numbers[account * 24 + 18]! as Nonce;
  }

  setTransferNonceUsed(account: AccountNumber, transferNonceUsed: Nonce): void {
    this.numbers[account * 24 + 18] = transferNonceUsed;
  }

  /** The account has its own fee rates, which follow. */
  ownRates(account: AccountNumber): Flag {
    return this.ints[account * 48 + 38]! as Flag;
  }

  setOwnRates(account: AccountNumber, ownRates: Flag): void {
    this.ints[account * 48 + 38] = ownRates;
  }

  /** Its own rate as a taker. */
  ownTakerFee(account: AccountNumber): FeeE5 {
    return this.ints[account * 48 + 39]! as FeeE5;
  }

  setOwnTakerFee(account: AccountNumber, ownTakerFee: FeeE5): void {
    this.ints[account * 48 + 39] = ownTakerFee;
  }

  /** Its own rate as a maker. */
  ownMakerFee(account: AccountNumber): FeeE5 {
    return this.ints[account * 48 + 40]! as FeeE5;
  }

  setOwnMakerFee(account: AccountNumber, ownMakerFee: FeeE5): void {
    this.ints[account * 48 + 40] = ownMakerFee;
  }

  /** Number of withdrawals in progress. */
  openWithdrawals(account: AccountNumber): number {
    return this.ints[account * 48 + 41]!;
  }

  setOpenWithdrawals(account: AccountNumber, openWithdrawals: number): void {
    this.ints[account * 48 + 41] = openWithdrawals;
  }

  /** Key-signed transfers may go from the account to any other. Rules 9.5. */
  transfersFreely(account: AccountNumber): Flag {
    return this.ints[account * 48 + 42]! as Flag;
  }

  setTransfersFreely(account: AccountNumber, transfersFreely: Flag): void {
    this.ints[account * 48 + 42] = transfersFreely;
  }
}
