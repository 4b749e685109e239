import { expect, test } from "bun:test";
import { ApiError } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import type { AlgoOrder } from "../../session/asking/answers.ts";
import type { OpenOrder, OpenOrders } from "../../session/orders/open-order.ts";
import type { Notice } from "../../state/notice.ts";
import type { FarPrice } from "../ticket/far-price.ts";
import { OrderMoves } from "./order-moves.ts";
import type { OwnLine } from "./own-lines.ts";

const order = { orderId: 7, symbol: "PERP_ETH_USDC", side: "BUY", type: "LIMIT", price: 2_900 } as OpenOrder;
const line: OwnLine = {
  id: "order-7",
  price: 2_900,
  title: "Buy 1",
  tone: "rise",
  stroke: "dashed",
  movable: { is: "order", order },
};

/** An account whose venue gives the answers of the test. */
function account({
  answers = async () => ({ status: "NEW" }),
  asksFirst = false,
  far = undefined as FarPrice | undefined,
} = {}) {
  const sent: unknown[] = [];
  const notices: Omit<Notice, "id">[] = [];
  const ask = (body: unknown) => {
    sent.push(body);
    return answers();
  };
  const orders = new Cell<OpenOrders | undefined>(new Map([[7, order]]));
  const algoOrders = new Cell<readonly AlgoOrder[] | undefined>([]);
  const session = {
    client: { orders: { amendOrder: ask }, algo: { amendAlgoOrder: ask } },
    orders,
    algoOrders,
    refreshOrders() {},
  } as unknown as AccountSession;
  const options = {
    tick: 0.5,
    asksFirst: () => asksFirst,
    far: () => far,
    notify: (notice: Omit<Notice, "id">) => notices.push(notice),
  };
  return { moves: new OrderMoves(session, options), sent, notices, orders, algoOrders };
}

const placeOf = (moves: OrderMoves) => moves.moved.get().get("order-7");

/** Waits until the listeners of the cell have run. */
const settled = (cell: Cell<unknown>) =>
  new Promise<void>((resolve) => {
    const stop = cell.subscribe(() => {
      stop();
      resolve();
    });
  });

test("a line snaps to the nearest tick, and its order is moved there when the line is released", async () => {
  const { moves, sent, orders } = account();
  moves.move(line, 2_950.3);
  expect(placeOf(moves)).toEqual({ price: 2_950.5, isSent: false });
  const sending = moves.drop(line, 2_950.3);
  expect(placeOf(moves)).toEqual({ price: 2_950.5, isSent: true });
  await sending;
  const terms = { order_id: 7, symbol: "PERP_ETH_USDC", side: "BUY", order_type: "LIMIT" };
  expect(sent).toEqual([{ ...terms, order_price: "2950.5" }]);
  // It stays where it was put until the list of orders has the new price.
  expect(placeOf(moves)).toEqual({ price: 2_950.5, isSent: true });
  orders.set(new Map([[7, { ...order, price: 2_950.5 }]]));
  await settled(orders);
  expect(placeOf(moves)).toBeUndefined();
});

test("a refused order returns, with a notice of the reason", async () => {
  const refusal = new ApiError({ status: 400, code: -1105, message: "price is too far from the mark" });
  const { moves, notices } = account({ answers: () => Promise.reject(refusal) });
  await moves.drop(line, 9_000);
  expect(placeOf(moves)).toBeUndefined();
  expect(notices).toEqual([{ tone: "bad", title: "The order was not moved", text: "Price is too far from the mark." }]);
});

test("an order that the venue cancels at its new price is reported", async () => {
  const { moves, notices } = account({ answers: async () => ({ status: "CANCELLED" }) });
  await moves.drop(line, 3_100);
  expect(notices.map(({ title }) => title)).toEqual(["The order was cancelled"]);
});

test("a line released at its own price moves nothing", async () => {
  const { moves, sent } = account();
  moves.move(line, 2_900.1);
  await moves.drop(line, 2_900.1);
  expect(sent).toEqual([]);
  expect(placeOf(moves)).toBeUndefined();
});

test("a line whose move was sent is not moved again", async () => {
  const { moves, sent } = account();
  const sending = moves.drop(line, 2_950);
  moves.move(line, 3_000);
  await moves.drop(line, 3_000);
  await sending;
  expect(sent).toHaveLength(1);
});

test("confirmation is asked first if the trader wants it", async () => {
  const { moves, sent } = account({ asksFirst: true });
  await moves.drop(line, 2_950);
  expect(moves.asked.get()).toEqual({ line, price: 2_950 });
  await moves.answer(false);
  expect(placeOf(moves)).toBeUndefined();
  expect(sent).toEqual([]);
  await moves.drop(line, 2_950);
  await moves.answer(true);
  expect(sent).toHaveLength(1);
});

test("an algo order is moved by its trigger price", async () => {
  const { moves, sent, algoOrders } = account();
  await moves.drop({ ...line, id: "order-7", movable: { is: "trigger", id: 3, path: [2, 3] } }, 2_800);
  expect(sent).toEqual([{ order_id: 2, child_orders: [{ order_id: 3, trigger_price: "2800" }] }]);
  algoOrders.set([]);
  await settled(algoOrders);
  expect(placeOf(moves)).toBeUndefined();
});

test("a line dropped far away needs confirmation, even if other moves don't", async () => {
  const far = { price: "29", question: "29 is far. Is it what you mean?" };
  const { moves, sent } = account({ far });
  await moves.drop(line, 29);
  expect([sent, moves.asked.get()]).toEqual([[], { line, price: 29, question: far.question }]);
  await moves.answer(false);
  expect([sent, placeOf(moves)]).toEqual([[], undefined]);
  await moves.drop(line, 29);
  await moves.answer(true);
  expect(sent).toMatchObject([{ order_price: "29" }]);
});
