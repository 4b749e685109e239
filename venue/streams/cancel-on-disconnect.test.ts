import { beforeEach, expect, test } from "bun:test";
import { isUnavailable, type Submitted, type Unavailable, type Unstamped } from "@evermark/core";
import { priceE8, quantityE8 } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { keptLog } from "../testing/kept-log.ts";
import { type MemoryVenue, memoryVenue } from "../testing/memory-venue.ts";
import { CancelOnDisconnect, type OwnOrders } from "./cancel-on-disconnect.ts";

let memory: MemoryVenue;
let all: CancelOnDisconnect;
let account: number;
beforeEach(() => {
  memory = memoryVenue();
  all = new CancelOnDisconnect(memory.venue);
  ({ account } = memory.openAccount({ usdc: 1_000_000 }));
});

const order = (price: number) =>
  placeOrder({
    account,
    side: "BUY",
    orderType: "LIMIT",
    price: priceE8(price * 1e8),
    quantity: quantityE8(1_000_000),
  });
const openIds = () => memory.engine.openOrders(account, -1).map(({ orderId }) => orderId);
const send = (own: OwnOrders, command: Unstamped) =>
  new Promise<Submitted | Unavailable>((resolve) => own.submit(command, resolve));
/** @returns the order's id */
async function place(own: OwnOrders, price = 50_000): Promise<number> {
  const placed = await send(own, order(price));
  if (isUnavailable(placed)) throw new Error(placed.unavailable);
  return placed.orderId;
}

test("when a connection ends, its orders are cancelled and others stay", async () => {
  const [own, other] = [all.follow(), all.follow()];
  await place(own);
  await place(own);
  const kept = await place(other);
  const foreign = memory.apply(order(49_000)).orderId;
  own.cancel();
  await Bun.sleep(0);
  expect(openIds()).toEqual([kept, foreign]);
});

test("an order applied after its connection ended is cancelled then", async () => {
  const own = all.follow();
  const placed = place(own);
  // The memory venue answers later in this turn of the event loop.
  own.cancel();
  await placed;
  await Bun.sleep(0);
  expect(openIds()).toEqual([]);
});

test("a refused placement, an immediate one and other commands belong to no connection", async () => {
  const own = all.follow();
  const before = memory.venue.sequencer.appliedPosition;
  await send(own, order(1));
  await send(own, { ...order(50_000), orderType: "IOC" });
  await send(own, { type: "cancel_all_orders", account, market: -1 });
  own.cancel();
  await Bun.sleep(0);
  expect(memory.venue.sequencer.appliedPosition).toBe(before + 3);
});

test("cancellations that the journal can't take are owed, and made once it can", async () => {
  const own = all.follow();
  await place(own);
  await place(own);
  memory.failJournal();
  own.cancel();
  await Bun.sleep(0);
  all.retry();
  await Bun.sleep(0);
  expect(openIds()).toHaveLength(2);
  memory.failJournal(null);
  all.retry();
  await Bun.sleep(0);
  expect(openIds()).toEqual([]);
});

test("shutting down waits for placements on their way, and logs how many orders it could not cancel", async () => {
  const lines: string[] = [];
  const own = all.follow();
  const placed = place(own);
  own.cancel();
  memory.failJournal();
  await all.settled(keptLog(lines));
  await placed;
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: "warn", orders: 1 }]);
});

test("finished orders are forgotten, however many a connection places", async () => {
  const own = all.follow();
  const resting = await place(own, 48_000);
  for (let n = 0; n < 5_000; n++) {
    const orderId = await place(own);
    memory.apply({ type: "cancel_order", account, market: -1, orderId, clientOrderId: "" });
  }
  expect(own.size).toBeLessThanOrEqual(1_024);
  own.cancel();
  await Bun.sleep(0);
  expect(memory.engine.findOrder(resting)).toBeUndefined();
});
