// Isolated orders and settings from outside: the margin that orders reserve, how an amendment changes it, margin modes
// and leverage. Rules 5.7 to 5.9.

import { expect, test } from "bun:test";
import { expectRefusal, expectSuccess } from "./outside/expected-refusal.ts";
import { balanceOf, ETH, isolated, isolatedSetup, orderOf, SOL } from "./outside/isolated-setup.ts";
import type { Row } from "./outside/outside-caller.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { fillOf, limitOrder, type Order, positionOf } from "./outside/outside-trading.ts";
import { accepted } from "./outside/trader.ts";

const setup = isolatedSetup();

test("isolated orders reserve margin for each side separately, less what closes, and no more than is free", async () => {
  const trader = await setup.trader();
  await orderOf(trader, isolated("BUY", 10, 2_990));
  await orderOf(trader, isolated("SELL", 10, 3_010));
  expect(await balanceOf(trader)).toEqual([10_000, 0, 1_512.94 + 1_523.06]);
  expect(accepted(await trader.get("/v1/positions")).data).toMatchObject({
    free_collateral: 6_964,
    total_collateral_value: 6_964,
    account_value: 10_000,
  });
  // Slightly more than is free; the order is kept as refused.
  const refused = await trader.order(isolated("BUY", 46.0298, 2_990, { client_order_id: "too-much" }));
  expectRefusal(refused, [400, -1101, "insufficient margin"]);
  expect(accepted(await trader.get("/v1/client/order/too-much")).data).toMatchObject({
    status: "REJECTED",
    margin_mode: "ISOLATED",
    executed_quantity: 0,
  });
  const fits = await orderOf(trader, isolated("BUY", 46, 2_990));
  expect(await balanceOf(trader)).toEqual([10_000, 0, 9_995.524]);
  // Cross orders can't use margin that is reserved here.
  expectRefusal(await trader.order(limitOrder(ETH, "BUY", 0.1, 2_990, { margin_mode: "CROSS" })), [400, -1101]);
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${fits.order_id}`));

  // Four of the ten are bought: their part of the reserve is margin now. The sell order closes first, and closing needs
  // no reserve.
  accepted(await setup.maker.order(limitOrder(ETH, "SELL", 4, 2_990)));
  expect(await balanceOf(trader)).toEqual([9_394.824, 605.176, 907.764 + 913.836]);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({
    position_qty: 4,
    // As setup.maker.
    cost_position: 11_963.588,
    margin: 605.176,
    pending_long_qty: 6,
    pending_short_qty: -10,
  });
  accepted(await trader.delete("/v1/orders"));
  expect(await balanceOf(trader)).toEqual([9_394.824, 605.176, 0]);
  expect(await positionOf(trader, ETH, "CROSS")).toMatchObject({ position_qty: 0, margin: 0, leverage: 10 });
});

test("an isolated order is amended within free collateral, and its reserve changes with it", async () => {
  const trader = await setup.trader();
  const { order_id } = await orderOf(trader, isolated("BUY", 10, 2_990));
  const amend = (changes: Order) =>
    trader.put("/v1/order", { order_id, symbol: ETH, side: "BUY", order_type: "LIMIT", ...changes });
  expectSuccess(await amend({ order_price: 2_980, order_quantity: 5 }));
  expect(await balanceOf(trader)).toEqual([10_000, 0, 753.94]);
  expectRefusal(await amend({ order_quantity: 66.5 }), [400, -1101, "insufficient margin"]);
  expectRefusal(await amend({ margin_mode: "CROSS" }), [400, -1005, "You can not change other order info."]);
  expect(accepted(await trader.get(`/v1/order/${order_id}`)).data).toMatchObject({ price: 2_980, quantity: 5 });
  expect(await balanceOf(trader)).toEqual([10_000, 0, 753.94]);
  expectSuccess(await amend({ order_quantity: 66 }));
  expect(await balanceOf(trader)).toEqual([10_000, 0, 9_952.008]);

  // Several orders at once, of both modes.
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${order_id}`));
  const orders = [isolated("BUY", 1, 2_990), limitOrder(ETH, "BUY", 1, 2_990), isolated("BUY", 66, 2_990)];
  const batch = accepted(await trader.post("/v1/batch-order", { orders })).data.rows!;
  expect(batch.map((row) => row.error_message === undefined)).toEqual([true, true, false]);
  expect(await balanceOf(trader)).toEqual([10_000, 0, 151.294]);
});

test("an isolated position has the size limit of its leverage", async () => {
  const trader = await setup.trader({ leverage: 100, claims: 2 });
  // (1 ÷ (100 × 0.0000001724)) to the power of 5/4: 900,178 USDC.
  expectRefusal(await trader.order(isolated("BUY", 301.1, 2_990)), [400, -1101]);
  await orderOf(trader, isolated("BUY", 301, 2_990));
  expectRefusal(await trader.order(isolated("BUY", 1, 2_990)), [400, -1101]);
  // The other side has a limit of its own.
  await orderOf(trader, isolated("SELL", 100, 3_010));
});

