// Algo orders: orders that wait for a mark price. Rules 3.

import type { Millis, PriceE8, QuantityE8 } from "../../base/units.ts";
import type { AlgoOrderType, AlgoType, MarginMode, Side } from "../../base/vocabulary.ts";

/** One leg under a TP_SL, POSITIONAL_TP_SL or BRACKET root. */
export interface AlgoLeg {
  readonly algoType: AlgoType;
  readonly side: Side;
  readonly orderType: AlgoOrderType;
  /** 0 when absent. */
  readonly triggerPrice: PriceE8;
  readonly price: PriceE8;
  readonly quantity: QuantityE8;
  readonly reduceOnly: boolean;
}

/** The second leg of a BRACKET: a group of its own. */
export interface AlgoGroup extends AlgoLeg {
  readonly children: readonly AlgoLeg[];
}

/** Places one algo order with all its legs. Rules 3.1 to 3.6. */
export interface PlaceAlgoOrder {
  readonly type: "place_algo_order";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly algoType: AlgoType;
  /** Of a BRACKET: its entry order. */
  readonly side: Side;
  readonly orderType: AlgoOrderType;
  /** 0 when absent, as below. */
  readonly price: PriceE8;
  readonly quantity: QuantityE8;
  readonly triggerPrice: PriceE8;
  /** TRAILING_STOP; the rate is a fraction in 10⁻⁸. */
  readonly activatedPrice: PriceE8;
  readonly callbackRate: number;
  readonly callbackValue: PriceE8;
  readonly reduceOnly: boolean;
  /** False: the order made on trigger is hidden. */
  readonly visible: boolean;
  /** "" when absent. */
  readonly clientOrderId: string;
  readonly tag: string;
  /** "" when absent: the account's default mode of the symbol. */
  readonly marginMode: MarginMode | "";
  readonly children: readonly AlgoGroup[];
}

/** What changes of one algo order of a tree; 0 leaves a field as it is. */
export interface AlgoChange {
  readonly algoOrderId: number;
  readonly price: PriceE8;
  readonly quantity: QuantityE8;
  readonly triggerPrice: PriceE8;
  readonly activatedPrice: PriceE8;
  readonly callbackRate: number;
  readonly callbackValue: PriceE8;
  /** Cancels this leg, or the group of a BRACKET; the rest goes on without. */
  readonly deactivate: boolean;
}

/** Changes untriggered algo orders of one tree, all of them or none. Rules 3.1. */
export interface AmendAlgoOrder {
  readonly type: "amend_algo_order";
  at: Millis;
  readonly account: number;
  /** The order that was named; the changes name it and its legs. */
  readonly algoOrderId: number;
  readonly changes: readonly AlgoChange[];
}

/** Cancels one algo order with its legs, named by id, or by `clientOrderId` when the id is 0. */
export interface CancelAlgoOrder {
  readonly type: "cancel_algo_order";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly algoOrderId: number;
  readonly clientOrderId: string;
}

/** Cancels every untriggered algo order of an account; `market` -1 for all, `algoType` "" for all. */
export interface CancelAllAlgoOrders {
  readonly type: "cancel_all_algo_orders";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly algoType: AlgoType | "";
}

export type AlgoOrdersCommand = PlaceAlgoOrder | AmendAlgoOrder | CancelAlgoOrder | CancelAllAlgoOrders;
