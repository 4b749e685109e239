// What the private topics say of algo orders: the whole tree with every event of one of its orders. Streams 9.2.

import { type AlgoOrderView, type AlgoReport, type Lots, lots, type MarketParameters } from "@evermark/engine";
import type { TopicData } from "@evermark/interface/streams/topics.ts";
import { averagePrice, fromE8, fromMicros, priceOf, quantityOf } from "../wire/decimals.ts";

type AlgoRow = TopicData<"algoexecutionreport">[number];
type AlgoTree = TopicData<"algoexecutionreportv2">;

/** Every order of the tree as an element of its own, parents first. */
export function algoRowsOf(report: AlgoReport, market: MarketParameters): AlgoRow[] {
  const rows: AlgoRow[] = [];
  const add = (order: AlgoOrderView): void => {
    rows.push(rowOf(order, report, market));
    for (const leg of order.children) add(leg);
  };
  add(report.root);
  return rows;
}

/** The root with its legs inside. */
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
    // A group places nothing itself; the family shows its legs' kind there.
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

/** What it shows, or will show, of its rest on the book; nothing once it is over. */
function visibleOf({ visible, status, quantity, executed }: AlgoOrderView): Lots {
  const isOver = status === "FILLED" || status === "CANCELLED" || status === "REJECTED";
  return visible && !isOver ? lots(quantity - executed) : lots(0);
}

/** The fill that the report is about, on the order that it happened to. */
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
