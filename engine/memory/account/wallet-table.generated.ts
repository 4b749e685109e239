// Written by `npm run generate` from wallet.record.ts. Changes here are overwritten.

import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { TextTable } from "../../base/storage/text-table.ts";
import type { AccountNumber, WalletNumber } from "../../base/units.ts";

/** Wallets that have accounts. */
export class WalletTable extends TextTable<WalletNumber> {
  constructor(hash: KeyedHash) {
    super(hash, 3);
  }

  /** The first main account of the wallet. */
  firstAccount(wallet: WalletNumber): AccountNumber {
    return this.ints[wallet * 6 + 4]! as AccountNumber;
  }

  setFirstAccount(wallet: WalletNumber, firstAccount: AccountNumber): void {
    this.ints[wallet * 6 + 4] = firstAccount;
  }
}
