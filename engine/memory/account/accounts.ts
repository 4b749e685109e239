// Accounts: who they are and what money they hold. System accounts (rules 0.6) come first; a wallet's account is found
// by its id, a system account never is.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { SparseTexts } from "../../base/storage/sparse-texts.ts";
import type { Millis } from "../../base/units.ts";
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
  /** What few accounts have: a sub-account's description, the delegate signer of a contract wallet. */
  readonly #descriptions = new SparseTexts();
  readonly #delegateSigners = new SparseTexts();
  /** Of wallets that have more than one: all main accounts by the first one. */
  readonly #ofOneWallet = new Map<number, number[]>();
  readonly #subAccounts = new Map<number, number[]>();
  #users = 0;
  /** Main accounts by the number of their builder. */
  readonly #mainAccounts: number[] = [];

  constructor(hash: KeyedHash) {
    super(64);
    this.#ids = new AccountIds(hash);
    this.#wallets = new Wallets(hash);
    for (const name of SYSTEM) this.addSystem(name);
  }

  addSystem(name: string): number {
    const account = this.#add(name, NONE, NONE, 0 as Millis);
    this.setUserId(account, 0);
    return account;
  }

  addUser(accountId: string, wallet: string, broker: number, at: Millis): number {
    const known = this.#wallets.find(wallet);
    const account = this.#add(accountId, known === NONE ? this.#wallets.open(wallet, this.used) : known, broker, at);
    this.setUserId(account, ++this.#users);
    this.#list(account);
    return account;
  }

  /** The next sub-account of a main account; it is found by its id, but not by the wallet. Rules 9.6. */
  addSubAccount(accountId: string, main: number, description: string, at: Millis): number {
    const account = this.#add(accountId, this.#ids.wallet(main), this.broker(main), at);
    this.setOwner(account, main);
    this.setUserId(account, ++this.#users);
    this.setClosesOnly(account, this.closesOnly(main));
    this.describe(account, description);
    this.#list(account);
    return account;
  }

  isSubAccount(account: number): boolean {
    return this.owner(account) !== account;
  }

  isUser(account: number): boolean {
    return this.userId(account) > 0;
  }

  find(accountId: string): number {
    return this.#ids.find(accountId);
  }

  /** `0x…` of a user, a name of rules 0.6 for a system account. */
  accountId(account: number): string {
    return this.#ids.textOf(account);
  }

  /** A character of its id, as its code: 0 is the first. */
  accountIdCode(account: number, place: number): number {
    return this.#ids.asciiAt(account, place);
  }

  /** "" of a system account. */
  wallet(account: number): string {
    const wallet = this.#ids.wallet(account);
    return wallet === NONE ? "" : this.#wallets.textOf(wallet);
  }

  areOfOneWallet(one: number, other: number): boolean {
    return this.#ids.wallet(one) === this.#ids.wallet(other);
  }

  /** Of a sub-account, else "". */
  description(account: number): string {
    return this.#descriptions.get(account);
  }

  describe(account: number, description: string): void {
    this.#descriptions.set(account, description);
  }

  /** The delegate signer of a contract wallet, else "". */
  delegateSigner(account: number): string {
    return this.#delegateSigners.get(account);
  }

  setDelegateSigner(account: number, signer: string): void {
    this.#delegateSigners.set(account, signer);
  }

  /** Sub-accounts of a main account, by number. */
  subAccounts(main: number): readonly number[] {
    return this.#subAccounts.get(main) ?? [];
  }

  /** How many main accounts a builder has. */
  mainAccountsOf(broker: number): number {
    return this.#mainAccounts[broker] ?? 0;
  }

  /** Main accounts of a wallet, in the order of opening. */
  ofWallet(wallet: string): readonly number[] {
    const known = this.#wallets.find(wallet);
    if (known === NONE) return [];
    const first = this.#wallets.firstAccount(known);
    return this.#ofOneWallet.get(first) ?? [first];
  }

  /** Accounts in the order in which the rules visit them: by the bytes of their ids, system accounts after users. */
  inOrder(a: number, b: number): number {
    return this.#ids.compare(a, b);
  }

  nextSeq(account: number): number {
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

  /** Lists what is known of accounts that were read from a snapshot. */
  index(): void {
    for (let account = 0; account < this.used; account++) {
      if (this.cancelAllAt(account) > 0) this.armed.add(account);
      if (!this.isUser(account)) continue;
      this.#users++;
      this.#list(account);
    }
  }

  #add(accountId: string, wallet: number, broker: number, at: Millis): number {
    const account = this.allocate();
    this.setOwner(account, account);
    this.setBroker(account, broker);
    this.setOpenedAt(account, at);
    this.#ids.name(accountId, wallet);
    return account;
  }

  /** Counts a user's account, and puts it on the list that it belongs to: of its main account, or of its wallet. */
  #list(account: number): void {
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

function append(lists: Map<number, number[]>, key: number, account: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [account]);
  else list.push(account);
}
