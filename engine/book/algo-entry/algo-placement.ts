// Placing an algo order: every check in the order of rules 1.3, then the whole tree at once. Rules 3.1 to 3.6. The
// entry of a BRACKET is placed with it: a refusal that leaves no trace of an ordinary order leaves none of the BRACKET
// either, while limits and margin leave a rejected BRACKET (rules 2.7).

import { assert } from "../../base/fault.ts";
import type { ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder } from "../../language/commands/algo-order-commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { type AlgoOrder, isArmed, legRises, membersOf } from "../../memory/algo-order/algo-order.ts";
import { activate, activates } from "../../memory/algo-order/trailing.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { FirstAnswer } from "../../memory/order/client-orders.ts";
import type { State } from "../../memory/state.ts";
import { readOrderTag } from "../../money/fees/order-tags.ts";
import { modeOf } from "../../permissions/default-mode.ts";
import { emit } from "../algo/algo-reports.ts";
import { arm } from "../algo/lifecycle.ts";
import { triggerPrices } from "../algo/present-prices.ts";
import { checkPlacement } from "../entry/acceptance.ts";
import { placeFromAlgo } from "../entry/placement.ts";
import { checkAlgoFields } from "./algo-fields.ts";
import { algoBlocked, checkClosingSide, checkLimits } from "./algo-limits.ts";
import { type AlgoTerms, checkLegPrices, checkTriggers, readTerms } from "./algo-terms.ts";
import { ordinaryOrder } from "./ordinary-order.ts";

export const algoPlacementHandlers = handlers({
  place_algo_order: placeAlgoOrder,
});

function placeAlgoOrder(state: State, command: PlaceAlgoOrder, answer: Answer, out: Listener): void {
  const { account, clientOrderId } = command;
  const memory = state.algoOrders.clientOrders;
  const first = clientOrderId === "" ? undefined : memory.find(account, clientOrderId);
  // A placement that has its answer gets it again, whatever has become of market, venue or account since.
  if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);
  const market = state.markets[command.market];
  if (market === undefined) {
    answer.rejection = rejection("invalid_parameter", { market: command.market });
    return;
  }
  const mode = modeOf(state, command.account, market.number, command.marginMode);
  const early =
    algoBlocked(state, command.account, market, mode) ?? checkAlgoFields(command) ?? checkTag(state, command);
  if (early !== null) {
    answer.rejection = early;
    return;
  }
  if (first !== undefined) {
    answer.rejection = duplicate(first);
    return;
  }
  const terms = check(state, market, command, mode);
  if ("name" in terms) {
    answer.rejection = terms;
    return;
  }

  // Nothing below can fail: every check is above, every change is below.
  const root = plant(state, command, mode, terms);
  const placed: FirstAnswer = { orderId: root.id, status: root.status, rejection: null };
  const row =
    clientOrderId === "" ? NONE : memory.remember(account, clientOrderId, termsOf(command, memory.terms), placed);
  const source = { id: root.id, isWholeRow: false, bound: NONE };
  if (root.algoType === "BRACKET") placeFromAlgo(state, ordinaryOrder(state, root), source, answer, out);
  else start(state, market, root, out);
  answer.algoOrderId = root.id;
  answer.status = root.status;
  if (row !== NONE) memory.answered(row, root.status, answer.rejection);
}

/** The tag is checked now, because the ordinary order will carry it. */
function checkTag(state: State, { account, tag }: PlaceAlgoOrder): Rejection | null {
  const meaning = tag === "" ? NONE : readOrderTag(state, account, tag);
  return typeof meaning === "number" ? null : meaning;
}

function check(state: State, market: Market, c: PlaceAlgoOrder, mode: MarginMode): AlgoTerms | Rejection {
  const legs = checkLegPrices(market, c.children);
  if (legs !== null) return legs;
  const terms = readTerms(market, c.side, c);
  if ("name" in terms) return terms;
  return (
    checkTriggers(market, c, terms) ??
    checkClosingSide(state, c, mode) ??
    checkLimits(state, c, mode) ??
    (c.algoType === "BRACKET"
      ? checkPlacement(state, ordinaryOrder(state, { ...c, ...terms, marginMode: mode }))
      : null) ??
    terms
  );
}

