// The id of each account, and the wallet that it belongs to. Kept as bytes, because there may be millions.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, WalletNumber } from "../../base/units.ts";
import { AccountIdTable } from "./account-id-table.generated.ts";
import { WalletTable } from "./wallet-table.generated.ts";

/** The owner under which an id is stored: it differs for a system account, so that `find` never finds one. */
const USERS = 0;
const SYSTEM = 1;

/** Ids: `0x…` of a user, a name of rules 0.6 for a system account. The row of an id is its account's number. */
export class AccountIds extends AccountIdTable {
  /** The user's account with this id, or NONE. */
  find(accountId: string): AccountNumber {
    return this.rowOf(USERS, accountId);
  }

  /** Adds the id of the next account. @param wallet its row among the wallets, NONE for a system account */
  name(accountId: string, wallet: WalletNumber): void {
    this.setWallet(this.add(wallet === NONE ? SYSTEM : USERS, accountId), wallet);
  }
}

const NO_OWNER = 0;

export class Wallets extends WalletTable {
  /** The row of a wallet, or NONE. */
  find(wallet: string): WalletNumber {
    return this.rowOf(NO_OWNER, wallet);
  }

  /** Adds a wallet that is not in the table yet. @param account its first account */
  open(wallet: string, account: AccountNumber): WalletNumber {
    const row = this.add(NO_OWNER, wallet);
    this.setFirstAccount(row, account);
    return row;
  }
}
