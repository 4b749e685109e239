// What a move of the mark or index fires, and what fires again when there is an order to trade with. Rules 3.1 to 3.6.

import type { PlaceOrder } from "@evermark/engine";
import { absolute, divideCeil, divideFloor, greatest, least } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { isTrading, standsStill } from "../../permissions/naive-standstill.ts";
import { goesOnClosing, hasNoPrice, isArmed, isGroup } from "../../state/algo-trees.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { rowOf } from "../../state/records/naive-account.ts";
import type { NaiveAlgo } from "../../state/records/naive-algo.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { placeTriggered } from "../entry/naive-placement.ts";
import { cancelAlgo } from "../orders/algo-endings.ts";
import { marketBound, opposite, sideOfBook } from "../orders/sorted-book.ts";

/** Fires by ascending id: orders that were armed when a price moved, and still are when their turn comes. */
export function runTriggers(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  if (!mayTrigger(state, market)) return;
  const reached = armedIn(state, market).filter((algo) =>
    algo.algoType === "TRAILING_STOP" ? trails(reports, algo, market) : holds(algo, market),
  );
  // Where no order may take, reached triggers wait for the next price.
  if (market.state === "POST_ONLY") return;
  for (const algo of reached) {
    const meets = !goesOnClosing(algo) || restsWithin(state, algo, market);
    if (canFire(state, algo) && meets) fire(state, reports, algo, market);
  }
}

/** Whether a closing algo order would fire, or fire again, if only an order rested within its bound. Rules 0.3. */
export function awaitsLiquidity(state: NaiveState, market: NaiveMarket): boolean {
  if (!mayTrigger(state, market)) return false;
  return armedIn(state, market).some((algo) => goesOnClosing(algo) && holds(algo, market));
}

function mayTrigger(state: NaiveState, market: NaiveMarket): boolean {
  return isTrading(market) && !standsStill(state, market);
}

function armedIn(state: NaiveState, market: NaiveMarket): NaiveAlgo[] {
  const armed = state.algos.filter((algo) => algo.market === market.number && canFire(state, algo));
  return armed.sort((a, b) => a.id - b.id);
}

/** Whether it can fire on its own, and still may. */
function canFire(state: NaiveState, algo: NaiveAlgo): boolean {
  if (isGroup(algo) || algo.algoType === "BRACKET" || !isArmed(state, algo)) return false;
  const group = state.algos.find((each) => each.id === algo.parent);
  return group === undefined || (group.isActivated && isArmed(state, group));
}

/** A price reached from below must be reached by both mark and index, and so must one reached from above. Rules 3.1. */
function risen(market: NaiveMarket): bigint {
  return least(market.mark, market.expected);
}

function fallen(market: NaiveMarket): bigint {
  return greatest(market.mark, market.expected);
}

/** Whether its trigger holds at the present prices and its own extreme. */
function holds(algo: NaiveAlgo, market: NaiveMarket): boolean {
  if (algo.algoType === "TRAILING_STOP") return algo.isActivated && hasTurned(algo, market);
  const { direction, triggerPrice } = algo;
  return direction === "up" ? risen(market) >= triggerPrice : fallen(market) <= triggerPrice;
}

/** Follows the prices, and returns whether they have turned back far enough. Rules 3.6. */
function trails(reports: NaiveReports, algo: NaiveAlgo, market: NaiveMarket): boolean {
  if (!algo.isActivated) {
    if (!isActivatedBy(algo, market)) return false;
    activate(algo, market);
    reports.algo(algo, "activated", "");
  }
  algo.extremePrice =
    algo.side === "SELL" ? greatest(algo.extremePrice, risen(market)) : least(algo.extremePrice, fallen(market));
  return hasTurned(algo, market);
}

function hasTurned(algo: NaiveAlgo, market: NaiveMarket): boolean {
  const distance = distanceOf(algo, market);
  return algo.side === "SELL"
    ? fallen(market) <= algo.extremePrice - distance
    : risen(market) >= algo.extremePrice + distance;
}

export function isActivatedBy(algo: NaiveAlgo, market: NaiveMarket): boolean {
  return algo.side === "SELL" ? risen(market) >= algo.activatedPrice : fallen(market) <= algo.activatedPrice;
}

