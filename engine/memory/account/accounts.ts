// Accounts: their identity and the money they hold. System accounts (rules 0.6) come first; a wallet's account is found
// by its id, a system account never is.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { SparseTexts } from "../../base/storage/sparse-texts.ts";
import type { AccountNumber, BrokerNumber, Millis, WalletNumber } from "../../base/units.ts";
import { AccountTable } from "./account-table.generated.ts";
import { AccountIds, Wallets } from "./identities.ts";

export const INSURANCE = 0;
export const CLEARING = 1;
export const FEE_VENUE = 2;
export const FEE_WITHDRAW = 3;
const SYSTEM = ["INSURANCE", "CLEARING", "FEE_VENUE", "FEE_WITHDRAW"] as const;

export class Accounts extends AccountTable {
  /** Accounts whose dead-man switch is armed. */
  readonly armed = new Set<number>();
  readonly #ids: AccountIds;
  readonly #wallets: Wallets;
  /** Fields that few accounts have: a sub-account's description, the delegate signer of a contract wallet. */
  readonly #descriptions = new SparseTexts();
  readonly #delegateSigners = new SparseTexts();
  /** For wallets with more than one main account: all of them, by the first one. */
  readonly #ofOneWallet = new Map<number, number[]>();
  readonly #subAccounts = new Map<number, number[]>();
  #users = 0;
  /** The number of main accounts, by the number of their builder. */
  readonly #mainAccounts: number[] = [];

  constructor(hash: KeyedHash) {
    super();
    this.#ids = new AccountIds(hash);
    this.#wallets = new Wallets(hash);
    for (const name of SYSTEM) this.addSystem(name);
  }

  addSystem(name: string): AccountNumber {
    const account = this.#add(name, NONE, NONE, 0);
    this.setUserId(account, 0);
    return account;
  }

  addUser(accountId: string, wallet: string, broker: BrokerNumber, at: Millis): AccountNumber {
    const known = this.#wallets.find(wallet);
    const account = this.#add(accountId, known === NONE ? this.#wallets.open(wallet, this.used) : known, broker, at);
    this.setUserId(account, ++this.#users);
    this.#list(account);
    return account;
  }

  /** Adds the next sub-account of a main account; it is found by its id, but not by the wallet. Rules 9.6. */
  addSubAccount(accountId: string, main: AccountNumber, description: string, at: Millis): AccountNumber {
    const account = this.#add(accountId, this.#ids.wallet(main), this.broker(main), at);
    this.setOwner(account, main);
    this.setUserId(account, ++this.#users);
    this.setClosesOnly(account, this.closesOnly(main));
    this.describe(account, description);
    this.#list(account);
    return account;
  }

  isSubAccount(account: AccountNumber): boolean {
    return this.owner(account) !== account;
  }

  isUser(account: AccountNumber): boolean {
    return this.userId(account) > 0;
  }

  find(accountId: string): AccountNumber {
    return this.#ids.find(accountId);
  }

  /** `0x…` of a user, a name of rules 0.6 for a system account. */
  accountId(account: AccountNumber): string {
    return this.#ids.textOf(account);
  }

  /** The code of a character of its id; place 0 is the first. */
  accountIdCode(account: AccountNumber, place: number): number {
    return this.#ids.asciiAt(account, place);
  }

  /** "" for a system account. */
  wallet(account: AccountNumber): string {
    const wallet = this.#ids.wallet(account);
    return wallet === NONE ? "" : this.#wallets.textOf(wallet);
  }

  areOfOneWallet(one: AccountNumber, other: AccountNumber): boolean {
    return this.#ids.wallet(one) === this.#ids.wallet(other);
  }

  /** The description of a sub-account, else "". */
  description(account: AccountNumber): string {
    return this.#descriptions.get(account);
  }

  describe(account: AccountNumber, description: string): void {
    this.#descriptions.set(account, description);
  }

  /** The delegate signer of a contract wallet, else "". */
  delegateSigner(account: AccountNumber): string {
    return this.#delegateSigners.get(account);
  }

  setDelegateSigner(account: AccountNumber, signer: string): void {
    this.#delegateSigners.set(account, signer);
  }

  /** Sub-accounts of a main account, by number. */
  subAccounts(main: AccountNumber): readonly number[] {
    return this.#subAccounts.get(main) ?? [];
  }

  /** How many main accounts a builder has. */
  mainAccountsOf(broker: BrokerNumber): number {
    return this.#mainAccounts[broker] ?? 0;
  }

  /** Main accounts of a wallet, in the order of opening. */
  ofWallet(wallet: string): readonly number[] {
    const known = this.#wallets.find(wallet);
    if (known === NONE) return [];
    const first = this.#wallets.firstAccount(known);
    return this.#ofOneWallet.get(first) ?? [first];
  }

  /** Compares accounts in the order in which the rules visit them: by the bytes of their ids, system accounts after users. */
  inOrder(a: AccountNumber, b: AccountNumber): number {
    return this.#ids.compare(a, b);
  }

  nextSeq(account: AccountNumber): number {
    const seq = this.seq(account) + 1;
    this.setSeq(account, seq);
    return seq;
  }

  override write(out: ByteWriter): void {
    super.write(out);
    this.#ids.write(out);
    this.#wallets.write(out);
    this.#descriptions.write(out);
    this.#delegateSigners.write(out);
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#ids.read(input);
    this.#wallets.read(input);
    this.#descriptions.read(input);
    this.#delegateSigners.read(input);
  }

  indexTexts(): void {
    this.#ids.index();
    this.#wallets.index();
  }

  /** Rebuilds the lists and counts of accounts that were read from a snapshot. */
  index(): void {
    for (let account = 0; account < this.used; account++) {
      if (this.cancelAllAt(account) > 0) this.armed.add(account);
      if (!this.isUser(account)) continue;
      this.#users++;
      this.#list(account);
    }
  }

  #add(accountId: string, wallet: WalletNumber, broker: BrokerNumber, at: Millis): AccountNumber {
    const account = this.allocate();
    this.setOwner(account, account);
    this.setBroker(account, broker);
    this.setOpenedAt(account, at);
    this.#ids.name(accountId, wallet);
    return account;
  }

  /** Counts a user's account, and adds it to its list: that of its main account, or that of its wallet. */
  #list(account: AccountNumber): void {
    const main = this.owner(account);
    if (main !== account) return append(this.#subAccounts, main, account);
    const broker = this.broker(account);
    this.#mainAccounts[broker] = this.mainAccountsOf(broker) + 1;
    const first = this.#wallets.firstAccount(this.#ids.wallet(account));
    if (first === account) return;
    if (!this.#ofOneWallet.has(first)) this.#ofOneWallet.set(first, [first]);
    append(this.#ofOneWallet, first, account);
  }
}

function append(lists: Map<number, number[]>, key: AccountNumber, account: AccountNumber): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [account]);
  else list.push(account);
}
