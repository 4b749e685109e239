// What a market's state, a maintenance window and a liquidation let an account do, and what becomes of open orders when a
// market changes its state. Rules 1.3 (2) to (4), 11.3, 11.4.

import {
  type AmendOrder,
  CHANGEABLE,
  type MarginMode,
  type MarketState,
  type OrderType,
  type PlaceOrder,
  type RejectionName,
  type SetMarketRules,
  type SetMarketState,
} from "@evermark/engine";
import { mirrorOrder } from "./algo-mirror.ts";
import { adjustedPostOnlyPrice, cancel, opposite, sideOfBook } from "./book.ts";
import { absolute } from "./exact.ts";
import { isFrozen } from "./liquidation.ts";
import { isInGrace, isPaused } from "./maintenance.ts";
import type { Outcome } from "./orders.ts";
import { markReach, paysItsLiquidator } from "./prices.ts";
import type { NaiveReports } from "./reports.ts";
import { naiveRules } from "./rules.ts";
import { isTrading, overrule } from "./safe-modes.ts";
import {
  bySymbol,
  type ExactParameters,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  remaining,
  rowOf,
} from "./state.ts";
import { cancelOutOfRange, followMark } from "./tick.ts";

/** Where an operator may take a market; a delisting is announced, not set. */
const NEXT: Readonly<Record<MarketState, readonly MarketState[]>> = {
  NEW: ["PENDING"],
  PENDING: ["POST_ONLY"],
  POST_ONLY: ["ACTIVE", "HALTED"],
  ACTIVE: ["REDUCE_ONLY", "HALTED"],
  REDUCE_ONLY: ["ACTIVE", "HALTED"],
  HALTED: ["POST_ONLY", "ACTIVE", "REDUCE_ONLY"],
  DELISTING: ["HALTED"],
  DELISTED: [],
};

/** Whether positions may only shrink, so that every order is made reduce-only. */
export function onlyShrinks(market: NaiveMarket): boolean {
  return market.state === "REDUCE_ONLY" || market.state === "DELISTING";
}

/** Refusals that come before a placement's own fields. */
export function placementBlocked(state: NaiveState, command: PlaceOrder): RejectionName | null {
  const market = state.markets[command.market]!;
  const mode = command.marginMode || state.accounts[command.account]!.modes[market.number]!;
  const limit = BigInt(command.price);
  const price = command.postOnlyAdjust ? adjustedPostOnlyPrice(state, market, command.side, limit) : limit;
  const { side, orderType, account } = command;
  return blocked(state, market, { account, side, type: orderType, price, mode });
}

/** @param order the one that is named, if it is open */
export function amendmentBlocked(
  state: NaiveState,
  order: NaiveOrder | undefined,
  command: AmendOrder,
): RejectionName | null {
  const { account, side, orderType: type } = command;
  const price = command.price === 0 ? (order?.price ?? 0n) : BigInt(command.price);
  const mode = order?.marginMode ?? state.accounts[account]!.modes[command.market]!;
  return blocked(state, state.markets[command.market]!, { account, side, type, price, mode }, false);
}

interface Wanted {
  readonly account: number;
  readonly side: "BUY" | "SELL";
  readonly type: OrderType;
  readonly price: bigint;
  readonly mode: MarginMode;
}

function blocked(state: NaiveState, market: NaiveMarket, wanted: Wanted, isNew = true): RejectionName | null {
  if (!isTrading(market)) return "refused";
  if (market.state === "POST_ONLY") {
    if (wanted.type !== "POST_ONLY" && wanted.type !== "LIMIT") return "refused";
    if (meetsAnything(state, market, wanted)) return "refused";
  }
  // What is open in such a market is reduce-only already.
  if (isNew && onlyShrinks(market) && !closes(state, market, wanted)) return "refused";
  if (state.maintenance.phase === "running" || state.clockHalt) return "maintenance";
  if (isInGrace(state) && (wanted.type !== "POST_ONLY" || meetsAnything(state, market, wanted))) return "maintenance";
  return isFrozenFor(state, wanted.account, market.number, wanted.mode) ? "refused" : null;
}

/** Whether liquidation keeps an account from its rows of a mode in a market. Rules 7.3, 7.9. */
export function isFrozenFor(state: NaiveState, account: number, market: number, mode: MarginMode): boolean {
  return isFrozen(state, account, -1) || (mode === "ISOLATED" && isFrozen(state, account, market));
}

/** Whether an order with a limit would reach another order, hidden or not. */
function meetsAnything(state: NaiveState, market: NaiveMarket, { side, price }: Wanted): boolean {
  return sideOfBook(state, market.number, opposite(side)).some((resting) =>
    side === "BUY" ? resting.price <= price : resting.price >= price,
  );
}

function closes(state: NaiveState, market: NaiveMarket, order: Pick<Wanted, "account" | "side" | "mode">): boolean {
  const held = rowOf(state.accounts[order.account]!, market, order.mode).quantity;
  return order.side === "BUY" ? held < 0n : held > 0n;
}

