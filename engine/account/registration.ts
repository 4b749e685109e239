// Markets, builders, accounts and API keys come into being. Interface 4.1, rules 1.2, 8.1, 9.1.

import type { AddBroker, BindKey, ListMarket, OpenAccount } from "../commands.ts";
import type { Listener } from "../events.ts";
import { applyRates } from "../fees/effective-rates.ts";
import { HIGHEST_FEE, lowestMakerFee, lowestTakerFee } from "../fees/tiers.ts";
import { refuseListing } from "../market/listing-rule.ts";
import { LiveMarket } from "../market/live-market.ts";
import { halt } from "../market/state-changes.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Answer } from "../views.ts";

export function listMarket(state: State, command: ListMarket, answer: Answer, out: Listener): void {
  const { parameters } = command;
  const refused = refuseListing(parameters, command.price);
  if (refused !== null || state.findMarket(parameters.symbol) !== NONE) {
    answer.rejection = refused ?? rejection("duplicate", { symbol: parameters.symbol });
    return;
  }
  const number = state.markets.length;
  const market = new LiveMarket(number, parameters, command.price, state.now);
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
  if (state.accounts.find(command.accountId) !== NONE) {
    answer.rejection = rejection("duplicate", { account_id: command.accountId }, "account already exists");
    return;
  }
  answer.created = state.accounts.addUser(command.accountId, command.wallet, broker, state.now);
  applyRates(state, answer.created);
  if (state.brokers[broker]!.firstAccount === NONE) state.brokers[broker]!.firstAccount = answer.created;
  out.account({ type: "opened", account: answer.created, at: state.now });
}

export function bindKey(state: State, command: BindKey, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const bound = state.keys.get(command.key);
  if (bound !== undefined && bound.account !== command.account) {
    answer.rejection = rejection("duplicate", {}, "the key is bound to another account");
    return;
  }
  const { account, key, scope, expiration } = command;
  state.keys.set(key, { account, scope, expiration });
  out.account({ type: "key_bound", account, key, at: state.now });
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
