// The record of a wallet, found by its address.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const WALLET: RecordDeclaration = {
  name: "wallet",
  unit: "WalletNumber",
  title: "Wallets",
  about: "Wallets that have accounts.",
  className: "WalletTable",
  file: "account/wallet-table",
  kept: "TextTable",
  bytes: 24,
  hot: [],
  cold: [whole("firstAccount", "AccountNumber", "The first main account of the wallet.")],
};
