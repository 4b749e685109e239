// An engine that previews each command before applying it, and checks the result against the preview: the reports that the
// owner gets, and the account's figures afterwards. Where a hidden order may take part, the result is only bounded: none of
// the order trades at a worse price, and no less than was previewed, except when it sells for an amount, which a better price
// reaches with less. Where margin ends an order, this one or one that it meets, only its own price bound is checked: what
// trades with the hidden order first may leave its owner, or the other side, too little margin for what comes next.

import { expect } from "bun:test";
import { NONE } from "../base/storage/int-map.ts";
import type { Command, PlaceOrder } from "../language/commands/commands.ts";
import { joinListeners, type Listener, type OrderReport, silent } from "../language/events/events.ts";
import type { Answer, OrderPreview, Preview, PreviewedFigures } from "../language/views/views.ts";
import { State } from "../memory/state.ts";
import { Engine } from "../run/engine.ts";
import { codeOf } from "./refusal-codes.ts";

/** How often each kind of thing was previewed. */
export type Tally = Record<string, number>;

/** Counts in a tally what it has previewed. */
export class PreviewingEngine extends Engine {
  constructor(
    readonly tally: Tally,
    readonly looked: State = new State(),
  ) {
    super(looked);
  }

  override apply(command: Command, out: Listener): Answer {
    const preview = previewOf(this, command);
    if (preview === null) return super.apply(command, out);
    const hides = command.type === "place_order" && mayMeetHidden(this.looked, command);
    const heard: OrderReport[] = [];
    const answer = super.apply(
      command,
      joinListeners({ ...silent, order: (report) => heard.push({ ...report }) }, out),
    );
    count(this.tally, command.type);
    if (hides) {
      boundOrder(preview as OrderPreview, answer, command, heard, this.tally);
      return answer;
    }
    // A repeated request gets its first answer; a preview is about what would happen now.
    if (answer.replayed && command.type !== "place_order") return answer;
    expect(preview.rejection).toEqual(answer.rejection);
    if (command.type === "place_order") {
      compareOrder(preview as OrderPreview, answer, command, heard, this.tally);
      compareLargest(this, preview as OrderPreview, command, this.tally);
    } else expect(preview.after === null).toBe(answer.rejection !== null);
    if (preview.after !== null) compareStanding(this, command, preview.after);
    return answer;
  }
}

/** Null for a command that can't be previewed. Checks that the preview leaves no trace in the state. */
function previewOf(engine: Engine, command: Command): Preview | null {
  const known = "account" in command && command.account < engine.accountCount && engine.userId(command.account) > 0;
  if (!known) return null;
  const before = engine.snapshot();
  const preview = ask(engine, command);
  // Not by `toEqual`, which takes long over so many bytes.
  if (preview !== null) expect(Buffer.compare(before, engine.snapshot())).toBe(0);
  return preview;
}

/** Null for a command that can't be previewed. @param command of an account that exists */
export function ask(engine: Engine, command: Command): Preview | null {
  switch (command.type) {
    case "place_order":
      return engine.previews.order(command);
    case "set_leverage":
      return engine.previews.leverage(command);
    case "move_position_margin":
      return engine.previews.positionMargin(command);
    default:
      return null;
  }
}

/** Whether another account has hidden quantity where the order might trade. */
function mayMeetHidden(state: State, { account, market: number, side, price }: PlaceOrder): boolean {
  const { orders, books, accounts } = state;
  const market = state.markets[number];
  if (market === undefined) return false;
  const buy = side === "BUY";
  const ladder = buy ? market.asks : market.bids;
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const at = books.levels.price(level) * market.tickE8;
    if (price > 0 && (buy ? at > price : at < price)) return false;
    for (let order = books.levels.head(level); order !== NONE; order = orders.next(order)) {
      const isOwn = accounts.owner(orders.account(order)) === accounts.owner(account);
      if (!isOwn && orders.visible(order) < orders.remaining(order)) return true;
    }
  }
  return false;
}

