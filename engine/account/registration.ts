// Markets, builders, accounts and API keys come into being. Interface 4.1, rules 1.2, 8.1, 9.1.

import type { AddBroker, BindKey, ListMarket, OpenAccount } from "../commands.ts";
import type { Listener } from "../events.ts";
import { applyRates } from "../fees/effective-rates.ts";
import { HIGHEST_FEE, lowestMakerFee, lowestTakerFee } from "../fees/tiers.ts";
import { refuseListing } from "../market/listing-rule.ts";
import { LiveMarket } from "../market/live-market.ts";
import { halt } from "../market/state-changes.ts";
import { DAY_MS } from "../numbers/calendar.ts";
import { DOUBT_SINCE } from "../prices/doubt.ts";
import { type Rejection, rejection, rejections } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Answer } from "../views.ts";
import { type ApiKey, EVERYWHERE, UNDATED } from "./keys.ts";

export function listMarket(state: State, command: ListMarket, answer: Answer, out: Listener): void {
  const { parameters } = command;
  const refused = refuseListing(parameters, command.price, state.behaviour);
  if (refused !== null || state.findMarket(parameters.symbol) !== NONE) {
    answer.rejection = refused ?? rejection("duplicate", { symbol: parameters.symbol });
    return;
  }
  const number = state.markets.length;
  const market = new LiveMarket(number, parameters, command.price, state.now);
  // What the operator wrote down is no price that a running venue's sources stand behind.
  market.health.inDoubt = state.behaviour >= DOUBT_SINCE && state.venue.resumesAt > 0;
  state.addMarket(market);
  answer.created = number;
  out.marketListed(number, state.now);
  if (state.venue.halted) halt(state, market, "VENUE_HALT", state.venue.haltReason, out);
}

export function findBroker(state: State, brokerId: string): number {
  return state.brokers.findIndex((broker) => broker.id === brokerId);
}

export function addBroker(state: State, command: AddBroker, answer: Answer): void {
  const { brokerId, takerFee, makerFee } = command;
  if (findBroker(state, brokerId) !== NONE) {
    answer.rejection = rejection("duplicate", { broker_id: brokerId });
    return;
  }
  // The user pays at least what the venue keeps, and a new builder has no rebate to give (rules 8.1, 8.2).
  const takerWrong = takerFee < lowestTakerFee(0) || takerFee > HIGHEST_FEE;
  if (takerWrong || makerFee < lowestMakerFee(0) || makerFee > HIGHEST_FEE) {
    answer.rejection = rejection("invalid_parameter", { field: takerWrong ? "taker_fee" : "maker_fee" });
    return;
  }
  const broker = {
    id: brokerId,
    feeAccount: state.accounts.addSystem(`FEE_BUILDER:${brokerId}`),
    takerFee,
    makerFee,
    tier: 0,
    minimumTier: 0,
    volumeThisMonth: 0,
    volumeLastMonth: 0,
    firstAccount: NONE,
    transfersFreely: false,
    affiliatesEarnOnFees: false,
  };
  answer.created = state.brokers.push(broker) - 1;
}

export function openAccount(state: State, command: OpenAccount, answer: Answer, out: Listener): void {
  const broker = findBroker(state, command.brokerId);
  if (broker === NONE) {
    answer.rejection = rejection("not_found", { broker_id: command.brokerId }, "BrokerId is not exist");
    return;
  }
  const forDeposit = command.forDeposit === true;
  const known = state.accounts.find(command.accountId);
  if (known === NONE) {
    answer.created = openFor(state, broker, command, out);
    if (forDeposit) state.funds.openedByDeposit.add(answer.created);
  } else if (!forDeposit && state.funds.openedByDeposit.has(known)) {
    state.funds.openedByDeposit.delete(known);
    answer.created = known;
  } else {
    answer.rejection = rejection("duplicate", { account_id: command.accountId }, "account already exists");
  }
}

/** Opens an account that is not there yet. @returns its number */
export function openFor(
  state: State,
  broker: number,
  { accountId, wallet }: { readonly accountId: string; readonly wallet: string },
  out: Listener,
): number {
  const account = state.accounts.addUser(accountId, wallet, broker, state.now);
  applyRates(state, account);
  if (state.brokers[broker]!.firstAccount === NONE) state.brokers[broker]!.firstAccount = account;
  out.account({ type: "opened", account, at: state.now });
  return account;
}

export function bindKey(state: State, command: BindKey, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const { account, key, scope, expiration, signedAt } = command;
  const bound = state.keys.get(account, key);
  const refused =
    refuseSigner(state, command) ??
    (signedAt === UNDATED ? refuseUndated(state, command, bound) : refuseReplay(state, command, bound));
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  // Whoever has lost a key's secret must not find it wide open because the key was prolonged. One that had ended, whether it
  // is still remembered or not, begins anew.
  const addresses = bound !== undefined && bound.expiration > state.now ? bound.addresses : EVERYWHERE;
  // The same message again changes nothing, whatever is written beside what was signed.
  const tag = bound !== undefined && signedAt === bound.signedAt ? bound.tag : (command.tag ?? "");
  state.keys.set({ account, key, scope, expiration, signedAt, addresses, tag });
  out.account({ type: "key_bound", account, key, at: state.now });
}

/** Between a signature's check and this command another signer may have taken office. */
function refuseSigner(state: State, { account, signer }: BindKey): Rejection | null {
  if (signer === undefined || signer === null) return null;
  return state.accounts.delegateSigner(account) === signer ? null : rejection("signer_mismatch");
}

/**
 * Messages of one key count in the order in which they were signed: an older one that comes again would bring back what a
 * later one has taken away. The same one again changes nothing, so whoever lost its answer may ask for it.
 */
function refuseReplay(state: State, command: BindKey, bound: ApiKey | undefined): Rejection | null {
  const { signedAt, scope, expiration } = command;
  // A key that expired is forgotten after a day, and what came after this message with it.
  if (signedAt <= state.now - DAY_MS) return rejection("timestamp_expired", { timestamp: signedAt });
  if (bound === undefined || signedAt > bound.signedAt) return null;
  const isSame = signedAt === bound.signedAt && scope === bound.scope && expiration === bound.expiration;
  if (isSame) return null;
  const detail = { timestamp: signedAt, last_timestamp: bound.signedAt };
  const expected = `timestamp ${signedAt} is not later than ${bound.signedAt}, with which this key was bound before`;
  return rejection("timestamp_expired", detail, `${rejections.timestamp_expired.text}: ${expected}`);
}

/** What a journal holds that is older than the field, is done as it was then: the first account kept all others out. */
function refuseUndated(state: State, { account, key }: BindKey, bound: ApiKey | undefined): Rejection | null {
  const holder = state.keys.holderOfUndated(key);
  if (holder !== NONE && holder !== account) return rejection("duplicate", {}, "the key is bound to another account");
  return bound === undefined || bound.signedAt === UNDATED
    ? null
    : rejection("timestamp_expired", { timestamp: UNDATED });
}

/** Refuses a command for an account that was never opened. @returns whether it did */
export function refusesAccount(state: State, account: number, answer: Answer): boolean {
  if (isUserAccount(state, account)) return false;
  answer.rejection = rejection("not_found", {}, "account does not exist");
  return true;
}

export function isUserAccount(state: State, account: number): boolean {
  return account >= 0 && account < state.accounts.used && state.accounts.isUser(account);
}
