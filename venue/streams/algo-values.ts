// Values of the private topics about algo orders: every event of one order sends its whole tree. Streams 9.2.

import { type AlgoOrderView, type AlgoReport, type Lots, lots, type MarketParameters } from "@evermark/engine";
import type { TopicData } from "@evermark/interface/streams/topics.ts";
import { averagePrice, fromE8, fromMicros, priceOf, quantityOf } from "../wire/decimals.ts";

type AlgoRow = TopicData<"algoexecutionreport">[number];
type AlgoTree = TopicData<"algoexecutionreportv2">;

/** Every order of the tree as a separate element, parents first. */
export function algoRowsOf(report: AlgoReport, market: MarketParameters): AlgoRow[] {
  const rows: AlgoRow[] = [];
  const add = (order: AlgoOrderView): void => {
    rows.push(rowOf(order, report, market));
    for (const leg of order.children) add(leg);
  };
  add(report.root);
  return rows;
}

/** The root order with its legs nested inside. */
export function algoTreeOf(report: AlgoReport, market: MarketParameters): AlgoTree {
  const tree = (order: AlgoOrderView): AlgoTree => ({
    ...rowOf(order, report, market),
    childOrders: order.children.map(tree),
  });
  return tree(report.root);
}

function rowOf(order: AlgoOrderView, report: AlgoReport, market: MarketParameters): AlgoRow {
  const isTrailing = order.algoType === "TRAILING_STOP";
  return {
    symbol: market.symbol,
    rootAlgoOrderId: order.rootAlgoOrderId,
    parentAlgoOrderId: order.parentAlgoOrderId,
    algoOrderId: order.algoOrderId,
    clientOrderId: order.clientOrderId,
    orderTag: order.tag,
    algoType: order.algoType,
    side: order.side,
    quantity: quantityOf(market, order.quantity),
    price: priceOf(market, order.price),
    // A group places nothing itself; its first leg's type is shown instead.
    type: order.orderType === "" ? (order.children[0]?.orderType ?? "MARKET") : order.orderType,
    status: order.status,
    algoStatus: order.status,
    rootAlgoStatus: order.rootStatus,
    triggerPrice: priceOf(market, order.triggerPrice),
    triggerPriceType: "MARK_PRICE",
    triggerStatus: order.triggerStatus,
    triggerTradePrice: priceOf(market, order.triggerTradePrice),
    triggerTime: order.triggerTime,
    isTriggered: order.isTriggered,
    triggered: order.isTriggered,
    isActivated: order.isActivated,
    activated: order.isActivated,
    ...executionOf(order, report, market),
    feeAsset: "USDC",
    totalExecutedQuantity: quantityOf(market, order.executed),
    averageExecutedPrice: averagePrice(market, order.executedNotional, order.executed),
    totalFee: fromMicros(order.totalFee),
    visibleQuantity: quantityOf(market, visibleOf(order)),
    reduceOnly: order.reduceOnly,
    callbackRate: isTrailing && order.callbackRate > 0 ? fromE8(order.callbackRate) : null,
    callbackValue: isTrailing && order.callbackValue > 0 ? priceOf(market, order.callbackValue) : null,
    extremePrice: isTrailing && order.extremePrice > 0 ? priceOf(market, order.extremePrice) : null,
    activatedPrice: isTrailing && order.activatedPrice > 0 ? priceOf(market, order.activatedPrice) : null,
    createdTime: order.createdAt,
    timestamp: order.updatedAt,
    marginMode: order.marginMode,
  };
}

/** What the order shows, or will show, on the book of its open quantity; nothing once it is finished. */
function visibleOf({ visible, status, quantity, executed }: AlgoOrderView): Lots {
  const isOver = status === "FILLED" || status === "CANCELLED" || status === "REJECTED";
  return visible && !isOver ? lots(quantity - executed) : lots(0);
}

/** The fill that the report is about, shown only on the order that was filled. */
function executionOf(order: AlgoOrderView, { order: changed, execution }: AlgoReport, market: MarketParameters) {
  if (execution === null || changed.algoOrderId !== order.algoOrderId) {
    return { tradeId: 0, executedPrice: 0, executedQuantity: 0, fee: 0, maker: false, isMaker: false };
  }
  return {
    tradeId: execution.tradeId,
    executedPrice: priceOf(market, execution.fillPrice),
    executedQuantity: quantityOf(market, execution.fillQuantity),
    fee: fromMicros(execution.fee),
    maker: execution.maker,
    isMaker: execution.maker,
  };
}
