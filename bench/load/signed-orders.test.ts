import { expect, test } from "bun:test";
import { orderBodies } from "./signed-orders.ts";

test("with sells first, the two orders of each pair are swapped", () => {
  const count = { connections: 3, each: 8 };
  const ordersOf = (sellsFirst: boolean) =>
    orderBodies({ ...count, sellsFirst }).map((bodies) => bodies.map((body) => JSON.parse(body)));
  const [buysFirst, sellsFirst] = [ordersOf(false), ordersOf(true)];
  expect(buysFirst.map((own) => own.map(({ side }) => side))).toEqual(
    Array(3).fill(Array(4).fill(["BUY", "SELL"]).flat()),
  );
  const inPairs = buysFirst.map((own) => own.map((_, n) => own[n % 2 === 0 ? n + 1 : n - 1]));
  expect(sellsFirst).toEqual(inPairs);
});