/** Takes a market to a state, with what that does to its orders. Rules 11.3. */
export function enterState(state: NaiveState, reports: NaiveReports, market: NaiveMarket, to: MarketState): void {
  market.state = to;
  if (to !== "REDUCE_ONLY" && to !== "HALTED" && to !== "DELISTING") return;
  const open = state.open.filter((order) => order.market === market.number && !order.reduceOnly);
  const closing = new Map<string, bigint>();
  for (const order of open.toSorted((a, b) => a.id - b.id)) {
    const { account, marginMode: mode } = order;
    const key = `${account} ${mode}`;
    const size = (closing.get(key) ?? 0n) + remaining(order);
    const held = absolute(rowOf(state.accounts[account]!, market, mode).quantity);
    const increases = !closes(state, market, { ...order, mode }) || size > held;
    if (!increases) closing.set(key, size);
    if (increases) cancel(state, order, "MARKET_STATE", reports);
    else if (onlyShrinks(market)) {
      order.reduceOnly = true;
      order.updatedAt = state.now;
      reports.transition(state, order, "amended");
      mirrorOrder(state, reports, order, "amended");
    }
  }
}

export const marketStateRules = naiveRules({
  set_market_state: (state, command, reports) => setMarketState(state, reports, command),
  set_market_rules: (state, command, reports) => setMarketRules(state, reports, command),
  halt_venue: (state, command, reports) => haltVenue(state, reports, command.halted),
  halt_for_clock: (state, command, reports) => haltForClock(state, reports, command.halted),
});

function setMarketState(state: NaiveState, reports: NaiveReports, command: SetMarketState): Outcome {
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  if (command.state === "HALTED" && market.state === "HALTED" && market.stateBeforeHalt !== "HALTED") {
    // The venue's halt becomes one of this market alone, which outlasts it.
    market.stateBeforeHalt = "HALTED";
    return {};
  }
  // A market that is to end goes on only as one that ends.
  const next = market.state === "HALTED" && market.delistAt > 0 ? ["DELISTING"] : NEXT[market.state];
  // A market that halted by itself can be halted by the operator, so that it stays so.
  const takesOver = market.state === "HALTED" && market.belief.halt !== null && command.state === "HALTED";
  if (!takesOver && (state.halted || !next.includes(command.state))) return { rejection: "refused" };
  overrule(state, market, command.state);
  const waited = !isTrading(market);
  enterState(state, reports, market, command.state);
  if (waited) followMark(state, reports, market);
  return {};
}

/** Rules 11.4: every market that trades stops, and goes on where it stopped. */
function haltVenue(state: NaiveState, reports: NaiveReports, halted: boolean): Outcome {
  if (state.halted === halted) return { rejection: "refused" };
  state.halted = halted;
  const goOn: NaiveMarket[] = [];
  for (const market of bySymbol(state)) {
    if (halted && isTrading(market)) {
      market.stateBeforeHalt = market.state;
      enterState(state, reports, market, "HALTED");
    } else if (!halted && market.state === "HALTED" && market.stateBeforeHalt !== "HALTED") {
      enterState(state, reports, market, market.delistAt > 0 ? "DELISTING" : market.stateBeforeHalt);
      market.stateBeforeHalt = "HALTED";
      goOn.push(market);
    }
  }
  // All of them at once: no account is liquidated in one while another still seems to stand.
  for (const market of goOn) followMark(state, reports, market);
  return {};
}

/** Rules 11.4: everything waits where it is until the clock can be relied on. */
function haltForClock(state: NaiveState, reports: NaiveReports, halted: boolean): Outcome {
  if (state.clockHalt === halted) return { rejection: "refused" };
  state.clockHalt = halted;
  if (!isPaused(state)) for (const market of bySymbol(state)) followMark(state, reports, market);
  return {};
}

/** Whether other bounds of funding let the mark go where the market would not have been listed. Rules 6.2. */
function widensMark({ parameters, funding }: NaiveMarket, { capFunding, floorFunding }: SetMarketRules): boolean {
  const before = { ...parameters, ...funding.announced };
  const after = {
    ...before,
    ...(typeof capFunding === "number" && { capFunding: BigInt(capFunding) }),
    ...(typeof floorFunding === "number" && { floorFunding: BigInt(floorFunding) }),
  };
  return markReach(after) > markReach(before) && !paysItsLiquidator(after);
}

function wanted(command: SetMarketRules, holds: "at once" | "after the next funding"): Partial<ExactParameters> {
  const fields = CHANGEABLE.filter(({ change }) => change.holds === holds).map(({ field }) => field);
  const named = fields.flatMap((field) =>
    typeof command[field] === "number" ? [[field, BigInt(command[field])]] : [],
  );
  return Object.fromEntries(named);
}

/** What an operator may change of a listed market: the range holds at once. Rules 6.5, 11.1. */
function setMarketRules(state: NaiveState, reports: NaiveReports, command: SetMarketRules): Outcome {
  const market = state.markets[command.market];
  if (market === undefined || widensMark(market, command)) return { rejection: "invalid_parameter" };
  market.parameters = { ...market.parameters, ...wanted(command, "at once") };
  // What an operator wants of funding holds when the running period is over. Rules 6.5.
  market.funding.announced = { ...market.funding.announced, ...wanted(command, "after the next funding") };
  if (isTrading(market) && !isPaused(state)) cancelOutOfRange(state, reports, market);
  return {};
}
