// One market, SOL at 150, with one builder and four rich accounts: the setting for a test about one rule. The state is
// accessible, so that a test can look at what no reader shows, or break it on purpose.

import { assert } from "../base/fault.ts";
import { priceE8, quantityE8 } from "../base/units.ts";
import type { OrderType, Side } from "../base/vocabulary.ts";
import type { Command, PlaceOrder } from "../language/commands/commands.ts";
import type {
  AlgoReport,
  FundsEvent,
  LedgerEntry,
  OrderReport,
  TradeReport,
  VaultEvent,
} from "../language/events/events.ts";
import type { MarketParameters } from "../language/market-parameters.ts";
import { rejectionNumber, rejectionWords } from "../language/rejection-bytes.ts";
import type { Rejection } from "../language/rejections.ts";
import type { Answer } from "../language/views/views.ts";
import type { Market } from "../memory/market/market.ts";
import { State } from "../memory/state.ts";
import { Engine } from "../run/engine.ts";
import { Recorder } from "./recorder.ts";
import { codeOf, wordsOf } from "./refusal-codes.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "./setup.ts";
import { defaultMarket } from "./vectors.ts";

export const USDC = 1_000_000;
/** 1 on the wire's scale of prices and quantities. */
export const ONE = 100_000_000;

/** The builder's fee account, and the users in the order of their opening. */
export const BUILDER = 4;
export const [A, B, C, D] = [5, 6, 7, 8] as const;

export interface Applied extends Answer {
  readonly code: number | null;
  readonly orders: OrderReport[];
  readonly trades: TradeReport[];
  readonly ledger: LedgerEntry[];
  readonly algo: AlgoReport[];
  readonly funds: FundsEvent[];
  readonly vault: VaultEvent[];
}

export class SmallExchange {
  readonly state: State;
  readonly engine: Engine;

  constructor(changes: Partial<MarketParameters> = {}, state: State = new State()) {
    this.state = state;
    this.engine = new Engine(state);
    if (state.commandCount > 0) return;
    this.apply(listMarket({ ...defaultMarket("PERP_SOL_USDC"), ...changes }, 150 * ONE));
    this.apply(addBroker("builder", 60, 30));
    for (const account of [A, B, C, D]) {
      const { created } = this.apply(openAccount(account, "builder"));
      assert(created === account, "users are numbered after the system's accounts", { created, account });
      this.apply(deposit(account, 1_000_000 * USDC, `faucet:${account}:1`));
    }
  }

  get sol(): Market {
    return this.state.markets[0]!;
  }

  /** Applies a command, no earlier than the one before. */
  apply(command: Command): Applied {
    const recorder = new LedgerRecorder();
    const at = command.at > this.state.now ? command.at : this.state.now;
    const answer = this.engine.apply({ ...command, at }, recorder);
    const { orders, trades, entries, algoReports, fundsEvents, vaultEvents } = recorder;
    return {
      ...answer,
      code: codeOf(answer.rejection) ?? null,
      orders,
      trades,
      ledger: entries,
      algo: algoReports,
      funds: fundsEvents,
      vault: vaultEvents,
    };
  }

  /** Places an order in USDC and SOL; a price or size of 0 is absent. */
  order(
    account: number,
    side: Side,
    orderType: OrderType,
    price: number,
    size: number,
    more: Partial<Omit<PlaceOrder, "type">> = {},
  ): Applied {
    const limit = { price: priceE8(Math.round(price * ONE)), quantity: quantityE8(Math.round(size * ONE)) };
    return this.apply(placeOrder({ account, side, orderType, ...limit, ...more }));
  }

  /** The same for an order that must not be refused. @returns its id */
  rest(account: number, side: Side, price: number, size: number, more: Partial<Omit<PlaceOrder, "type">> = {}): number {
    const { rejection, orderId } = this.order(account, side, "LIMIT", price, size, more);
    assert(rejection === null, "the order is accepted", { message: wordsOf(rejection) });
    return orderId;
  }

  /** `taker` buys from, or sells to, `maker`. */
  trade(taker: number, side: Side, maker: number, price: number, size: number): void {
    this.rest(maker, side === "BUY" ? "SELL" : "BUY", price, size);
    this.rest(taker, side, price, size);
  }

  /** Sets the index; in a market without a book, the mark follows it. */
  pin(price: number): void {
    const { rejection } = this.apply({
      type: "set_index_prices",
      at: START,
      prices: [{ market: 0, price: priceE8(Math.round(price * ONE)) }],
    });
    assert(rejection === null, "the price is accepted", { message: wordsOf(rejection) });
  }

  cancel(account: number, orderId: number): void {
    this.apply({ type: "cancel_order", at: START, account, market: -1, orderId, clientOrderId: "" });
  }
}

class LedgerRecorder extends Recorder {
  readonly entries: LedgerEntry[] = [];
  readonly algoReports: AlgoReport[] = [];
  readonly fundsEvents: FundsEvent[] = [];
  readonly vaultEvents: VaultEvent[] = [];

  override ledger(entry?: LedgerEntry): void {
    if (entry !== undefined) this.entries.push(entry);
  }

  override algo(report?: AlgoReport): void {
    if (report === undefined) return;
    const { order, cause, at } = report;
    // A leg that is finished appears only because its tree has moved to another root.
    const isMoved = cause === "amended" && order.status === "CANCELLED";
    assert(order.updatedAt === at || isMoved, "an algo order shows when it changed", { order, at });
    this.algoReports.push(report);
  }

  override funds(event?: FundsEvent): void {
    if (event !== undefined) this.fundsEvents.push(event);
  }

  override vault(event?: VaultEvent): void {
    if (event !== undefined) this.vaultEvents.push(event);
  }
}

/** The parts of a rejection that a caller is shown. */
export function shown(rejection: Rejection | null): { code: number; message: string; detail: object } | null {
  return rejection === null
    ? null
    : { code: rejectionNumber(rejection.name), message: rejectionWords(rejection), detail: { ...rejection.detail } };
}
