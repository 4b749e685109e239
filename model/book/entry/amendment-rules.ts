// Amending an order: the same checks as for a new one, with the old one removed. Rules 2.9; the order of refusals is
// that of errors 8.4.

import type { AmendOrder } from "@evermark/engine";
import { least } from "../../numbers/exact-numbers.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { mirrorOrder } from "../orders/algo-mirror.ts";
import { amendmentBlocked } from "./blocked.ts";
import { gridRefusal, quantityRefusal, rangeRefusal } from "./filters.ts";
import { judgeOrder } from "./naive-acceptance.ts";
import { matchIncoming } from "./naive-matching.ts";
import { referenceOf, takerRate } from "./naive-placement.ts";

function wishedOf(order: NaiveOrder, command: AmendOrder): { price: bigint; quantity: bigint } {
  const price = command.price === 0 ? order.price : BigInt(command.price);
  const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
  return { price, quantity };
}

export const amendmentRules = naiveRules({
  amend_order: (state, command, reports) => amendOrder(state, reports, command),
});

export function amendOrder(state: NaiveState, reports: NaiveReports, command: AmendOrder): Outcome {
  const order = state.open.find((each) => each.id === command.orderId && each.account === command.account);
  const blocked = amendmentBlocked(state, order, command);
  if (blocked !== null) return { rejection: blocked };
  if (order === undefined) return { rejection: "not_found" };
  if (order.market !== command.market || order.side !== command.side || order.type !== command.orderType) {
    return { rejection: "cannot_change_order" };
  }
  const { price, quantity } = wishedOf(order, command);
  if (price === order.price && quantity === order.quantity) return { rejection: "invalid_parameter" };
  if (quantity <= order.executed) return { rejection: "invalid_parameter" };
  const shrinks = price === order.price && quantity < order.quantity;

  const market = state.markets[order.market]!;
  const account = state.accounts[order.account]!;
  const fullyVisible = order.visibleQuantity === order.quantity;
  const visible = fullyVisible ? quantity : least(order.visibleQuantity, quantity);
  const refusal =
    gridRefusal(market, price) ??
    rangeRefusal(market, order.side, price) ??
    quantityRefusal(market, { quantity, visible, valuedAt: price, closesAll: false });
  if (refusal !== null) return { rejection: refusal };

  const others = { ...state, open: state.open.filter((each) => each.id !== order.id) };
  const reference = referenceOf(others, order, market, price);
  const changes = { price, quantity, sized: quantity, reference, visibleQuantity: visible, updatedAt: command.at };
  const amended: NaiveOrder = { ...order, ...changes };
  if (!order.reduceOnly) {
    const candidate = { order: amended, previous: order, takerFee: takerRate(state, order) };
    const verdict = judgeOrder(others, account, market, candidate);
    if (verdict !== "accepted") return { rejection: verdict };
  }

  state.open = others.open;
  if (!shrinks) {
    state.lastPriority += 1;
    amended.priority = state.lastPriority;
  }
  reports.transition(state, amended, "amended");
  mirrorOrder(state, reports, amended, "amended");
  if (shrinks) state.open.push(amended);
  else matchIncoming(state, amended, price, reports);
  return { orderId: amended.id, status: amended.status };
}
