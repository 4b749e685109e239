// The record of an access key, found by its public key and its account.

import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const KEY: RecordDeclaration = {
  name: "key",
  unit: "KeyNumber",
  title: "Access keys",
  about:
    "What each key may do for an account, and until when. Where it may be used and what it is called are texts behind the key.",
  className: "KeyTable",
  file: "account/key-table",
  kept: "TextTable",
  bytes: 40,
  hot: [],
  cold: [
    whole("account", "AccountNumber", "Whose it is."),
    whole("scope", "number", "The place of its scope among those that were ever given."),
    number("expiration", "Millis", "When it ends, or was removed."),
    number("signedAt", "Millis", "The time in the message that bound it."),
  ],
};
