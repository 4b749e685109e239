// The record of an account. Its hot fields are those that every order reads.

import { NONE } from "../../base/storage/int-map.ts";
import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ACCOUNT: RecordDeclaration = {
  name: "account",
  unit: "AccountNumber",
  title: "Accounts",
  about: "Users' accounts and the system's own. Accounts are never removed.",
  className: "AccountTable",
  file: "account/account-table",
  kept: "Table",
  bytes: 192,
  hot: [
    number("userId", "UserId", "0 for system accounts; users are counted from 1."),
    number("holding", "Micros", "Balance, without the profit or loss of its positions."),
    number("isolatedOrderFrozen", "Micros", "Part of the balance that open orders in isolated mode reserve."),
    number("seq", "Seq", "Number of events of the account."),
    whole("owner", "AccountNumber", "The main account of its owner; the account itself, unless it is a sub-account."),
    whole("firstRow", "RowNumber", "The first of the account's position rows, by market.", { initial: NONE }),
    whole("takerFee", "FeeE5", "The rate in force; see money/fees/effective-rates.ts."),
    whole("makerFee", "FeeE5", "The rate in force, negative for a rebate."),
    whole("broker", "BrokerNumber", "Its builder; NONE for system accounts."),
    whole(
      "closesOnly",
      "Flag",
      "The account may only reduce its positions: it is the fund of a closing strategy vault. Rules 10.5.",
    ),
    whole("referral", "ReferralNumber", "The referral code to which a main account is bound; NONE if there is none.", {
      initial: NONE,
    }),
    whole("deposits", "number", "Number of credited deposits."),
  ],
  cold: [
    number("openedAt", "Millis", "When the account was opened."),
    number("frozen", "Micros", "Part of the balance that open withdrawals take."),
    number("cancelAllAt", "Millis", "When the dead-man switch fires; 0 when disarmed."),
    number("referralFees", "Micros", "Fees paid under its referral code since midnight."),
    number("referralRevenue", "Micros", "Part of those fees that its builder earned."),
    number("withdrawNonce", "Nonce", "The last nonce issued for a withdrawal. Rules 9.4."),
    number("withdrawNonceUsed", "Nonce", "The last nonce used by a withdrawal."),
    number("settleNonce", "Nonce", "The last nonce issued for a settlement."),
    number("settleNonceUsed", "Nonce", "The last nonce used by a settlement."),
    number("transferNonce", "Nonce", "The last nonce issued for a transfer."),
    number("transferNonceUsed", "Nonce", "The last nonce used by a transfer."),
    whole("ownRates", "Flag", "The account has its own fee rates, which follow."),
    whole("ownTakerFee", "FeeE5", "Its own rate as a taker."),
    whole("ownMakerFee", "FeeE5", "Its own rate as a maker."),
    whole("openWithdrawals", "number", "Number of withdrawals in progress."),
    whole("transfersFreely", "Flag", "Key-signed transfers may go from the account to any other. Rules 9.5."),
  ],
};
