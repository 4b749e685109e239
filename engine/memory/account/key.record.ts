// The record of an access key, found by its public key and its account.

import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const KEY: RecordDeclaration = {
  name: "key",
  unit: "KeyNumber",
  title: "Access keys",
  about:
    "What each key may do for an account, and until when. The addresses from which it may be used and its name are stored as texts after the key.",
  className: "KeyTable",
  file: "account/key-table",
  kept: "TextTable",
  bytes: 40,
  hot: [],
  cold: [
    whole("account", "AccountNumber", "The account of the key."),
    whole("scope", "number", "The place of its scope in the list of all scopes ever given."),
    number("expiration", "Millis", "When the key expires, or when it was removed."),
    number("signedAt", "Millis", "The time in the message that bound it."),
  ],
};
