// The events of the naive exchange: order reports and trades as plain copies in the engine's units, in order. Rules 2.7.

import type {
  AlgoReport,
  FundingEvent,
  FundsEvent,
  MarginMode,
  MarketEvent,
  PositionTransfer,
  VaultEvent,
  VenueEvent,
} from "@evermark/engine";
import type { NaiveState } from "./naive-state.ts";
import type { NaiveAlgo } from "./records/naive-algo.ts";
import { inLots, inTicks } from "./records/naive-market.ts";
import { type NaiveOrder, visibleRemaining } from "./records/naive-order.ts";

type NaiveOrderReport = ReturnType<typeof describe> & {
  readonly cause: "new" | "amended" | "cancelled" | "rejected" | "fill";
  readonly tradeId: number;
  readonly matchId: number;
  readonly fillPrice: number;
  readonly fillQuantity: number;
  readonly fee: number;
  readonly tagFee: number;
  readonly maker: boolean;
  readonly realizedPnl: number;
  readonly marginChange: number;
};

interface NaiveTrade {
  readonly market: number;
  readonly matchId: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: "BUY" | "SELL";
  readonly makerAccount: number;
  readonly takerAccount: number;
  readonly at: number;
}

/** Events of the engine's own types, with the model's numbers. */
type NaiveNotice =
  | { readonly type: "liquidation"; readonly report: LiquidationNotice }
  | { readonly type: "transfer"; readonly report: Plain<PositionTransfer> }
  | { readonly type: "funding"; readonly report: Plain<FundingEvent> }
  | { readonly type: "funds"; readonly report: Plain<FundsEvent> }
  | { readonly type: "market"; readonly report: Plain<MarketEvent> }
  | { readonly type: "venue"; readonly report: Plain<VenueEvent> }
  | { readonly type: "vault"; readonly report: Plain<VaultEvent> };

/** An event with plain numbers in place of the engine's units. */
type Plain<Event> = Event extends unknown
  ? { readonly [Field in keyof Event]: Event[Field] extends number ? number : Event[Field] }
  : never;

/** One position of a transfer out of an account in liquidation. */
export interface TransferredNotice {
  readonly market: number;
  readonly marginMode: MarginMode;
  readonly quantity: number;
  readonly totalQuantity: number;
  readonly price: number;
  readonly costTransfer: number;
  readonly liquidatorFee: number;
  readonly insuranceFee: number;
  readonly realizedPnl: number;
}

/** The model's report of a liquidation; offers are compared in the state. */
interface LiquidationNotice {
  readonly type: "triggered" | "recovered" | "transferred";
  readonly account: number;
  readonly marginMode: MarginMode;
  readonly market: number;
  readonly collateral?: number;
  readonly maintenance?: number;
  /** Of a transfer: its kind, its taker (-1 for the fund), and the account's figures just before. */
  readonly kind?: "liquidated" | "takeover";
  readonly liquidationId?: number;
  readonly taker?: number;
  readonly assigned?: boolean;
  readonly amount?: number;
  readonly marginRatioE8?: number;
  readonly notional?: number;
  readonly positions?: readonly TransferredNotice[];
  readonly at: number;
}

/** The part of an AlgoReport that is not in the order's own tree. */
export interface NaiveAlgoReport {
  readonly account: number;
  readonly algoOrderId: number;
  readonly cause: AlgoReport["cause"];
  readonly reason: string;
}

export type NaiveEvent =
  | { readonly type: "order"; readonly report: NaiveOrderReport }
  | { readonly type: "algo"; readonly report: NaiveAlgoReport }
  | { readonly type: "trade"; readonly report: NaiveTrade }
  | NaiveNotice;

interface Fill {
  readonly price: bigint;
  readonly quantity: bigint;
  readonly fee: bigint;
  readonly tagFee: bigint;
  readonly realized: bigint;
  /** Of the isolated row. */
  readonly marginChange: bigint;
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
  marginChange: 0,
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
        tagFee: Number(fill.tagFee),
        maker: fill.maker,
        realizedPnl: Number(fill.realized),
        marginChange: Number(fill.marginChange),
      },
    });
  }

  algo(algo: NaiveAlgo, cause: AlgoReport["cause"], reason: string): void {
    this.events.push({ type: "algo", report: { account: algo.account, algoOrderId: algo.id, cause, reason } });
  }

  notice(notice: NaiveNotice): void {
    this.events.push(notice);
  }

  trade(report: NaiveTrade): void {
    this.events.push({ type: "trade", report });
  }
}

/** The fields of `OrderReport` that every cause fills, except `seq`, which only has to rise. */
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
    marginMode: order.marginMode,
    reduceOnly: order.reduceOnly,
    tag: order.tag,
    price: inTicks(market, order.price),
    quantity: inLots(market, order.quantity),
    amount: Number(order.amount),
    visible: isOver || order.quantity === 0n ? 0 : inLots(market, visibleRemaining(order)),
    visibleQuantity: inLots(market, order.visibleQuantity),
    status: order.status,
    /** A cancel reason; the text of a rejection is the engine's choice. */
    reason: order.reason,
    executed: inLots(market, order.executed),
    executedNotional: Number(order.executedNotional),
    totalFee: Number(order.totalFee),
    totalRealizedPnl: Number(order.totalRealizedPnl),
    createdAt: order.createdAt,
    at: state.now,
  };
}
