// Accounts: who they are and what money they hold. System accounts (rules 0.6) come first; a wallet's account is found
// by its id, a system account never is.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { NONE } from "../storage/int-map.ts";
import { TextIndex } from "../storage/text-index.ts";
import type { Millis } from "../units.ts";
import { AccountTable } from "./account-table.ts";

export const INSURANCE = 0;
export const CLEARING = 1;
export const FEE_VENUE = 2;
export const FEE_WITHDRAW = 3;
const SYSTEM = ["INSURANCE", "CLEARING", "FEE_VENUE", "FEE_WITHDRAW"] as const;

export class Accounts extends AccountTable {
  /** `0x…` of a user, a name of rules 0.6 for a system account. */
  readonly accountId: string[] = [];
  readonly wallet: string[] = [];
  /** Of a sub-account, else "". */
  readonly description: string[] = [];
  /** The delegate signer of a contract wallet, else "". */
  readonly delegateSigner: string[] = [];
  /** Accounts whose dead-man switch is armed. */
  readonly armed = new Set<number>();
  /** Users' accounts by id, and the first main account of each wallet by the wallet. */
  readonly #byId = new TextIndex(this.accountId);
  readonly #byWallet = new TextIndex(this.wallet);
  /** Of wallets that have more than one: all main accounts by the first one. */
  readonly #ofOneWallet = new Map<number, number[]>();
  readonly #subAccounts = new Map<number, number[]>();
  #users = 0;

  constructor() {
    super(64);
    for (const name of SYSTEM) this.addSystem(name);
  }

  addSystem(name: string): number {
    const account = this.#add(name, "", NONE, 0 as Millis);
    this.setUserId(account, 0);
    return account;
  }

  addUser(accountId: string, wallet: string, broker: number, at: Millis): number {
    const account = this.#add(accountId, wallet, broker, at);
    this.setUserId(account, ++this.#users);
    this.#index(account);
    return account;
  }

  /** The next sub-account of a main account; it is found by its id, but not by the wallet. Rules 9.6. */
  addSubAccount(accountId: string, main: number, description: string, at: Millis): number {
    const account = this.#add(accountId, this.wallet[main]!, this.broker(main), at);
    this.setOwner(account, main);
    this.setUserId(account, ++this.#users);
    this.setClosesOnly(account, this.closesOnly(main));
    this.description[account] = description;
    this.#index(account);
    return account;
  }

  isSubAccount(account: number): boolean {
    return this.owner(account) !== account;
  }

  isUser(account: number): boolean {
    return this.userId(account) > 0;
  }

  find(accountId: string): number {
    return this.#byId.find(accountId);
  }

  /** Sub-accounts of a main account, by number. */
  subAccounts(main: number): readonly number[] {
    return this.#subAccounts.get(main) ?? [];
  }

  /** Main accounts of a wallet, in the order of opening. */
  ofWallet(wallet: string): readonly number[] {
    const first = this.#byWallet.find(wallet);
    return first === NONE ? [] : (this.#ofOneWallet.get(first) ?? [first]);
  }

  /** Accounts in the order in which the rules visit them: by the bytes of their ids, system accounts after users. */
  inOrder(a: number, b: number): number {
    return this.accountId[a]! < this.accountId[b]! ? -1 : 1;
  }

  nextSeq(account: number): number {
    const seq = this.seq(account) + 1;
    this.setSeq(account, seq);
    return seq;
  }

  override write(out: ByteWriter): void {
    super.write(out);
    for (let account = 0; account < this.used; account++) {
      out.text(this.accountId[account]!);
      out.text(this.wallet[account]!);
      out.text(this.description[account]!);
      out.text(this.delegateSigner[account]!);
    }
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#byId.reserve(this.used);
    this.#byWallet.reserve(this.used);
    for (let account = 0; account < this.used; account++) {
      this.accountId[account] = input.text();
      this.wallet[account] = input.text();
      this.description[account] = input.text();
      this.delegateSigner[account] = input.text();
      if (this.cancelAllAt(account) > 0) this.armed.add(account);
      if (!this.isUser(account)) continue;
      this.#users++;
      this.#index(account);
    }
  }

  #add(accountId: string, wallet: string, broker: number, at: Millis): number {
    const account = this.allocate();
    this.setOwner(account, account);
    this.setBroker(account, broker);
    this.setOpenedAt(account, at);
    this.setFirstRow(account, NONE);
    this.setReferral(account, NONE);
    this.accountId[account] = accountId;
    this.wallet[account] = wallet;
    this.description[account] = "";
    this.delegateSigner[account] = "";
    return account;
  }

  #index(account: number): void {
    this.#byId.add(account);
    const main = this.owner(account);
    if (main !== account) return append(this.#subAccounts, main, account);
    const first = this.#byWallet.find(this.wallet[account]!);
    if (first === NONE) this.#byWallet.add(account);
    else if (this.#ofOneWallet.has(first)) this.#ofOneWallet.get(first)!.push(account);
    else this.#ofOneWallet.set(first, [first, account]);
  }
}

function append(lists: Map<number, number[]>, key: number, account: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [account]);
  else list.push(account);
}