/** Creates the tree: root first, then its children, each with the next id. */
function plant(state: State, c: PlaceAlgoOrder, mode: MarginMode, terms: AlgoTerms): AlgoOrder {
  const market = state.markets[c.market]!;
  const root: AlgoOrder = {
    ...blank(state, c, mode),
    ...terms,
    algoType: c.algoType,
    side: c.side,
    orderType: c.algoType === "TP_SL" || c.algoType === "POSITIONAL_TP_SL" ? "" : c.orderType,
    clientOrderId: c.clientOrderId,
    reduceOnly: c.reduceOnly || c.algoType === "TP_SL" || c.algoType === "POSITIONAL_TP_SL",
    rising: terms.triggerPrice > market.mark,
    callbackRate: c.callbackRate,
    isActivated: c.algoType !== "TRAILING_STOP",
    parent: null,
    children: [],
  };
  for (const child of c.children) root.children.push(graft(state, market, c, root, child));
  assert(
    membersOf(root).every(({ id }) => id <= state.algoOrders.lastId),
    "an algo order's id was handed out",
    {
      algoOrderId: root.id,
      lastId: state.algoOrders.lastId,
    },
  );
  state.algoOrders.add(root);
  return root;
}

function graft(
  state: State,
  market: Market,
  c: PlaceAlgoOrder,
  parent: AlgoOrder,
  leg: AlgoLeg | AlgoGroup,
): AlgoOrder {
  const terms = readTerms(market, leg.side, leg) as AlgoTerms;
  const positional = leg.algoType === "POSITIONAL_TP_SL";
  const order: AlgoOrder = {
    ...blank(state, c, parent.marginMode),
    ...terms,
    quantity: positional ? 0 : parent.quantity,
    algoType: leg.algoType,
    side: leg.side,
    orderType: leg.algoType === "TP_SL" || leg.algoType === "POSITIONAL_TP_SL" ? "" : leg.orderType,
    clientOrderId: "",
    reduceOnly: true,
    rising: legRises(leg.algoType, leg.side),
    callbackRate: 0,
    isActivated: c.algoType !== "BRACKET",
    parent,
    children: [],
  };
  if ("children" in leg) for (const child of leg.children) order.children.push(graft(state, market, c, order, child));
  return order;
}

/** The fields that all orders of a new tree share; each call takes the next id. */
function blank(state: State, c: PlaceAlgoOrder, marginMode: MarginMode) {
  return {
    id: ++state.algoOrders.lastId,
    account: c.account,
    market: c.market,
    marginMode,
    tag: c.tag,
    visible: c.visible,
    createdAt: state.now,
    updatedAt: state.now,
    extremePrice: 0,
    isTriggered: false,
    triggerStatus: null,
    triggerTradePrice: 0,
    triggerTime: 0,
    status: "NEW",
    orderId: 0,
    executed: 0,
    executedNotional: 0,
    totalFee: 0,
    totalRealizedPnl: 0,
    earlier: null,
  } as const;
}

/** Starts the waiting: from now on prices count for every member that has a trigger. */
function start(state: State, market: Market, root: AlgoOrder, out: Listener): void {
  const prices = triggerPrices(state, market);
  if (root.algoType === "TRAILING_STOP" && activates(root, prices)) activate(root, prices);
  for (const member of membersOf(root)) if (isArmed(member)) arm(state, member);
  for (const member of membersOf(root)) emit(state, member, "new", "", out);
}

/** Whether a placement was answered before: the same algo order under the same id. Rules 2.11. */
export function isRepeated(state: State, command: Omit<PlaceAlgoOrder, "at">): boolean {
  const { account, clientOrderId } = command;
  const memory = state.algoOrders.clientOrders;
  return memory.hasTerms(account, clientOrderId, termsOf(command, memory.terms));
}

function repeat(answer: Answer, first: FirstAnswer): void {
  answer.replayed = true;
  answer.algoOrderId = first.orderId;
  answer.status = first.status;
  answer.rejection = first.rejection;
}

function duplicate(first: FirstAnswer): Rejection {
  const detail = { algo_order_id: first.orderId };
  return rejection("duplicate", detail, "client_order_id is known with a different algo order");
}

/** Two placements are the same iff all these terms are equal. Valid until `out` is written to. */
function termsOf(c: Omit<PlaceAlgoOrder, "at">, out: ByteWriter): Uint8Array {
  const leg = (l: AlgoLeg): string =>
    [l.algoType, l.side, l.orderType, l.triggerPrice, l.price, l.quantity, l.reduceOnly].join(",");
  const children = c.children.map((child) => [leg(child), ...child.children.map(leg)].join(";"));
  const terms = [
    c.market,
    c.algoType,
    c.side,
    c.orderType,
    c.price,
    c.quantity,
    c.triggerPrice,
    c.activatedPrice,
    c.callbackRate,
    c.callbackValue,
    c.reduceOnly,
    c.visible,
    c.marginMode,
    ...children,
    c.tag,
  ].join("|");
  out.reset();
  out.text(terms);
  return out.view();
}
