// Finds a wallet's accounts: all of them, those under one builder, or one. The engine has an index of wallets. Interface 4.3.

import type { EngineReader } from "@evermark/engine";
import { marketsText, type Naming } from "../../history/index.ts";
import { addressNotFound } from "./refusal.ts";

export interface Scope {
  /** In lower case. */
  readonly address: string;
  readonly broker_id?: string;
  readonly account_id?: string;
}

/**
 * Main accounts in the order of opening, each followed by its sub-accounts.
 * @throws {QueryRefusal} ADDRESS_NOT_FOUND when there is none
 */
export function accountsIn(engine: EngineReader, scope: Scope): number[] {
  const found = findAccounts(engine, scope);
  if (found.length === 0) throw addressNotFound();
  return found;
}

function findAccounts(engine: EngineReader, { address, broker_id, account_id }: Scope): number[] {
  const isUnder = (account: number) => broker_id === undefined || engine.account(account).brokerId === broker_id;
  if (account_id !== undefined) {
    const account = engine.findAccount(account_id);
    const belongs = account >= 0 && engine.account(account).wallet === address && isUnder(account);
    return belongs ? [account] : [];
  }
  return engine
    .accountsOfWallet(address)
    .filter(isUnder)
    .flatMap((main) => [main, ...engine.subAccounts(main)]);
}

/** The account that represents a wallet where a single one is wanted: the most valuable; among equals a main account. */
export function findPrimary(engine: EngineReader, scope: Scope): number | undefined {
  const accounts = findAccounts(engine, scope);
  const worth = new Map(accounts.map((account) => [account, engine.margin(account).accountValue]));
  const isMain = (account: number) => (engine.account(account).mainAccount === account ? 0 : 1);
  const [first] = accounts.sort((a, b) => worth.get(b)! - worth.get(a)! || isMain(a) - isMain(b));
  return first;
}

/** The builder and the id of an account, which mark whose row it is. */
export function namesOf(engine: EngineReader, account: number) {
  const { brokerId, accountId } = engine.account(account);
  return { broker_id: brokerId, account_id: accountId };
}

/** What history needs to write rows of these accounts. */
export function namingOf(engine: EngineReader, accounts: readonly number[]): Naming {
  const owners = accounts.length < 2 ? undefined : accounts.map((account) => namesOf(engine, account));
  return { markets: marketsText(engine), owners };
}

/** Marks whose row it is in lists, where several accounts are in scope. */
export class Owners {
  readonly #engine: EngineReader;
  readonly #isOne: boolean;
  readonly #names = new Map<number, ReturnType<typeof namesOf>>();

  constructor(engine: EngineReader, accounts: readonly number[]) {
    this.#engine = engine;
    this.#isOne = accounts.length < 2;
  }

  of(account: number): Partial<ReturnType<typeof namesOf>> {
    if (this.#isOne) return {};
    const known = this.#names.get(account) ?? namesOf(this.#engine, account);
    this.#names.set(account, known);
    return known;
  }
}
