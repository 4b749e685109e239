// Many requests at once: writes that meet on one order, one account, one market and one clock. In whatever order they
// arrive, each is answered, nothing is done twice or by half, and everything adds up. Rules 1.5 and 2.

import { afterEach, beforeAll, expect, test } from "bun:test";
import type { Answer, Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let traders: Trader[];
beforeAll(async () => {
  traders = await Promise.all(Array.from({ length: 6 }, () => newTrader(venue.url, { claims: 10 })));
});
afterEach(async () => {
  venue.audit();
  expect(venue.errors).toEqual([]);
  // Nothing was settled, so every account still holds exactly what the faucet gave.
  for (const trader of traders) {
    await trader.synchronise();
    expect((await trader.get("/v1/client/holding")).data.holding).toMatchObject([{ holding: 100_000 }]);
  }
});

const LINK = {
  symbol: "PERP_LINK_USDC",
  order_type: "LIMIT",
  side: "BUY",
  order_price: 13.9,
  order_quantity: 10,
} as const;

test("amendments, cancels and fills that meet on one order leave it in one state", async () => {
  const [owner, other] = [traders[0]!, traders[1]!];
  for (let round = 0; round < 15; round++) {
    const { order_id } = accepted(await owner.order(LINK)).data;
    const identity = { order_id, symbol: LINK.symbol, side: "BUY", order_type: "LIMIT" };
    const hit = { ...LINK, side: "SELL", order_type: "IOC", order_quantity: 4 };
    const answers = await Promise.all([
      owner.put("/v1/order", { ...identity, order_quantity: 8 }),
      other.order(hit),
      owner.put("/v1/order", { ...identity, order_price: 13.8 }),
      other.order(hit),
      owner.delete(`/v1/order?symbol=${LINK.symbol}&order_id=${order_id}`),
      other.order(hit),
      owner.put("/v1/order", { ...identity, order_quantity: 20 }),
    ]);
    for (const { status } of answers) expect([200, 400]).toContain(status);
    const order = (await owner.get(`/v1/order/${order_id}`)).data;
    const fills = accepted(await owner.get(`/v1/order/${order_id}/trades`)).data.rows!;
    expect(fills.reduce((sum, fill) => sum + Number(fill.executed_quantity), 0)).toBe(Number(order.executed_quantity));
    const filled = [answers[1]!, answers[3]!, answers[5]!].map(({ data }) => Number(data.order_id));
    const taken = await Promise.all(filled.map((id) => other.get(`/v1/order/${id}`)));
    expect(taken.reduce((sum, { data }) => sum + Number(data.executed_quantity), 0)).toBe(
      Number(order.executed_quantity),
    );
    const { status } = order;
    expect(["CANCELLED", "FILLED", "NEW", "PARTIAL_FILLED"]).toContain(String(status));
    await owner.delete(`/v1/order?symbol=${LINK.symbol}&order_id=${order_id}`);
  }
});

test("margin is never promised twice, however many orders arrive together", async () => {
  const trader = await newTrader(venue.url);
  const order = { symbol: "PERP_ETH_USDC", order_type: "LIMIT", side: "BUY", order_price: 3_000, order_quantity: 3 };
  const answers = await Promise.all(Array.from({ length: 50 }, () => trader.order(order)));
  const placed = answers.filter(({ status }) => status === 200);
  for (const { status, json } of answers) {
    if (status !== 200) expect([status, json.code]).toEqual([400, -1101]);
  }
  // Each order needs 900 of margin; there must be room for the next one's fee too.
  expect(placed).toHaveLength(11);
  const positions = accepted(await trader.get("/v1/positions")).data;
  expect(positions.free_collateral).toBe(10_000 - 11 * 900);
  const rejected = accepted(await trader.get("/v1/orders?status=REJECTED&size=100")).data.rows!;
  expect(rejected).toHaveLength(39);
  accepted(await trader.delete("/v1/orders"));
});

test("orders, prices, time, leverage and reads all at once, and the books balance", async () => {
  const symbol = "PERP_SUI_USDC";
  const work: Promise<Answer | number>[] = [];
  for (let i = 0; i < 40; i++) {
    for (const [at, trader] of traders.entries()) {
      const side = (i + at) % 2 === 0 ? "BUY" : "SELL";
      work.push(
        trader.order({
          symbol,
          side,
          order_type: "LIMIT",
          order_price: (1_800 + (i % 7) - 3) / 1_000,
          order_quantity: 50,
        }),
      );
    }
    work.push(setPrice(venue.url, symbol, (1_800 + (i % 9) - 4) / 1_000));
    if (i % 8 === 0) work.push(advance(venue.url, 10_000));
    if (i % 5 === 0) work.push(traders[i % 6]!.post("/v1/client/leverages", { symbol, leverage: 5 + (i % 15) }));
    work.push(traders[i % 6]!.get("/v1/positions"), traders[(i + 1) % 6]!.get("/v1/orders?size=500"));
    if (i % 10 === 9) work.push(traders[i % 6]!.post("/v1/order/cancel_all_after", { trigger_after: 5_000 }));
  }
  for (const answer of await Promise.all(work))
    if (typeof answer !== "number") expect([200, 400]).toContain(answer.status);
  for (const trader of traders) {
    await trader.synchronise();
    accepted(await trader.delete(`/v1/orders?symbol=${symbol}`));
  }

  const rows = await Promise.all(
    traders.map(async (trader) => accepted(await trader.get(`/v1/position/${symbol}`)).data as Row),
  );
  const sum = (name: string): number => rows.reduce((total, row) => total + Math.round(Number(row[name]) * 1e6), 0);
  expect(sum("position_qty")).toBe(0);
  // The traders' costs sum to the fees they paid.
  const fills = await Promise.all(
    traders.map(async (trader) => accepted(await trader.get(`/v1/trades?symbol=${symbol}&size=500`)).data.rows!),
  );
  expect(sum("cost_position")).toBe(
    fills.flat().reduce((total, fill) => total + Math.round(Number(fill.fee) * 1e6), 0),
  );
});

test("accounts that open, bind and trade at the same time do not affect each other", async () => {
  const many = await Promise.all(
    Array.from({ length: 40 }, (_, i) => newTrader(venue.url, { brokerId: `builder-${i % 5}` })),
  );
  expect(new Set(many.map(({ accountId }) => accountId)).size).toBe(40);
  const placed = await Promise.all(many.map((trader) => trader.order()));
  expect(new Set(placed.map((answer) => accepted(answer).data.order_id)).size).toBe(40);
  const lists = await Promise.all(many.map((trader) => trader.get("/v1/orders")));
  expect(lists.map((list) => list.data.rows!.map((row) => row.order_id))).toEqual(
    placed.map(({ data }) => [data.order_id]),
  );
  await Promise.all(many.map((trader) => trader.delete("/v1/orders")));
});
