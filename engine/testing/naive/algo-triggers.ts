// What a moved mark price fires. Rules 3.1 to 3.6.

import type { PlaceOrder } from "../../commands.ts";
import { cancelAlgo } from "./algo-cancellation.ts";
import { isGroup, isWaiting, type NaiveAlgo } from "./algo-state.ts";
import { absolute, divideCeil, greatest, least } from "./exact.ts";
import { isPaused } from "./maintenance.ts";
import { placeTriggered } from "./placement.ts";
import type { NaiveReports } from "./reports.ts";
import { isTrading } from "./safe-modes.ts";
import { type NaiveMarket, type NaiveState, rowOf } from "./state.ts";

/** By ascending id: what was waiting when the mark moved, and still is when its turn comes. */
export function runTriggers(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  if (!isTrading(market) || isPaused(state)) return;
  const reached = state.algos
    .filter((algo) => algo.market === market.number && isArmed(state, algo))
    .sort((a, b) => a.id - b.id)
    .filter((algo) => (algo.algoType === "TRAILING_STOP" ? trails(reports, algo, market) : isReached(algo, market)));
  // Where nobody may take, what has been reached waits for the next mark.
  if (market.state === "POST_ONLY") return;
  for (const algo of reached) if (isArmed(state, algo)) fire(state, reports, algo, market);
}

/** Whether it fires by itself and still may. */
function isArmed(state: NaiveState, algo: NaiveAlgo): boolean {
  if (isGroup(algo) || algo.algoType === "BRACKET" || !isWaiting(state, algo)) return false;
  const group = state.algos.find((each) => each.id === algo.parent);
  return group === undefined || (group.isActivated && isWaiting(state, group));
}

function isReached(algo: NaiveAlgo, market: NaiveMarket): boolean {
  return algo.direction === "up" ? market.mark >= algo.triggerPrice : market.mark <= algo.triggerPrice;
}

/** Follows the mark and says whether it has turned back far enough. Rules 3.6. */
function trails(reports: NaiveReports, algo: NaiveAlgo, market: NaiveMarket): boolean {
  const { mark } = market;
  const sells = algo.side === "SELL";
  if (!algo.isActivated) {
    if (!isActivatedBy(algo, market)) return false;
    activate(algo, market);
    reports.algo(algo, "activated", "");
  }
  algo.extremePrice = sells ? greatest(algo.extremePrice, mark) : least(algo.extremePrice, mark);
  const distance = distanceOf(algo, market);
  return sells ? mark <= algo.extremePrice - distance : mark >= algo.extremePrice + distance;
}

export function isActivatedBy(algo: NaiveAlgo, market: NaiveMarket): boolean {
  return algo.side === "SELL" ? market.mark >= algo.activatedPrice : market.mark <= algo.activatedPrice;
}

export function activate(algo: NaiveAlgo, market: NaiveMarket): void {
  algo.isActivated = true;
  algo.extremePrice = market.mark;
}

function distanceOf(algo: NaiveAlgo, market: NaiveMarket): bigint {
  if (algo.callbackValue > 0n) return algo.callbackValue;
  const { quoteTick } = market.parameters;
  return divideCeil(algo.extremePrice * algo.callbackRate, 100_000_000n * quoteTick) * quoteTick;
}

function fire(state: NaiveState, reports: NaiveReports, algo: NaiveAlgo, market: NaiveMarket): void {
  const fired = { isTriggered: true, triggerTradePrice: market.mark, triggerTime: state.now };
  const group = state.algos.find((each) => each.id === algo.parent);
  for (const each of group === undefined ? [algo] : [algo, group])
    Object.assign(each, fired, { triggerStatus: "SUCCESS" });
  const siblings = state.algos.filter((each) => each.parent === algo.parent && algo.parent !== 0 && each !== algo);
  for (const sibling of siblings) cancelAlgo(state, reports, sibling, "ONE_CANCELS_OTHER");
  const outcome = placeTriggered(state, reports, orderOf(state, algo, market), algo.id);
  if (outcome.rejection === undefined) {
    reports.algo(algo, "triggered", "");
    if (group !== undefined) reports.algo(group, "triggered", "");
  } else for (const each of group === undefined ? [algo] : [algo, group]) each.triggerStatus = "FAIL";
}

/** The ordinary order that an algo order stands for. */
function orderOf(state: NaiveState, algo: NaiveAlgo, market: NaiveMarket): PlaceOrder {
  const group = state.algos.find((each) => each.id === algo.parent);
  const takesAll = algo.orderType === "CLOSE_POSITION" || group?.algoType === "POSITIONAL_TP_SL";
  const held = absolute(rowOf(state.accounts[algo.account]!, market, algo.marginMode).quantity);
  if (takesAll) for (const each of group === undefined ? [algo] : [algo, group]) each.quantity = held;
  return {
    type: "place_order",
    at: state.now,
    account: algo.account,
    market: algo.market,
    side: algo.side,
    orderType: algo.orderType === "LIMIT" ? "LIMIT" : "MARKET",
    price: algo.orderType === "LIMIT" ? Number(algo.price) : 0,
    quantity: Number(takesAll ? held : algo.quantity),
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
