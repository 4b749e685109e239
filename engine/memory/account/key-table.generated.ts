// Written by `npm run generate` from key.record.ts. Changes here are overwritten.

import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { TextTable } from "../../base/storage/text-table.ts";
import type { AccountNumber, KeyNumber, Millis } from "../../base/units.ts";

/**
 * What each key may do for an account, and until when. The addresses from which it may be used and its name are stored
 * as texts after the key.
 */
export class KeyTable extends TextTable<KeyNumber> {
  constructor(hash: KeyedHash) {
    super(hash, 5);
  }

  /** The account of the key. */
  account(key: KeyNumber): AccountNumber {
    return this.ints[key * 10 + 4]! as AccountNumber;
  }

  setAccount(key: KeyNumber, account: AccountNumber): void {
    this.ints[key * 10 + 4] = account;
  }

  /** The place of its scope in the list of all scopes ever given. */
  scope(key: KeyNumber): number {
    return this.ints[key * 10 + 5]!;
  }

  setScope(key: KeyNumber, scope: number): void {
    this.ints[key * 10 + 5] = scope;
  }

  /** When the key expires, or when it was removed. */
  expiration(key: KeyNumber): Millis {
    return this.numbers[key * 5 + 3]! as Millis;
  }

  setExpiration(key: KeyNumber, expiration: Millis): void {
    this.numbers[key * 5 + 3] = expiration;
  }

  /** The time in the message that bound it. */
  signedAt(key: KeyNumber): Millis {
    return this.numbers[key * 5 + 4]! as Millis;
  }

  setSignedAt(key: KeyNumber, signedAt: Millis): void {
    this.numbers[key * 5 + 4] = signedAt;
  }
}
