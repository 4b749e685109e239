// Previews a placement, as far as the public book shows its outcome. The placement is checked on the real state; if it passes,
// it is entered and matched on a scratch state that holds the orders which it may meet, without hidden quantity. When it has
// met all of those and more may be looked at, it is tried again with all of that. Orders beyond are left out of account,
// and the answer says so.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, OrderId, Ticks } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import { evaluatePlacement } from "../../book/entry/acceptance.ts";
import { largestQuantity } from "../../book/entry/max-order-quantity.ts";
import { enter } from "../../book/entry/placement.ts";
import { Scratch } from "../../book/scratch/scratch.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { type Listener, type OrderReport, silent } from "../../language/events/events.ts";
import { blankAnswer } from "../../language/views/command-answers.ts";
import type {
  Answer,
  OrderPreview,
  PreviewedCancel,
  PreviewedFigures,
  PreviewedFill,
  PreviewedOrder,
} from "../../language/views/views.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { modeOf } from "../../permissions/default-mode.ts";
import { figuresNow } from "./figures-now.ts";
import { type ReachableOrders, reachableOrders } from "./preview-reach.ts";

export function previewOrder(state: State, command: PlaceOrder): OrderPreview {
  const { account, market, marginMode } = command;
  const answer = blankAnswer();
  const proposed = evaluatePlacement(state, command, answer, "shown");
  const before = figuresNow(state, account, market, modeOf(state, account, market, marginMode));
  if (proposed === null) return unchanged(before, answer, largestOf(state, command));
  if (proposed.refused !== null) {
    return unchanged(before, { ...answer, rejection: proposed.refused }, largestOf(state, command));
  }
  const { side, bound, most } = proposed;
  const live = state.markets[market]!;
  const lots = lotsOf(state, proposed);
  const incoming = { account, side, lots, bound };
  const isTooLarge = lots < most;
  let reach = reachableOrders(state, live, incoming, false);
  let tried = attempt(state, command, proposed, reach, isTooLarge);
  if (!tried.isWhole && reach.end === "enough") {
    reach = reachableOrders(state, live, incoming, true);
    tried = attempt(state, command, proposed, reach, isTooLarge);
  }
  const { order, after, isWhole } = tried;
  const met = reach.orders.length + reach.levels.length;
  return { before, after, order, rejection: null, first: null, largest: largestOf(state, command), isWhole, met };
}

function unchanged(
  before: PreviewedFigures,
  { replayed, orderId, status, rejection }: Pick<Answer, "replayed" | "orderId" | "status" | "rejection">,
  largest: Lots,
): OrderPreview {
  const first = replayed ? { orderId, status } : null;
  return { before, after: null, order: null, rejection, first, largest, isWhole: true, met: 0 };
}

function largestOf(state: State, command: PlaceOrder): Lots {
  const market = state.markets[command.market];
  return market === undefined ? 0 : largestQuantity(state, market, command);
}

/** The most lots that an order can take. */
function lotsOf(state: State, { reduceOnly, most, row }: ProposedOrder): number {
  return reduceOnly ? Math.min(most, Math.abs(state.rows.quantity(row))) : most;
}

/** @param isTooLarge whether the order asks for more than it can take */
function attempt(
  state: State,
  command: PlaceOrder,
  proposed: ProposedOrder,
  reach: ReachableOrders,
  isTooLarge: boolean,
): Pick<OrderPreview, "order" | "after" | "isWhole"> {
  const { market, mode, row, side, price } = proposed;
  const scratch = new Scratch(state, command.account);
  const twin = scratch.openBook(state.markets[market]!);
  const own = scratch.account(command.account);
  scratch.orderTag(proposed.orderTag);
  scratch.restOrders(twin, reach.orders, row);
  const resting = side === "BUY" ? "SELL" : "BUY";
  const lastId = scratch.restLevels(twin, resting, reach.levels, command.account) || reach.lastId;
  const entered = Object.assign(scratch.state.proposed, proposed, { account: own, row: scratch.row(row) });
  const answer = blankAnswer();
  const heard = new OwnerReports(own, state.lastOrderId + 1);
  enter(scratch.state, { ...command, account: own, clientOrderId: "" }, entered, answer, heard.listener);
  return {
    isWhole: reach.end === "all" || isSettled(scratch.state, lastId, answer, isTooLarge),
    order: resultOf(scratch.state, price, answer, heard),
    after: figuresNow(scratch.state, own, market, mode),
  };
}

/** Whether the outcome is independent of anything behind the orders that were on the scratch book. */
function isSettled(state: State, lastId: OrderId, { reason }: Answer, isTooLarge: boolean): boolean {
  // The order passes over resting orders that a doubt holds, as far as it may, and leaves them on the book.
  if (reason === "MARKET_STATE") return false;
  // A fill-or-kill order is tried without taking anything; one that asks for more than it can take ends with nothing.
  return reason === "FOK_UNFILLED" ? isTooLarge : state.orders.find(lastId) !== NONE;
}

function resultOf(state: State, price: Ticks, answer: Answer, { fills, cancels }: OwnerReports): PreviewedOrder {
  const { orders } = state;
  const order = orders.find(answer.orderId);
  const rests = order !== NONE;
  return {
    status: answer.status,
    reason: answer.reason,
    price,
    fills,
    resting: rests ? orders.remaining(order) : 0,
    visible: rests ? orders.visible(order) : 0,
    cancels,
  };
}

/** Collects the reports to the owner: executions of the order, and cancels of the owner's other orders that it causes. */
class OwnerReports {
  readonly fills: PreviewedFill[] = [];
  readonly cancels: PreviewedCancel[] = [];
  readonly listener: Listener;

  constructor(account: AccountNumber, orderId: OrderId) {
    this.listener = {
      ...silent,
      order: (report) => {
        if (report.account !== account) return;
        if (report.orderId === orderId) this.#ofTheOrder(report);
        else if (report.cause === "cancelled") this.#ofAnother(report);
      },
    };
  }

  #ofTheOrder({ cause, fillPrice: price, fillQuantity: quantity, fee, tagFee, maker, realizedPnl }: OrderReport): void {
    if (cause === "fill") this.fills.push({ price, quantity, fee, tagFee, maker, realizedPnl });
  }

  #ofAnother({ orderId, reason }: OrderReport): void {
    this.cancels.push({ orderId, reason: reason as CancelReason });
  }
}
