// Previews from outside: the prediction for an order, a leverage or a move of margin is what then happens, to the last
// digit. A preview changes nothing, and a read-only key may preview but not act.

import { beforeAll, describe, expect, test } from "bun:test";
import { feeE5 } from "@evermark/engine";
import { expectRefusal, expectSuccess } from "./outside/expected-refusal.ts";
import { type Answer, call, type Row } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { leaveBook, limitOrder, type Order, positionOf } from "./outside/outside-trading.ts";
import { accepted, bindKey, newTrader, Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";
import { startVenue } from "./outside/whole-venue.ts";

const SOL = "PERP_SOL_USDC";
const ETH = "PERP_ETH_USDC";
const venue = venueOfFile();
let maker: Trader;

beforeAll(async () => {
  maker = await newTrader(venue.url, { claims: 30 });
  await setPrice(venue.url, SOL, 150);
  await setPrice(venue.url, ETH, 3_000);
});

const preview = (trader: Trader, order: Order): Promise<Answer> => trader.post("/v1/order/preview", order);

/** The same account with a read-only key. */
async function readerOf(trader: Trader): Promise<Trader> {
  const key = new ApiKey();
  accepted(await bindKey(trader.url, trader.wallet, key.name, { scope: "read" }));
  return new Trader(trader.url, trader.wallet, trader.accountId, key, trader.skew);
}

/** Compares every figure that the preview and the interface both show: those of the account and of the position. */
async function expectShown(trader: Trader, previewed: Row): Promise<void> {
  const { position, margin_used: _used, maintenance_margin: _maintenance, ...figures } = previewed;
  const { isolated_order_frozen, ...margin } = figures;
  const shown = accepted(await trader.get("/v1/positions")).data;
  const { holding } = accepted(await trader.get("/v1/client/holding")).data as { readonly holding: readonly Row[] };
  expect(shown).toMatchObject(margin);
  expect(holding[0]?.isolated_order_frozen ?? 0).toBe(isolated_order_frozen as number);
  const { symbol, margin_mode } = position as Row;
  expect(await positionOf(trader, String(symbol), margin_mode as "CROSS")).toMatchObject(position as Row);
}

describe("an order", () => {
  test("does what its preview predicted, and the preview changed nothing", async () => {
    const trader = await newTrader(venue.url);
    const reader = await readerOf(trader);
    accepted(await maker.order(limitOrder(SOL, "SELL", 2, 150)));
    accepted(await maker.order(limitOrder(SOL, "SELL", 3, 151)));
    const own = accepted(await trader.order(limitOrder(SOL, "SELL", 1, 150.5))).data;
    const order = limitOrder(SOL, "BUY", 6, 151);
    const asked = await preview(reader, order);
    expectSuccess(asked);
    const { after, before, max_quantity: most, ...predicted } = asked.data;
    const largest = { ...order, order_quantity: most };
    expect((await preview(trader, largest)).data).toMatchObject({ would_be: "accepted", max_quantity: most });
    const larger = { ...order, order_quantity: Math.round(Number(most) * 100 + 1) / 100 };
    expect((await preview(trader, larger)).data).toMatchObject({ would_be: "refused", refusal: { code: -1101 } });
    expect(predicted).toEqual({
      would_be: "accepted",
      refusal: null,
      order_id: null,
      status: "PARTIAL_FILLED",
      reason: null,
      margin_mode: "CROSS",
      order_price: 151,
      fills: [
        { price: 150, quantity: 2, value: 300, fee: 0.18 },
        { price: 151, quantity: 3, value: 453, fee: 0.2718 },
      ],
      executed_quantity: 5,
      average_executed_price: 150.6,
      // 0.6 (150.6 less the best price of 150) of 150.
      slippage: 0.004,
      total_fee: 0.4518,
      order_enum_fee: 0,
      is_maker: 0,
      realized_pnl: 0,
      resting_quantity: 1,
      visible_quantity: 1,
      is_complete: true,
      cancelled_orders: [{ order_id: own.order_id, reason: "SELF_TRADE" }],
    });
    await expectShown(trader, before as Row);
    expect((await preview(reader, order)).data).toEqual(asked.data);

    const placed = accepted(await trader.order(order)).data;
    await expectShown(trader, after as Row);
    expect(accepted(await trader.get(`/v1/order/${placed.order_id}`)).data).toMatchObject({
      status: predicted.status,
      executed_quantity: predicted.executed_quantity,
      average_executed_price: predicted.average_executed_price,
      total_fee: predicted.total_fee,
    });
    await leaveBook(trader);
  });

  test("is previewed without other accounts' hidden orders, but trades with them", async () => {
    const trader = await newTrader(venue.url);
    const hidden = accepted(await maker.order({ ...limitOrder(SOL, "SELL", 2, 150), visible_quantity: 0 })).data;
    const order = limitOrder(SOL, "BUY", 2, 150);
    expect(accepted(await preview(trader, order)).data).toMatchObject({
      fills: [],
      resting_quantity: 2,
      status: "NEW",
    });
    expect(accepted(await trader.order(order)).data).toMatchObject({ status: "FILLED" });
    expect(accepted(await maker.get(`/v1/order/${hidden.order_id}`)).data).toMatchObject({ status: "FILLED" });
  });

  test("counts by the number of orders that it meets", async () => {
    const trader = await newTrader(venue.url);
    const left = (answer: Answer) => Number(answer.headers.get("x-ratelimit-remaining"));
    for (let n = 0; n < 60; n++) accepted(await maker.order(limitOrder(SOL, "SELL", 1, 150 + n / 100)));
    const far = limitOrder(SOL, "BUY", 70, 151);
    const seen: number[] = [];
    // One for the preview, three for the sixty orders it met, and one for the small preview; repeated because a machine
    // may stall for a second.
    while (seen.at(-1) !== 5 && seen.length < 20) {
      expect(accepted(await preview(trader, far)).data).toMatchObject({ executed_quantity: 60, is_complete: true });
      const small = await preview(trader, limitOrder(SOL, "BUY", 1, 149));
      seen.push(Number(small.headers.get("x-ratelimit-limit")) - left(small));
    }
    expect(seen.at(-1)).toBe(5);
    await leaveBook(maker);
  });

  test("of isolated margin is previewed with the margin it reserves and the margin it moves to the position", async () => {
    const trader = await newTrader(venue.url);
    accepted(await maker.order(limitOrder(ETH, "SELL", 0.5, 3_000)));
    const order = limitOrder(ETH, "BUY", 0.8, 3_000, { margin_mode: "ISOLATED" });
    const { after, ...predicted } = accepted(await preview(trader, order)).data;
    expect(predicted).toMatchObject({ margin_mode: "ISOLATED", executed_quantity: 0.5, resting_quantity: 0.3 });
    accepted(await trader.order(order));
    await expectShown(trader, after as Row);
    expect(after).toMatchObject({ position: { margin: 150.9, position_qty: 0.5 }, isolated_order_frozen: 90.54 });
    await leaveBook(trader);
  });

  test("that would be refused is previewed with the reason, and with the account as it is", async () => {
    const trader = await newTrader(venue.url, { claims: 0 });
    const order = limitOrder(SOL, "BUY", 1, 150);
    const { before, ...asked } = accepted(await preview(trader, order)).data;
    expect(asked).toMatchObject({ would_be: "refused", status: null, after: null, fills: [], executed_quantity: 0 });
    await expectShown(trader, before as Row);
    const { code, message, detail } = (await trader.order(order)).json as unknown as Row;
    const { order_id: _stored, ...numbers } = detail as Row;
    expect(asked.refusal).toEqual({ code, message, detail: numbers });

    const far = await preview(trader, limitOrder(SOL, "BUY", 1, 200));
    expect(far.data).toMatchObject({ would_be: "refused", refusal: { code: -1105, detail: { price: "200" } } });
    const closing = await preview(trader, { ...order, reduce_only: true });
    expect(closing.data).toMatchObject({ would_be: "refused", refusal: { code: -1005 } });
  });

  test("that was placed before would get its first answer again", async () => {
    const trader = await newTrader(venue.url);
    const order = limitOrder(SOL, "BUY", 1, 140, { client_order_id: "mine" });
    const { order_id } = accepted(await trader.order(order)).data;
    expect((await preview(trader, order)).data).toMatchObject({
      would_be: "repeated",
      order_id,
      status: "NEW",
      after: null,
    });
    const other = await preview(trader, { ...order, order_quantity: 2 });
    expect(other.data).toMatchObject({ would_be: "refused", refusal: { code: -1007, detail: { order_id } } });
    await leaveBook(trader);
  });

  test("that is malformed is refused, as when it is placed", async () => {
    const trader = await newTrader(venue.url, { claims: 0 });
    expectRefusal(await preview(trader, {}), [400, -1005]);
    expectRefusal(await preview(trader, limitOrder("PERP_NO_USDC", "BUY", 1, 1)), [400, -1005]);
    expectRefusal(await preview(trader, limitOrder(SOL, "BUY", 1, -1)), [400, -1005]);
    expectRefusal(await preview(trader, { ...limitOrder(SOL, "BUY", 1, 150), order_type: "MARKET" }), [400, -1005]);
    expectRefusal(await call(`${venue.url}/v1/order/preview`, { method: "POST", body: "{}" }), [401, -1001]);
  });

  test("of another account can't be previewed", async () => {
    const trader = await newTrader(venue.url);
    const stranger = (await newTrader(venue.url, { claims: 0 })).actingFor(trader.accountId);
    expectRefusal(await preview(stranger, limitOrder(SOL, "BUY", 1, 150)), [401, -1002]);
  });
});

describe("a leverage", () => {
  test("does what its preview predicted, by both names, for one symbol and for all", async () => {
    const trader = await newTrader(venue.url);
    const reader = await readerOf(trader);
    accepted(await trader.order(limitOrder(SOL, "BUY", 10, 149)));
    for (const path of ["/v1/client/leverages", "/v1/client/leverage"]) {
      const body = { symbol: SOL, leverage: path.endsWith("s") ? 5 : 2, preview: true };
      const { before, after, ...verdict } = accepted(await reader.post(path, body)).data;
      expect(verdict).toEqual({ would_be: "accepted", refusal: null });
      await expectShown(trader, before as Row);
      accepted(await trader.post(path, { ...body, preview: false }));
      await expectShown(trader, after as Row);
      expect(after).toMatchObject({ margin_used: 1_500 / body.leverage, position: { leverage: body.leverage } });
    }
    const all = accepted(await reader.post("/v1/client/leverages", { leverage: 20, preview: true })).data;
    expect(all).toMatchObject({
      before: { margin_used: 750, position: null },
      after: { margin_used: 75, position: null },
    });
    await leaveBook(trader);
  });

  test("that would be refused is previewed with the reason", async () => {
    const trader = await newTrader(venue.url, { claims: 1 });
    accepted(await trader.order(limitOrder(SOL, "BUY", 400, 149)));
    const body = { symbol: SOL, leverage: 1, preview: true };
    const asked = accepted(await trader.post("/v1/client/leverages", body)).data;
    const refused = await trader.post("/v1/client/leverages", { ...body, preview: false });
    const { code, message, detail } = refused.json as unknown as Row;
    expect(code).toBe(-1101);
    expect(asked).toMatchObject({ would_be: "refused", refusal: { code, message, detail }, after: null });
    expectRefusal(await trader.post("/v1/client/leverages", { ...body, preview: "true" }), [400, -1005]);
    await leaveBook(trader);
  });
});

describe("a move of margin", () => {
  test("does what its preview predicted, and a read-only key can't make it", async () => {
    const trader = await newTrader(venue.url);
    const reader = await readerOf(trader);
    accepted(await maker.order(limitOrder(ETH, "SELL", 0.5, 3_000)));
    accepted(await trader.order(limitOrder(ETH, "BUY", 0.5, 3_000, { margin_mode: "ISOLATED" })));
    const body = { symbol: ETH, amount: "100", type: "ADD" };
    const { before, after, would_be } = accepted(
      await reader.post("/v1/position_margin", { ...body, preview: true }),
    ).data;
    expect(would_be).toBe("accepted");
    await expectShown(trader, before as Row);
    for (const preview of [undefined, false, "true", 1, null]) {
      expectRefusal(await reader.post("/v1/position_margin", { ...body, preview }), [
        ...[401, -1002],
        "scope trading is required",
      ] as never);
    }
    await expectShown(trader, before as Row);

    const moved = accepted(await trader.post("/v1/position_margin", body));
    expect("data" in moved.json).toBe(false);
    await expectShown(trader, after as Row);

    const tooMuch = { ...body, type: "REDUCE", amount: "1000" };
    const asked = accepted(await reader.post("/v1/position_margin", { ...tooMuch, preview: true })).data;
    const { code, message, detail } = (await trader.post("/v1/position_margin", tooMuch)).json as unknown as Row;
    expect(asked).toMatchObject({ would_be: "refused", refusal: { code, message, detail }, after: null });
  });

  test("can't be previewed by a key that may neither read nor trade", async () => {
    const trader = await newTrader(venue.url, { scope: "asset", claims: 0 });
    const body = { symbol: ETH, amount: "1", type: "ADD", preview: true };
    expectRefusal(await trader.post("/v1/position_margin", body), [401, -1002]);
    expectRefusal(await preview(trader, limitOrder(SOL, "BUY", 1, 150)), [401, -1002]);
  });
});

test("calls that have no preview do nothing when asked for one", async () => {
  const trader = await newTrader(venue.url);
  const order = limitOrder(ETH, "BUY", 0.1, 2_500);
  const stop = { symbol: ETH, algo_type: "STOP", type: "MARKET", side: "SELL", quantity: 0.1, trigger_price: 2_800 };
  for (const [path, body] of [
    ["/v1/order", order],
    ["/v1/batch-order", { orders: [order] }],
    ["/v1/algo/order", stop],
  ] as const) {
    expectRefusal(await trader.post(path, { ...body, preview: true }), [400, -1005]);
    accepted(await trader.post(path, { ...body, preview: false }));
  }
  for (const path of ["/v1/orders", "/v1/algo/orders"]) {
    const { rows } = accepted(await trader.get(`${path}?status=INCOMPLETE`)).data;
    expect(rows).toHaveLength(path === "/v1/orders" ? 2 : 1);
  }
  // The preview endpoint accepts `preview: true`, which changes nothing there.
  accepted(await trader.post("/v1/order/preview", { ...order, preview: true }));
});

test("a venue in production previews as well", async () => {
  const broker = { id: "acme", name: "Acme", takerFee: feeE5(60), makerFee: feeE5(30) };
  const production = await startVenue({ mode: "production", brokers: [broker] });
  try {
    const trader = await newTrader(production.url, { brokerId: "acme", scope: "read", claims: 0 });
    const order = limitOrder(SOL, "BUY", 1, 150);
    expect(accepted(await preview(trader, order)).data).toMatchObject({ would_be: "refused", after: null });
  } finally {
    await production.stop();
  }
});
