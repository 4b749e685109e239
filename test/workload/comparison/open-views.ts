// The views that the engine has to show, made from the model's plain state: rows, open orders, trees of algo orders.

import type { AlgoOrderView, PositionView } from "@evermark/engine";
import type { NaiveExchange } from "@evermark/model/naive-exchange.ts";
import { childrenOf, isOver, treeOf } from "@evermark/model/state/algo-trees.ts";
import type { NaiveState } from "@evermark/model/state/naive-state.ts";
import type { NaiveAlgo } from "@evermark/model/state/records/naive-algo.ts";
import { inLots, inTicks } from "@evermark/model/state/records/naive-market.ts";
import { visibleRemaining } from "@evermark/model/state/records/naive-order.ts";

/** A row without what the rules leave open. */
export function comparableRow(account: number, row: PositionView): object {
  const { openedAt, updatedAt, version, ...rest } = row;
  return { account, ...rest };
}

export function expectedOpenOrders(naive: NaiveExchange, account: number): object[] {
  return naive.openOrders(account, -1).map((order) => {
    const market = naive.state.markets[order.market]!;
    return {
      orderId: order.id,
      clientOrderId: order.clientOrderId,
      account: order.account,
      market: order.market,
      side: order.side,
      orderType: order.type,
      marginMode: order.marginMode,
      reduceOnly: order.reduceOnly,
      tag: order.tag,
      price: inTicks(market, order.price),
      quantity: inLots(market, order.quantity),
      amount: Number(order.amount),
      visible: inLots(market, visibleRemaining(order)),
      visibleQuantity: inLots(market, order.visibleQuantity),
      executed: inLots(market, order.executed),
      executedNotional: Number(order.executedNotional),
      totalFee: Number(order.totalFee),
      totalRealizedPnl: Number(order.totalRealizedPnl),
      status: order.status,
      createdAt: order.createdAt,
    };
  });
}

/** The trees in which something can still happen, by ascending id of their roots. */
export function expectedOpenAlgos(state: NaiveState, account: number): object[] {
  return state.algos
    .filter((algo) => algo.account === account && algo.parent === 0)
    .filter((root) => treeOf(state, root).some((each) => !isOver(each)))
    .sort((a, b) => a.id - b.id)
    .map((root) => describe(state, root, root));
}

function describe(state: NaiveState, algo: NaiveAlgo, root: NaiveAlgo): object {
  const market = state.markets[algo.market]!;
  return {
    algoOrderId: algo.id,
    parentAlgoOrderId: algo.parent,
    rootAlgoOrderId: algo.root,
    market: algo.market,
    marginMode: algo.marginMode,
    algoType: algo.algoType,
    side: algo.side,
    orderType: algo.orderType,
    clientOrderId: algo.clientOrderId,
    tag: algo.tag,
    reduceOnly: algo.reduceOnly,
    visible: algo.visible,
    quantity: inLots(market, algo.quantity),
    price: inTicks(market, algo.price),
    triggerPrice: inTicks(market, algo.triggerPrice),
    activatedPrice: inTicks(market, algo.activatedPrice),
    callbackRate: Number(algo.callbackRate),
    callbackValue: inTicks(market, algo.callbackValue),
    extremePrice: inTicks(market, algo.extremePrice),
    isActivated: algo.isActivated,
    isTriggered: algo.isTriggered,
    triggerStatus: algo.triggerStatus,
    triggerTradePrice: inTicks(market, algo.triggerTradePrice),
    triggerTime: algo.triggerTime,
    status: algo.status,
    rootStatus: root.status,
    orderId: algo.orderId,
    executed: inLots(market, algo.executed),
    executedNotional: Number(algo.executedNotional),
    totalFee: Number(algo.totalFee),
    totalRealizedPnl: Number(algo.totalRealizedPnl),
    createdAt: algo.createdAt,
    children: childrenOf(state, algo).map((child) => describe(state, child, root)),
  };
}

/** A tree without the times of changes and the engine's account number. */
export function comparableAlgo(view: AlgoOrderView): object {
  const { account, updatedAt, children, ...rest } = view;
  return { ...rest, children: children.map(comparableAlgo) };
}
