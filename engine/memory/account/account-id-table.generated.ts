// Written by `npm run generate` from account-id.record.ts. Changes here are overwritten.

import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { TextTable } from "../../base/storage/text-table.ts";
import type { AccountNumber, WalletNumber } from "../../base/units.ts";

/** The id of each account, by the account's number. */
export class AccountIdTable extends TextTable<AccountNumber> {
  constructor(hash: KeyedHash) {
    super(hash, 3);
  }

  /** The wallet that owns the account; NONE for a system account. */
  wallet(account: AccountNumber): WalletNumber {
    return this.ints[account * 6 + 4]! as WalletNumber;
  }

  setWallet(account: AccountNumber, wallet: WalletNumber): void {
    this.ints[account * 6 + 4] = wallet;
  }
}
