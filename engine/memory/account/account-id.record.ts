// The record of an account's id, found by the text of the id.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ACCOUNT_ID: RecordDeclaration = {
  name: "account",
  unit: "AccountNumber",
  title: "Account ids",
  about: "The id of each account, by the account's number.",
  className: "AccountIdTable",
  file: "account/account-id-table",
  kept: "TextTable",
  bytes: 24,
  hot: [],
  cold: [whole("wallet", "WalletNumber", "The wallet that owns the account; NONE for a system account.")],
};
