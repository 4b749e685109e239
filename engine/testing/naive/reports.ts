// What the naive exchange says: order reports and trades as plain copies in the engine's units, in order. Rules 2.7.

import type { NaiveOrder, NaiveState } from "./state.ts";
import { inLots, inTicks, visibleRemaining } from "./state.ts";

export type NaiveOrderReport = ReturnType<typeof describe> & {
  readonly cause: "new" | "amended" | "cancelled" | "rejected" | "fill";
  readonly tradeId: number;
  readonly matchId: number;
  readonly fillPrice: number;
  readonly fillQuantity: number;
  readonly fee: number;
  readonly tagFee: number;
  readonly maker: boolean;
  readonly realizedPnl: number;
};

export interface NaiveTrade {
  readonly market: number;
  readonly matchId: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: "BUY" | "SELL";
  readonly makerAccount: number;
  readonly takerAccount: number;
  readonly at: number;
}

export type NaiveEvent =
  | { readonly type: "order"; readonly report: NaiveOrderReport }
  | { readonly type: "trade"; readonly report: NaiveTrade };

interface Fill {
  readonly price: bigint;
  readonly quantity: bigint;
  readonly fee: bigint;
  readonly realized: bigint;
  readonly maker: boolean;
}

const noFill = {
  tradeId: 0,
  matchId: 0,
  fillPrice: 0,
  fillQuantity: 0,
  fee: 0,
  tagFee: 0,
  maker: false,
  realizedPnl: 0,
};

export class NaiveReports {
  events: NaiveEvent[] = [];

  transition(state: NaiveState, order: NaiveOrder, cause: "new" | "amended" | "rejected"): void {
    this.events.push({ type: "order", report: { ...describe(state, order), cause, ...noFill } });
  }

  cancelled(state: NaiveState, order: NaiveOrder): void {
    this.events.push({ type: "order", report: { ...describe(state, order), cause: "cancelled", ...noFill } });
  }

  filled(state: NaiveState, order: NaiveOrder, fill: Fill): void {
    const market = state.markets[order.market]!;
    this.events.push({
      type: "order",
      report: {
        ...describe(state, order),
        cause: "fill",
        tradeId: state.lastTradeId,
        matchId: state.lastMatchId,
        fillPrice: inTicks(market, fill.price),
        fillQuantity: inLots(market, fill.quantity),
        fee: Number(fill.fee),
        tagFee: 0,
        maker: fill.maker,
        realizedPnl: Number(fill.realized),
      },
    });
  }

  trade(report: NaiveTrade): void {
    this.events.push({ type: "trade", report });
  }
}

/** The fields of `OrderReport` that every cause fills, but `seq`, which only has to rise. */
function describe(state: NaiveState, order: NaiveOrder) {
  const market = state.markets[order.market]!;
  const isOver = order.status === "CANCELLED" || order.status === "REJECTED";
  return {
    account: order.account,
    orderId: order.id,
    clientOrderId: order.clientOrderId,
    market: order.market,
    side: order.side,
    orderType: order.type,
    marginMode: "CROSS" as const,
    reduceOnly: order.reduceOnly,
    tag: order.tag,
    price: inTicks(market, order.price),
    quantity: inLots(market, order.quantity),
    amount: Number(order.amount),
    visible: isOver || order.quantity === 0n ? 0 : inLots(market, visibleRemaining(order)),
    visibleQuantity: inLots(market, order.visibleQuantity),
    status: order.status,
    /** A cancel reason; of a rejection the text is the engine's to choose. */
    reason: order.reason,
    executed: inLots(market, order.executed),
    executedNotional: Number(order.executedNotional),
    totalFee: Number(order.totalFee),
    totalRealizedPnl: Number(order.totalRealizedPnl),
    createdAt: order.createdAt,
    at: state.now,
  };
}
