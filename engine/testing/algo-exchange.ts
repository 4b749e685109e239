// The small exchange with support for algo orders: placements with defaults, and the reports to their owners.

import { assert } from "../base/fault.ts";
import { millis, priceE8, quantityE8 } from "../base/units.ts";
import type { AlgoType, Side } from "../base/vocabulary.ts";
import type { AlgoGroup, AlgoLeg, AmendAlgoOrder, PlaceAlgoOrder } from "../language/commands/algo-order-commands.ts";
import type { Command } from "../language/commands/commands.ts";
import type { AlgoReport, OrderReport } from "../language/events/events.ts";
import type { AlgoOrderView } from "../language/views/views.ts";
import { wordsOf } from "./refusal-codes.ts";
import { START } from "./setup.ts";
import { A, type Applied, ONE, SmallExchange } from "./small-exchange.ts";

/** Prices and sizes in USDC and SOL. */
export const price = (usdc: number) => priceE8(Math.round(usdc * ONE));
export const size = (sol: number) => quantityE8(Math.round(sol * ONE));

export function placeAlgo(fields: Partial<Omit<PlaceAlgoOrder, "type">>): PlaceAlgoOrder {
  return {
    type: "place_algo_order",
    at: START,
    account: A,
    market: 0,
    algoType: "STOP",
    side: "SELL",
    orderType: "MARKET",
    price: priceE8(0),
    quantity: quantityE8(0),
    triggerPrice: priceE8(0),
    activatedPrice: priceE8(0),
    callbackRate: 0,
    callbackValue: priceE8(0),
    reduceOnly: false,
    visible: true,
    clientOrderId: "",
    tag: "",
    marginMode: "",
    children: [],
    ...fields,
  };
}

export function leg(algoType: AlgoType, side: Side, trigger: number, more: Partial<AlgoLeg> = {}): AlgoGroup {
  return {
    algoType,
    side,
    orderType: "MARKET",
    triggerPrice: price(trigger),
    price: priceE8(0),
    quantity: quantityE8(0),
    reduceOnly: true,
    children: [],
    ...more,
  };
}

/** Both legs: the take-profit at `profit`, the stop-loss at `loss`. */
export function both(side: Side, profit: number, loss: number, more: Partial<AlgoLeg> = {}): AlgoGroup[] {
  return [leg("TAKE_PROFIT", side, profit, more), leg("STOP_LOSS", side, loss, more)];
}

export function bracket(
  fields: Partial<Omit<PlaceAlgoOrder, "type">>,
  group: "TP_SL" | "POSITIONAL_TP_SL",
  children: readonly AlgoLeg[],
): PlaceAlgoOrder {
  const side = children[0]!.side;
  const nested = { ...leg(group, side, 0), orderType: "" as const, children };
  return placeAlgo({ algoType: "BRACKET", side: side === "BUY" ? "SELL" : "BUY", ...fields, children: [nested] });
}

export function change(
  algoOrderId: number,
  fields: Partial<AmendAlgoOrder["changes"][number]>,
): AmendAlgoOrder["changes"][number] {
  return {
    algoOrderId,
    price: priceE8(0),
    quantity: quantityE8(0),
    triggerPrice: priceE8(0),
    activatedPrice: priceE8(0),
    callbackRate: 0,
    callbackValue: priceE8(0),
    deactivate: false,
    ...fields,
  };
}

/** One report in short form. */
interface AlgoLine {
  readonly id: number;
  readonly cause: AlgoReport["cause"];
  readonly status: string;
  readonly reason: string;
}

export class AlgoExchange extends SmallExchange {
  /** The reports of the last command. */
  reports: readonly AlgoReport[] = [];
  orders: readonly OrderReport[] = [];

  /** Gives a command without a later time the millisecond after the last one, so that each change shows a time of its own. */
  override apply(command: Command): Applied {
    const applied = super.apply({ ...command, at: millis(Math.max(command.at, this.state.now + 1)) });
    this.reports = applied.algo;
    this.orders = applied.orders;
    this.engine.audit();
    return applied;
  }

  run(command: Command) {
    const applied = this.apply(command);
    return { ...applied, message: wordsOf(applied.rejection) ?? "" };
  }

  /** Places an algo order that must not be refused. @returns its id */
  place(command: PlaceAlgoOrder): number {
    const { rejection, algoOrderId } = this.run(command);
    assert(rejection === null, "the algo order is accepted", { message: wordsOf(rejection) });
    return algoOrderId;
  }

  amend(algoOrderId: number, ...changes: AmendAlgoOrder["changes"]) {
    return this.run({ type: "amend_algo_order", at: START, account: A, algoOrderId, changes });
  }

  cancelAlgo(algoOrderId: number, account: number = A) {
    return this.run({ type: "cancel_algo_order", at: START, account, market: 0, algoOrderId, clientOrderId: "" });
  }

  cancelAllAlgo(algoType: AlgoType | "" = "", market = -1) {
    return this.run({ type: "cancel_all_algo_orders", at: START, account: A, market, algoType });
  }

  /** Sets the mark; only for a market without a book. */
  mark(usdc: number): void {
    const { rejection } = this.run({
      type: "set_index_prices",
      at: START,
      prices: [{ market: 0, price: price(usdc) }],
    });
    assert(rejection === null, "the price is accepted", { message: wordsOf(rejection) });
  }

  view(algoOrderId: number): AlgoOrderView {
    const found = this.engine.algoOrders.find(algoOrderId);
    assert(found !== undefined, "the algo order is open", { algoOrderId });
    return found;
  }

  isOpen(algoOrderId: number): boolean {
    return this.engine.algoOrders.find(algoOrderId) !== undefined;
  }

  /** The last command's reports of algo orders. */
  get emitted(): AlgoLine[] {
    return this.reports.map(({ order, cause, reason }) => ({
      id: order.algoOrderId,
      cause,
      status: order.status,
      reason,
    }));
  }

  /** The same as text: "3 fill FILLED". */
  get story(): string[] {
    return this.emitted.map(({ id, cause, status, reason }) => [id, cause, status, reason].join(" ").trim());
  }
}
