import { expect, test } from "bun:test";
import { feeE5, micros, priceE8, quantityE8, silent } from "@evermark/engine";
import { memoryVenue } from "../testing/memory-venue.ts";
import { FanOut } from "./fan-out.ts";
import { PrivateFeed } from "./private-feed.ts";

test("a feed that was loaded from history tells the same last day as one that saw it", async () => {
  const memory = memoryVenue();
  const { venue, engine, apply } = memory;
  const market = engine.findMarket("PERP_ETH_USDC");
  /** Collects the positions of an account that a feed tells of. */
  const told = (feed: PrivateFeed, fanOut: FanOut, account: number): unknown[] => {
    const positions: unknown[] = [];
    fanOut.attach({ publish: (_topic, frame) => positions.push(...JSON.parse(frame).data.positions) });
    feed.open(account, "position", "").listeners = 1;
    return positions;
  };

  apply({ type: "add_broker", brokerId: "small", takerFee: feeE5(60), makerFee: feeE5(30) });
  const open = (digit: string): number => {
    const [accountId, wallet] = [`0x${digit.repeat(64)}`, `0x${digit.repeat(40)}`];
    const account = apply({ type: "open_account", accountId, wallet, brokerId: "small" }).created;
    apply({ type: "credit_deposit", account, amount: micros(1e11), source: "faucet", reference: digit });
    return account;
  };
  const [maker, taker] = [open("1"), open("2")];
  const indexPrice = (price: number) =>
    apply({ type: "set_index_prices", prices: [{ market, price: priceE8(price * 1e8) }] });
  const place = (account: number, side: "BUY" | "SELL", price: number) =>
    apply({
      ...{ type: "place_order", account, market, side, orderType: "LIMIT", price: priceE8(price * 1e8) },
      ...{ quantity: quantityE8(2e8), amount: micros(0), visible: quantityE8(-1), reduceOnly: false },
      ...{ clientOrderId: "", slippage: 0, level: -1, postOnlyAdjust: false, tag: "", marginMode: "", inBatch: false },
    });

  const [followingOut, loadedOut] = [new FanOut(venue.metrics.streams), new FanOut(venue.metrics.streams)];
  const following = new PrivateFeed(venue, followingOut);
  memory.listen({ ...silent, order: (report) => following.order(report) });
  indexPrice(2_500);
  place(maker, "SELL", 2_500);
  place(taker, "BUY", 2_500);
  indexPrice(2_510);

  const loaded = new PrivateFeed(venue, loadedOut);
  await loaded.load(venue.history);
  const [seen, read] = [told(following, followingOut, taker), told(loaded, loadedOut, taker)];
  for (const feed of [following, loaded]) {
    feed.position(taker, market, "CROSS");
    feed.commandEnd(venue.sequencer.appliedPosition);
  }
  expect(seen).toMatchObject([{ positionQty: 2, pnl24H: 17, fee24H: 3 }]);
  expect(read).toEqual(seen);
});
