// Amending an open order: its price and/or its total quantity, nothing else. A smaller quantity keeps its place in the
// queue, everything else goes to the end. On any refusal the order stays untouched. Rules 2.9.

import { run } from "../book/matching.ts";
import { addPending, rest, unrest } from "../book/open-orders.ts";
import { reportChange, statusOf } from "../book/reports.ts";
import type { AmendOrder } from "../commands.ts";
import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { tradingBlocked } from "../market/trading-state.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Ticks } from "../units.ts";
import type { Answer } from "../views.ts";
import { alignedLots, alignedTicks, checkBand, checkSizeLimits } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";

export function amendOrder(state: State, command: AmendOrder, answer: Answer, out: Listener): void {
  const market = state.markets[command.market];
  const terms =
    market === undefined ? rejection("invalid_parameter", { market: command.market }) : check(state, market, command);
  if ("name" in terms) {
    answer.rejection = terms;
    return;
  }
  const order = state.orders.find(command.orderId);
  answer.orderId = command.orderId;
  apply(state, terms, order, answer, out);
}

interface Amended {
  readonly market: LiveMarket;
  readonly price: number;
  readonly quantity: number;
}

function check(state: State, market: LiveMarket, c: AmendOrder): Amended | Rejection {
  const blocked = tradingBlocked(state, c.account, market, c);
  if (blocked !== null) return blocked;
  const { orders } = state;
  const { columns } = orders;
  const order = orders.find(c.orderId);
  // Someone else's order is reported as unknown, so that ids cannot be probed.
  if (order === NONE || columns.account[order] !== c.account) return rejection("not_found", { order_id: c.orderId });
  if (columns.market[order] !== c.market || orders.side(order) !== c.side || orders.type(order) !== c.orderType) {
    return rejection("cannot_change_order", { order_id: c.orderId });
  }
  if (c.price < 0 || c.quantity < 0 || (c.price === 0 && c.quantity === 0)) {
    return rejection(
      "invalid_parameter",
      { field: "order_price" },
      "order_price or order_quantity must be a positive number",
    );
  }
  const executed = columns.executed[order]!;
  if (c.quantity > 0 && c.quantity <= executed * market.lotE8) {
    return rejection(
      "invalid_parameter",
      { field: "order_quantity" },
      "order_quantity must exceed what is executed; cancel instead",
    );
  }
  const same =
    (c.price === 0 || c.price === columns.price[order]! * market.tickE8) &&
    (c.quantity === 0 || c.quantity === columns.quantity[order]! * market.lotE8);
  if (same)
    return rejection(
      "invalid_parameter",
      { field: "order_price" },
      "order_price or order_quantity must differ from the order",
    );

  const price = c.price === 0 ? columns.price[order]! : alignedTicks(market, c.price);
  if (typeof price !== "number") return price;
  const far = checkBand(market, c.side, price);
  if (far !== null) return far;
  const quantity = c.quantity === 0 ? columns.quantity[order]! : alignedLots(market, c.quantity, "order_quantity");
  if (typeof quantity !== "number") return quantity;
  const remaining = quantity - executed;
  const refused =
    checkSizeLimits(market, quantity, price, false) ??
    checkRisk(
      state,
      market,
      columns.row[order]!,
      c.account,
      {
        side: c.side,
        price,
        quantity: remaining,
        visible: remaining,
        bound: price,
        reduceOnly: orders.isReduceOnly(order),
        orderTag: columns.orderTag[order]!,
      },
      { remaining: orders.remaining(order) },
    );
  return refused ?? { market, price, quantity };
}

function apply(state: State, { market, price, quantity }: Amended, order: number, answer: Answer, out: Listener): void {
  const { orders } = state;
  const { columns } = orders;
  const before = columns.quantity[order]!;
  const keepsPlace = price === columns.price[order] && quantity < before;
  const visible = columns.visibleQuantity[order]!;
  const newVisible = visible === before ? quantity : Math.min(visible, quantity);
  if (keepsPlace) {
    const shown = orders.visible(order);
    columns.quantity[order] = quantity;
    columns.visibleQuantity[order] = newVisible;
    state.books.showing(order, shown);
    addPending(state, order, quantity - before);
    out.level(market.number, orders.side(order), price as Ticks);
    out.position(columns.account[order]!, market.number, orders.marginMode(order));
  } else {
    unrest(state, order, out);
    columns.price[order] = price;
    columns.quantity[order] = quantity;
    columns.visibleQuantity[order] = newVisible;
  }
  columns.updatedAt[order] = state.now;
  reportChange(state, order, "amended", out);
  if (keepsPlace) {
    answer.status = statusOf(state, order);
    return;
  }
  if (!crosses(market, state, order, price)) {
    rest(state, order, out);
    answer.status = statusOf(state, order);
    return;
  }
  const outcome = run(state, market, order, price, out);
  answer.status = outcome.status;
  answer.reason = outcome.reason;
}

/** Most amended orders meet nothing; only those that do go through matching. */
function crosses(market: LiveMarket, state: State, order: number, price: number): boolean {
  const buy = state.orders.isBuy(order);
  const level = (buy ? market.asks : market.bids).best();
  if (level === NONE) return false;
  const best = state.books.levels.columns.price[level]!;
  return buy ? price >= best : price <= best;
}