export function activate(algo: NaiveAlgo, market: NaiveMarket): void {
  algo.isActivated = true;
  algo.extremePrice = algo.side === "SELL" ? risen(market) : fallen(market);
}

function distanceOf(algo: NaiveAlgo, market: NaiveMarket): bigint {
  if (algo.callbackValue > 0n) return algo.callbackValue;
  const { quoteTick } = market.parameters;
  return divideCeil(algo.extremePrice * algo.callbackRate, 100_000_000n * quoteTick) * quoteTick;
}

/** Whether any order rests where an order of this one would trade. Rules 3.2. */
function restsWithin(state: NaiveState, { side }: NaiveAlgo, market: NaiveMarket): boolean {
  const best = sideOfBook(state, market.number, opposite(side))[0];
  const bound = stopBound(state, market, side);
  return best !== undefined && (side === "BUY" ? best.price <= bound : best.price >= bound);
}

/** The worst price of an algo order's market order: near the index, and within the bound of any market order. */
function stopBound(state: NaiveState, market: NaiveMarket, side: "BUY" | "SELL"): bigint {
  const { quoteTick: tick, stopSlippage } = market.parameters;
  const index = market.expected;
  const byRange = marketBound(state, market, side, 0n);
  return side === "BUY"
    ? least(byRange, divideFloor(index * (RATE + stopSlippage), RATE * tick) * tick)
    : greatest(byRange, divideCeil(index * (RATE - stopSlippage), RATE * tick) * tick);
}

function fire(state: NaiveState, reports: NaiveReports, algo: NaiveAlgo, market: NaiveMarket): void {
  const isFirst = !algo.isTriggered;
  const group = state.algos.find((each) => each.id === algo.parent);
  const both = group === undefined ? [algo] : [algo, group];
  if (isFirst) {
    const fired = { isTriggered: true, triggerTradePrice: market.mark, triggerTime: state.now };
    for (const each of both) Object.assign(each, fired, { triggerStatus: "SUCCESS" });
    const siblings = state.algos.filter((each) => each.parent === algo.parent && algo.parent !== 0 && each !== algo);
    for (const sibling of siblings) cancelAlgo(state, reports, sibling, "ONE_CANCELS_OTHER");
    takeAll(state, algo, market);
  }
  const { executed, executedNotional, totalFee, totalRealizedPnl } = algo;
  algo.earlier = { executed, executedNotional, totalFee, totalRealizedPnl };
  const bound = hasNoPrice(algo) ? stopBound(state, market, algo.side) : null;
  const outcome = placeTriggered(state, reports, orderOf(state, algo), { algo: algo.id, bound });
  if (outcome.rejection !== undefined) for (const each of both) each.triggerStatus = "FAIL";
  else if (isFirst) for (const each of both) reports.algo(each, "triggered", "");
}

/** Sets the quantity of a leg that closes a whole position to the position's size. Rules 3.4. */
function takeAll(state: NaiveState, algo: NaiveAlgo, market: NaiveMarket): void {
  const group = state.algos.find((each) => each.id === algo.parent);
  if (algo.orderType !== "CLOSE_POSITION" && group?.algoType !== "POSITIONAL_TP_SL") return;
  const held = absolute(rowOf(state.accounts[algo.account]!, market, algo.marginMode).quantity);
  for (const each of group === undefined ? [algo] : [algo, group]) each.quantity = held;
}

/** The ordinary order for the unfilled part of an algo order. */
function orderOf(state: NaiveState, algo: NaiveAlgo): PlaceOrder {
  return {
    type: "place_order",
    at: state.now,
    account: algo.account,
    market: algo.market,
    side: algo.side,
    orderType: algo.orderType === "LIMIT" ? "LIMIT" : "MARKET",
    price: algo.orderType === "LIMIT" ? Number(algo.price) : 0,
    quantity: Number(algo.quantity - algo.executed),
    amount: 0,
    visible: algo.visible ? -1 : 0,
    reduceOnly: algo.reduceOnly,
    clientOrderId: "",
    slippage: 0,
    level: -1,
    postOnlyAdjust: false,
    tag: algo.tag,
    marginMode: algo.marginMode,
    inBatch: false,
  } as PlaceOrder;
}
