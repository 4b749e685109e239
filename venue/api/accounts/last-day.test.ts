import { expect, test } from "bun:test";
import type { Venue } from "../../venue.ts";
import { BITCOIN, Desk } from "../testing/desk.ts";
import { lastDayOf } from "./last-day.ts";

/** A desk where a trade comes between the reading of history and its answer, when `isTraded` says so. */
async function tradedMeanwhile(isTraded: (asked: number) => boolean) {
  const desk = new Desk();
  desk.price(BITCOIN, 60000);
  const [alice, bob] = [await desk.trader(10_000), await desk.trader(10_000)];
  const trade = async () => {
    const order = { symbol: BITCOIN, order_type: "LIMIT", order_price: 60000, order_quantity: 0.1 };
    await bob.call("POST", "/v1/order", { ...order, side: "SELL" });
    await alice.call("POST", "/v1/order", { ...order, side: "BUY" });
  };
  let asked = 0;
  const history: Venue["history"] = {
    ...desk.venue.history,
    async fillSumsSince(account, since, after) {
      asked += 1;
      const sums = await desk.venue.history.fillSumsSince(account, since, after);
      if (isTraded(asked)) await trade();
      return sums;
    },
  };
  await trade();
  desk.now += 1_000;
  desk.price(BITCOIN, 61000);
  return { venue: { ...desk.venue, history }, account: alice.account, asked: () => asked };
}

test("a fill that comes while history is read is counted once it is in both, position and sums", async () => {
  const { venue, account, asked } = await tradedMeanwhile((n) => n === 1);
  const day = await lastDayOf(venue, account);
  expect(asked()).toBe(2);
  // 0.2 × 1,000 − 2 × 3.6
  expect(day.total()).toEqual({ pnl: 192_800_000, fee: 7_200_000 });
});

test("an account that never stops trading is answered all the same", async () => {
  const { venue, account, asked } = await tradedMeanwhile(() => true);
  const day = await lastDayOf(venue, account);
  expect(asked()).toBe(3);
  expect(day.total().fee).toBe(3 * 3_600_000);
});
