// Orders and fills as the interface shows them. An order looks the same whether it comes from the engine or from history.
// Interface 4.4, rules 2.7.

import type { EngineReader, MarketParameters, OrderView } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import type { orders } from "@evermark/interface/trading/orders.ts";
import type { FillRow, OrderRow } from "../../history/index.ts";
import { averagePrice, fromFeeE5, fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";

export type PresentedOrder = DataOf<typeof orders.getOrder>;
type PresentedTrade = DataOf<typeof orders.getTrade>;

const NONE_YET = -1;

/** The members that engine and history have in common. */
type KnownOrder = Omit<OrderRow, "reason" | "orderType" | "realizedPnl">;

/** Presents the orders of one answer. The rules of their market are looked up once. */
export class OrderPresenter {
  readonly #engine: EngineReader;
  #market = NONE_YET;
  #parameters: MarketParameters | undefined;

  constructor(engine: EngineReader) {
    this.#engine = engine;
  }

  open(view: OrderView): PresentedOrder {
    return this.#present(view, view.orderType, view.totalRealizedPnl);
  }

  stored(row: OrderRow): PresentedOrder {
    // History stores the order type that the engine reported.
    return this.#present(row, row.orderType as PresentedOrder["type"], row.realizedPnl);
  }

  #present(order: KnownOrder, type: PresentedOrder["type"], realizedPnl: number): PresentedOrder {
    const parameters = this.#parametersOf(order.market);
    const executed = quantityOf(parameters, order.executed);
    return {
      order_id: order.orderId,
      user_id: this.#engine.userId(order.account),
      symbol: parameters.symbol,
      side: order.side,
      type,
      price: order.price === 0 ? null : priceOf(parameters, order.price),
      quantity: quantityOf(parameters, order.quantity),
      amount: order.amount === 0 ? null : fromMicros(order.amount),
      status: order.status,
      executed_quantity: executed,
      total_executed_quantity: executed,
      executed,
      visible_quantity: quantityOf(parameters, order.visibleQuantity),
      visible: quantityOf(parameters, order.visible),
      average_executed_price: averagePrice(parameters, order.executedNotional, order.executed),
      total_fee: fromMicros(order.totalFee),
      fee_asset: "USDC",
      client_order_id: order.clientOrderId === "" ? null : order.clientOrderId,
      order_tag: order.tag === "" ? null : order.tag,
      reduce_only: order.reduceOnly,
      margin_mode: order.marginMode,
      realized_pnl: fromMicros(realizedPnl),
      created_time: order.createdAt,
      updated_time: order.updatedAt,
    };
  }

  #parametersOf(market: number): MarketParameters {
    if (this.#parameters === undefined || market !== this.#market) {
      this.#market = market;
      this.#parameters = this.#engine.market(market).parameters;
    }
    return this.#parameters;
  }
}

export function presentTrade(engine: EngineReader, fill: FillRow): PresentedTrade {
  const { parameters } = engine.market(fill.market);
  const tagged = fill.tagFeeRate !== 0;
  return {
    id: fill.tradeId,
    symbol: parameters.symbol,
    order_id: fill.orderId,
    side: fill.side,
    executed_price: priceOf(parameters, fill.price),
    executed_quantity: quantityOf(parameters, fill.quantity),
    executed_timestamp: fill.at,
    is_maker: fill.maker ? 1 : 0,
    fee: fromMicros(fill.fee),
    fee_asset: "USDC",
    order_enum_fee: tagged ? fromMicros(fill.tagFee) : null,
    order_enum_fee_rate: tagged ? fromFeeE5(fill.tagFeeRate) : null,
    realized_pnl: fromMicros(fill.realizedPnl),
    match_id: fill.matchId,
    margin_token: "USDC",
    // An isolated position's collateral moves with its fills; a cross fill moves none (rules 4.4).
    margin_change_qty: fromMicros(fill.marginChange),
    margin_mode: fill.marginMode,
  };
}
