// The records of the two events that come with nearly every command. A state has one of each, overwritten for every event, so
// that the steady state allocates nothing; listeners copy what they keep. Not in snapshots.

import type { OrderReport, TradeReport } from "../../language/events/events.ts";

export class HotReports {
  readonly order: OrderReport = {
    account: 0,
    orderId: 0,
    clientOrderId: "",
    market: 0,
    side: "BUY",
    orderType: "LIMIT",
    marginMode: "CROSS",
    reduceOnly: false,
    tag: "",
    price: 0,
    quantity: 0,
    amount: 0,
    visible: 0,
    visibleQuantity: 0,
    status: "NEW",
    reason: "",
    executed: 0,
    executedNotional: 0,
    totalFee: 0,
    totalRealizedPnl: 0,
    createdAt: 0,
    at: 0,
    seq: 0,
    cause: "new",
    tradeId: 0,
    matchId: 0,
    fillPrice: 0,
    fillQuantity: 0,
    fee: 0,
    tagFee: 0,
    tagFeeRate: 0,
    maker: false,
    realizedPnl: 0,
    marginChange: 0,
  };
  readonly trade: TradeReport = {
    market: 0,
    matchId: 0,
    price: 0,
    quantity: 0,
    takerSide: "BUY",
    makerAccount: 0,
    takerAccount: 0,
    at: 0,
  };
}