test("the margin mode of orders that do not name one", async () => {
  const trader = await setup.trader();
  const stream = await OutsideStream.openPrivate(setup.venue, trader);
  await stream.subscribe("account");
  const modes = async (): Promise<Row[]> => [...accepted(await trader.get("/v1/client/margin_modes")).data.rows!];
  const setMode = (symbol: unknown, mode: unknown) =>
    trader.post("/v1/client/margin_mode", { symbol, default_margin_mode: mode });
  const symbols = accepted(await trader.get("/v1/public/info")).data.rows!.map((row) => row.symbol);
  expect(await modes()).toEqual(symbols.map((symbol) => ({ symbol, default_margin_mode: "CROSS" })));

  expectRefusal(await setMode(undefined, "ISOLATED"), [400, -1005, "symbol must not be blank"]);
  expectRefusal(await setMode(ETH, undefined), [400, -1005, "default_margin_mode must not be blank"]);
  expectRefusal(await setMode("X", "ISOLATED"), [400, -1005, "invalid symbol X"]);
  const misnamed = await setMode(ETH, "isolated");
  expectRefusal(misnamed, [400, -1005]);
  expect(misnamed.json.message).toContain("default_margin_mode");

  const cross = await orderOf(trader, limitOrder(ETH, "BUY", 1, 2_900));
  expectRefusal(await setMode(ETH, "ISOLATED"), [400, -1012]);
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${cross.order_id}`));
  // An order of the other mode does not matter.
  await orderOf(trader, isolated("BUY", 1, 2_900));
  const switched = await setMode(ETH, "ISOLATED");
  expectSuccess(switched);
  expect("data" in switched.json).toBe(false);
  expect((await stream.take("account", 1))[0]!.data).toMatchObject({ accountDetail: { marginMode: "FUTURES" } });
  expect(await modes()).toContainEqual({ symbol: ETH, default_margin_mode: "ISOLATED" });
  expect(await modes()).toContainEqual({ symbol: SOL, default_margin_mode: "CROSS" });

  const unnamed = await orderOf(trader, limitOrder(ETH, "BUY", 1, 2_900));
  const read = accepted(await trader.get(`/v1/order/${unnamed.order_id}`)).data;
  expect(read).toMatchObject({ margin_mode: "ISOLATED", status: "NEW" });
  expectRefusal(await setMode(ETH, "CROSS"), [400, -1012]);
  accepted(await trader.delete("/v1/orders"));
  await fillOf(setup.maker, trader, limitOrder(ETH, "BUY", 1, 3_000));
  expectRefusal(await setMode(ETH, "CROSS"), [400, -1012]);
  await fillOf(setup.maker, trader, limitOrder(ETH, "SELL", 1, 3_000));
  expectSuccess(await setMode(ETH, "CROSS"));
  stream.close();
});

test("isolated leverage changes only where no isolated position or order is open, and is sent per symbol", async () => {
  const trader = await setup.trader();
  const stream = await OutsideStream.openPrivate(setup.venue, trader);
  await stream.subscribe("account");
  const set = (changes: Order) => trader.post("/v1/client/leverages", { margin_mode: "ISOLATED", ...changes });
  const leverageOf = async (symbol: string, mode: string) =>
    accepted(await trader.get(`/v1/client/leverage?symbol=${symbol}&margin_mode=${mode}`)).data.leverage;

  const { order_id } = await orderOf(trader, isolated("BUY", 1, 2_900));
  expectRefusal(await set({ symbol: ETH, leverage: 10 }), [400, -1012]);
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${order_id}`));
  expectSuccess(await set({ symbol: ETH, leverage: 100 }));
  expectRefusal(await set({ symbol: ETH, leverage: 101 }), [400, -1005]);
  expectRefusal(await set({ symbol: "PERP_ARB_USDC", leverage: 11 }), [400, -1005]);
  expect([await leverageOf(ETH, "ISOLATED"), await leverageOf(ETH, "CROSS")]).toEqual([100, 10]);
  expectSuccess(await set({ symbol: ETH, leverage: 20 }));

  await fillOf(setup.maker, trader, isolated("BUY", 1, 3_000));
  expectRefusal(await set({ symbol: ETH, leverage: 21 }), [400, -1012]);
  const other = { symbol: ETH, leverage: 21, margin_mode: "ISOLATED" };
  expectRefusal(await trader.post("/v1/client/leverage", other), [400, -1012]);
  const before = stream.framesOf("account").length;
  // All symbols at once: those with something open keep their leverage, the others change as far as their market
  // allows.
  const all = accepted(await set({ leverage: 60 })).data;
  const inAll = new Map(all.rows!.map((row) => [row.symbol, row.leverage]));
  expect(all).toMatchObject({ symbol: "", margin_mode: "ISOLATED", leverage: 60 });
  expect([ETH, "PERP_BTC_USDC", "PERP_BNB_USDC", "PERP_ARB_USDC"].map((symbol) => inAll.get(symbol))).toEqual([
    20, 60, 50, 10,
  ]);
  const { rows } = accepted(await trader.get("/v1/client/leverages")).data;
  expect(rows).toContainEqual({ symbol: "PERP_BNB_USDC", margin_mode: "ISOLATED", leverage: 50 });
  expect(rows).toContainEqual({ symbol: "PERP_BNB_USDC", margin_mode: "CROSS", leverage: 10 });

  // ARB allows at most 10, so nothing changed there.
  const changed = [...inAll].filter(([symbol]) => symbol !== ETH && symbol !== "PERP_ARB_USDC");
  const frames = (await stream.take("account", before + changed.length)).slice(before);
  expect(frames.map(({ data }) => (data.accountDetail as Row).symbolLeverage)).toEqual(
    changed.map(([symbol, leverage]) => ({ symbol, leverage, marginMode: "ISOLATED" })) as never,
  );
  stream.close();
});
