// The engine, overheard: every event goes to a second listener as well, and the last answer is kept.

import { type Answer, type Command, Engine, type Listener, silent } from "@evermark/engine";
import { readSnapshot } from "@evermark/engine/snapshot.ts";
import { State } from "@evermark/engine/state.ts";

export class WatchedEngine extends Engine {
  lastAnswer: Answer | undefined;

  constructor(
    private readonly watcher: Listener,
    state: State = new State(),
  ) {
    super(state);
  }

  static from(snapshot: Uint8Array, watcher: Listener): WatchedEngine {
    return new WatchedEngine(watcher, readSnapshot(snapshot));
  }

  override apply(command: Command, out: Listener): Answer {
    this.lastAnswer = super.apply(command, told(out, this.watcher));
    return this.lastAnswer;
  }

  /** Applies a command of the past, which nobody has to hear of again. */
  replay(command: Command): void {
    super.apply(command, silent);
  }
}

/** A listener that tells two. */
function told(first: Listener, second: Listener): Listener {
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
    position(account, market, mode) {
      first.position(account, market, mode);
      second.position(account, market, mode);
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
  };
}
