// Two followers of the engine as one: each event goes to the statistics first, so that a frame made of the same event
// already shows it.

import type { Listener } from "@evermark/engine";
import type { Consumer } from "./venue.ts";

export function inTurn(first: Listener, second: Consumer): Consumer {
  return {
    order(report) {
      first.order(report);
      second.order(report);
    },
    trade(report) {
      first.trade(report);
      second.trade(report);
    },
    level(market, side, price) {
      first.level(market, side, price);
      second.level(market, side, price);
    },
    position(account, market, marginMode) {
      first.position(account, market, marginMode);
      second.position(account, market, marginMode);
    },
    ledger(entry) {
      first.ledger(entry);
      second.ledger(entry);
    },
    price(market, index, mark, at) {
      first.price(market, index, mark, at);
      second.price(market, index, mark, at);
    },
    account(change) {
      first.account(change);
      second.account(change);
    },
    marketListed(market, at) {
      first.marketListed(market, at);
      second.marketListed(market, at);
    },
    algo(report) {
      first.algo(report);
      second.algo(report);
    },
    transfer(transfer) {
      first.transfer(transfer);
      second.transfer(transfer);
    },
    funding(event) {
      first.funding(event);
      second.funding(event);
    },
    liquidation(event) {
      first.liquidation(event);
      second.liquidation(event);
    },
    market(event) {
      first.market(event);
      second.market(event);
    },
    venue(event) {
      first.venue(event);
      second.venue(event);
    },
    funds(event) {
      first.funds(event);
      second.funds(event);
    },
    vault(event) {
      first.vault(event);
      second.vault(event);
    },
    commandEnd(position, at) {
      second.commandEnd(position, at);
    },
  };
}