/** Hidden quantity makes an order trade more, and at better prices; in a market that takes only resting orders, it is refused. */
function boundOrder(
  { order, first, rejection }: OrderPreview,
  answer: Answer,
  { account, side, amount }: PlaceOrder,
  heard: readonly OrderReport[],
  tally: Tally,
): void {
  expect(first).toEqual(answer.replayed ? { orderId: answer.orderId, status: answer.status } : null);
  if (rejection !== null) expect(answer.rejection).toEqual(rejection);
  if (answer.rejection !== null || answer.replayed || order === null) return;
  const fills = heard.filter((each) => each.account === account && each.orderId === answer.orderId);
  const real = fills
    .filter(({ cause }) => cause === "fill")
    .map((each) => [each.fillPrice, each.fillQuantity] as const);
  const previewed = order.fills.map(({ price, quantity }) => [price, quantity] as const);
  const lots = sum(previewed.map(([, quantity]) => quantity));
  const traded = sum(real.map(([, quantity]) => quantity));
  if (heard.some(({ cause, reason }) => cause === "cancelled" && reason === "MARGIN")) {
    const bound = order.price > 0 ? order.price : side === "BUY" ? Infinity : 0;
    for (const [price] of real) expect(side === "BUY" ? price <= bound : price >= bound).toBe(true);
    count(tally, "hidden, and margin ends an order");
    return;
  }
  if (traded < lots) {
    // Both end where the remaining amount does not pay for one more lot at the price they have reached.
    expect([side, amount > 0]).toEqual(["SELL", true]);
    expect(costOf(real, traded) + real.at(-1)![0]).toBeGreaterThan(costOf(previewed, lots));
  }
  const compared = Math.min(traded, lots);
  const [paid, expected] = [costOf(real, compared), costOf(previewed, compared)];
  if (side === "BUY") expect(paid).toBeLessThanOrEqual(expected);
  else expect(paid).toBeGreaterThanOrEqual(expected);
  count(tally, paid === expected ? "hidden, and the same" : "hidden, and better");
}

/** Ticks × lots of the first `lots` lots. */
function costOf(fills: readonly (readonly [price: number, quantity: number])[], lots: number): number {
  let left = lots;
  let value = 0;
  for (const [price, quantity] of fills) {
    const taken = Math.min(left, quantity);
    value += price * taken;
    left -= taken;
  }
  return value;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function compareOrder(
  { order, first }: OrderPreview,
  answer: Answer,
  { account }: PlaceOrder,
  heard: readonly OrderReport[],
  tally: Tally,
): void {
  expect(first).toEqual(answer.replayed ? { orderId: answer.orderId, status: answer.status } : null);
  if (answer.rejection !== null || answer.replayed) {
    count(tally, answer.replayed ? "repeated" : `refused ${codeOf(answer.rejection)}`);
    expect(order).toBeNull();
    return;
  }
  const own = heard.filter((report) => report.account === account);
  const of = own.filter(({ orderId }) => orderId === answer.orderId);
  const fills = of.filter(({ cause }) => cause === "fill");
  const cancels = own.filter(({ orderId, cause }) => orderId !== answer.orderId && cause === "cancelled");
  const rests = answer.status === "NEW" || answer.status === "PARTIAL_FILLED";
  const last = of.at(-1)!;
  expect(order).toEqual({
    status: answer.status,
    reason: answer.reason,
    price: last.price,
    fills: fills.map(({ fillPrice: price, fillQuantity: quantity, fee, tagFee, maker, realizedPnl }) => {
      return { price, quantity, fee, tagFee, maker, realizedPnl };
    }),
    resting: (rests ? last.quantity - last.executed : 0) as never,
    visible: (rests ? last.visible : 0) as never,
    cancels: cancels.map(({ orderId, reason }) => ({ orderId, reason: reason as never })),
  });
  count(tally, `${last.orderType} ${answer.status} ${answer.reason}`.trim());
  if (fills.length > 1) count(tally, "several fills");
  if (cancels.length > 0) count(tally, "cancels others");
  if (last.marginMode === "ISOLATED") count(tally, fills.length > 0 ? "isolated fills" : "isolated");
  if (last.reduceOnly && fills.length > 0) count(tally, "reduce-only fills");
  if (fills.some(({ tagFee }) => tagFee > 0)) count(tally, "tag fees");
}

/** An accepted quantity was previewed to fit, and one that limits or margin refuse was not. */
function compareLargest(engine: Engine, preview: OrderPreview, command: PlaceOrder, tally: Tally): void {
  const { rejection, first, largest } = preview;
  // An amount is not a quantity, and a reduce-only order may be larger than the position that it reduces.
  if (first !== null || command.quantity === 0 || command.reduceOnly || command.postOnlyAdjust) return;
  if (rejection !== null && codeOf(rejection) !== INSUFFICIENT) return;
  const { parameters, state } = engine.market(command.market);
  if (state !== "ACTIVE") return;
  const lots = command.quantity / parameters.baseTick;
  if (rejection === null) expect(lots).toBeLessThanOrEqual(largest);
  else expect(lots).toBeGreaterThan(largest);
  count(tally, rejection === null ? "fits" : "is larger than fits");
}

/** The code of refusals by limits and by margin. */
const INSUFFICIENT = -1101;

/** Compares all figures except times, which are those of the command and unknown to a preview. */
function compareStanding(engine: Engine, command: Command, after: PreviewedFigures): void {
  const { account } = command as { readonly account: number };
  expect(after.margin).toEqual(engine.margin(account));
  const { position } = after;
  if (position === null) return;
  const { openedAt, updatedAt, ...now } = engine.position(account, position.market, position.marginMode);
  expect({ ...position, openedAt, updatedAt }).toEqual({ ...now, openedAt, updatedAt });
}

function count(tally: Tally, what: string): void {
  tally[what] = (tally[what] ?? 0) + 1;
}
