// Who accounts are: the id of each, and the wallets that they belong to. Kept as bytes, because there may be millions.

import { NONE } from "../../base/storage/int-map.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { TEXT_INTS, TextTable } from "../../base/storage/text-table.ts";

/** To whom an id belongs: a system account is not found by its name. */
const USERS = 0;
const SYSTEM = 1;
const WALLET = TEXT_INTS;
/** Whole numbers come in pairs. */
const ID_WIDTH = TEXT_INTS + 2;

/** `0x…` of a user, a name of rules 0.6 for a system account. The row of an id is its account's number. */
export class AccountIds extends TextTable {
  constructor(hash: KeyedHash) {
    super(hash, ID_WIDTH / 2);
  }

  /** The user's account with this id, or NONE. */
  find(accountId: string): number {
    return this.rowOf(USERS, accountId);
  }

  /** The id of the next account. @param wallet its row among the wallets, NONE for a system account */
  name(accountId: string, wallet: number): void {
    const row = this.add(wallet === NONE ? SYSTEM : USERS, accountId);
    this.ints[row * ID_WIDTH + WALLET] = wallet;
  }

  wallet(account: number): number {
    return this.ints[account * ID_WIDTH + WALLET]!;
  }
}

const NO_OWNER = 0;
const FIRST_ACCOUNT = TEXT_INTS;
const WALLET_WIDTH = TEXT_INTS + 2;

export class Wallets extends TextTable {
  constructor(hash: KeyedHash) {
    super(hash, WALLET_WIDTH / 2);
  }

  /** The row of a wallet, or NONE. */
  find(wallet: string): number {
    return this.rowOf(NO_OWNER, wallet);
  }

  /** Adds a wallet that is not there yet. @param account its first */
  open(wallet: string, account: number): number {
    const row = this.add(NO_OWNER, wallet);
    this.ints[row * WALLET_WIDTH + FIRST_ACCOUNT] = account;
    return row;
  }

  /** The first main account of a wallet. */
  firstAccount(row: number): number {
    return this.ints[row * WALLET_WIDTH + FIRST_ACCOUNT]!;
  }
}
