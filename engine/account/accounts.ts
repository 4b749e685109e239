// Accounts: who they are and what money they hold. System accounts (rules 0.6) come first; a wallet's account is found
// by its id, a system account never is.

import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { NONE } from "../storage/int-map.ts";
import { Table } from "../storage/table.ts";
import type { Millis } from "../units.ts";

const COLUMNS = {
  /** The main account of its owner: itself, unless it is a sub-account. */
  owner: Int32Array,
  broker: Int32Array,
  /** 0 for system accounts; users count from 1. */
  userId: Float64Array,
  openedAt: Float64Array,
  /** Micros. */
  holding: Float64Array,
  frozen: Float64Array,
  isolatedOrderFrozen: Float64Array,
  /** First of the account's position rows, by market. */
  firstRow: Int32Array,
  /** Counts the account's events. */
  seq: Float64Array,
  /** When the dead-man switch fires; 0 when disarmed. */
  cancelAllAt: Float64Array,
  deposits: Int32Array,
} as const;

export const INSURANCE = 0;
export const CLEARING = 1;
export const FEE_VENUE = 2;
export const FEE_WITHDRAW = 3;
const SYSTEM = ["INSURANCE", "CLEARING", "FEE_VENUE", "FEE_WITHDRAW"] as const;

export class Accounts extends Table<typeof COLUMNS> {
  /** `0x…` of a user, a name of rules 0.6 for a system account. */
  readonly accountId: string[] = [];
  readonly wallet: string[] = [];
  /** Accounts whose dead-man switch is armed. */
  readonly armed = new Set<number>();
  readonly #byId = new Map<string, number>();
  readonly #byWallet = new Map<string, number[]>();
  #users = 0;

  constructor() {
    super(COLUMNS, 64);
    for (const name of SYSTEM) this.addSystem(name);
  }

  addSystem(name: string): number {
    const account = this.#add(name, "", NONE, 0 as Millis);
    this.columns.userId[account] = 0;
    return account;
  }

  addUser(accountId: string, wallet: string, broker: number, at: Millis): number {
    const account = this.#add(accountId, wallet, broker, at);
    this.columns.userId[account] = ++this.#users;
    this.#index(account);
    return account;
  }

  isUser(account: number): boolean {
    return this.columns.userId[account]! > 0;
  }

  find(accountId: string): number {
    return this.#byId.get(accountId) ?? NONE;
  }

  ofWallet(wallet: string): readonly number[] {
    return this.#byWallet.get(wallet) ?? [];
  }

  /** Accounts in the order in which the rules visit them: by the bytes of their ids, system accounts after users. */
  inOrder(a: number, b: number): number {
    return this.accountId[a]! < this.accountId[b]! ? -1 : 1;
  }

  nextSeq(account: number): number {
    return ++this.columns.seq[account]!;
  }

  override write(out: ByteWriter): void {
    super.write(out);
    for (let account = 0; account < this.used; account++) {
      out.text(this.accountId[account]!);
      out.text(this.wallet[account]!);
    }
  }

  override read(input: ByteReader): void {
    super.read(input);
    for (let account = 0; account < this.used; account++) {
      this.accountId[account] = input.text();
      this.wallet[account] = input.text();
      if (this.columns.cancelAllAt[account]! > 0) this.armed.add(account);
      if (!this.isUser(account)) continue;
      this.#users++;
      this.#index(account);
    }
  }

  #add(accountId: string, wallet: string, broker: number, at: Millis): number {
    const account = this.allocate();
    const { columns } = this;
    columns.owner[account] = account;
    columns.broker[account] = broker;
    columns.openedAt[account] = at;
    columns.firstRow[account] = NONE;
    this.accountId[account] = accountId;
    this.wallet[account] = wallet;
    return account;
  }

  #index(account: number): void {
    const wallet = this.wallet[account]!;
    this.#byId.set(this.accountId[account]!, account);
    const owned = this.#byWallet.get(wallet);
    if (owned === undefined) this.#byWallet.set(wallet, [account]);
    else owned.push(account);
  }
}
