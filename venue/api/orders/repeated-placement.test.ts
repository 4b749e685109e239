// Algo orders sent again; repeated ordinary orders are in orders.test.ts. Rules 1.3, 2.11, 3.

import { expect, test } from "bun:test";
import { ApiVenue, BITCOIN, START } from "../testing/api-venue.ts";

test("an algo order that was placed before gets its first answer, even while new ones are refused", async () => {
  const api = new ApiVenue();
  api.price(BITCOIN, 60000);
  const alice = await api.trader(100_000);
  const stop = {
    symbol: BITCOIN,
    algo_type: "STOP",
    type: "MARKET",
    side: "BUY",
    quantity: 0.1,
    trigger_price: 61000,
    client_order_id: "stop",
  };
  const place = (order: object, headers?: Record<string, string>) =>
    alice.call("POST", "/v1/algo/order", order, headers);
  const first = await place(stop);
  expect([first.status, first.headers.get("SVC-Replayed")]).toEqual([200, null]);
  const late = { timestamp: String(START - 2_000), "x-recv-window": "1" };
  expect((await place(stop, late)).data).toEqual(first.data);
  expect((await place({ ...stop, quantity: 0.2 }, late)).message).toBe("order request timed out");

  const market = api.engine.findMarket(BITCOIN);
  api.apply({ type: "set_market_state", market, state: "HALTED", reason: "" });
  const second = await place({ ...stop, trigger_price: "61000.0" });
  expect([second.status, second.data, second.headers.get("SVC-Replayed")]).toEqual([200, first.data, "true"]);
  for (const other of [{ quantity: 0.2 }, { side: "LONG" }, { trigger_price: "much" }, { client_order_id: "new" }]) {
    expect((await place({ ...stop, ...other })).code).toBe(-1012);
  }
  expect((await place({ ...stop, symbol: "PERP_FOO_USDC" })).code).toBe(-1005);
});
