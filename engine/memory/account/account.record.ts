// The record of an account. Its hot fields are those that every order reads.

import { NONE } from "../../base/storage/int-map.ts";
import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ACCOUNT: RecordDeclaration = {
  name: "account",
  unit: "AccountNumber",
  title: "Accounts",
  about: "Users' accounts and the system's own. None ever goes.",
  className: "AccountTable",
  file: "account/account-table",
  kept: "Table",
  bytes: 192,
  hot: [
    number("userId", "UserId", "0 for system accounts; users count from 1."),
    number("holding", "Micros", "What it holds, before what its positions would add."),
    number("isolatedOrderFrozen", "Micros", "What open orders in isolated mode reserve of it."),
    number("seq", "Seq", "Counts the account's events."),
    whole("owner", "AccountNumber", "The main account of its owner: itself, unless it is a sub-account."),
    whole("firstRow", "RowNumber", "First of the account's position rows, by market.", { initial: NONE }),
    whole("takerFee", "FeeE5", "The rate in force; see money/fees/effective-rates.ts."),
    whole("makerFee", "FeeE5", "The rate in force, negative for a rebate."),
    whole("broker", "BrokerNumber", "Its builder; NONE of system accounts."),
    whole(
      "closesOnly",
      "Flag",
      "It may only reduce its positions: the fund of a strategy vault that closes. Rules 10.5.",
    ),
    whole("referral", "ReferralNumber", "The referral code that a main account is bound to, NONE for none.", {
      initial: NONE,
    }),
    whole("deposits", "number", "How many were credited."),
  ],
  cold: [
    number("openedAt", "Millis", "When it was opened."),
    number("frozen", "Micros", "What open withdrawals take of it."),
    number("cancelAllAt", "Millis", "When the dead-man switch fires; 0 when disarmed."),
    number("referralFees", "Micros", "What it paid in fees under its referral code since midnight."),
    number("referralRevenue", "Micros", "What its builder earned of these."),
    number("withdrawNonce", "Nonce", "The last one handed out for a withdrawal. Rules 9.4."),
    number("withdrawNonceUsed", "Nonce", "The last one that a withdrawal used."),
    number("settleNonce", "Nonce", "The last one handed out for a settlement."),
    number("settleNonceUsed", "Nonce", "The last one that a settlement used."),
    number("transferNonce", "Nonce", "The last one handed out for a transfer."),
    number("transferNonceUsed", "Nonce", "The last one that a transfer used."),
    whole("ownRates", "Flag", "It has rates of its own, which follow."),
    whole("ownTakerFee", "FeeE5", "Its own rate as a taker."),
    whole("ownMakerFee", "FeeE5", "Its own rate as a maker."),
    whole("openWithdrawals", "number", "How many are on their way."),
    whole("transfersFreely", "Flag", "Key-signed transfers may go from it to any other. Rules 9.5."),
  ],
};
