// Orders from request to answer, against the real engine. Interface 3.1 and 4.4, rules 2, errors 8.3 and 8.4.

import { beforeEach, describe, expect, test } from "bun:test";
import { orders } from "@evermark/interface/trading/orders.ts";
import { ApiVenue, BITCOIN, ETHER, START, type Trader } from "../testing/api-venue.ts";

let api: ApiVenue;
let alice: Trader;
let bob: Trader;

beforeEach(async () => {
  api = new ApiVenue();
  api.price(BITCOIN, 60000);
  api.price(ETHER, 3000);
  alice = await api.trader(100_000);
  bob = await api.trader(100_000);
});

const limit = { symbol: BITCOIN, side: "BUY", order_type: "LIMIT", order_price: 59000, order_quantity: 0.1 };
const sell = { ...limit, side: "SELL" };

const place = (trader: Trader, order: object, headers?: Record<string, string>) =>
  trader.call("POST", "/v1/order", order, headers);

async function placed(trader: Trader, order: object): Promise<number> {
  const answer = await place(trader, order);
  expect(answer).toMatchObject({ status: 200, success: true });
  return answer.data.order_id;
}

describe("placing", () => {
  test("a resting order is answered with its id and NEW", async () => {
    const answer = await place(alice, { ...limit, client_order_id: "first" });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      order_id: 1,
      client_order_id: "first",
      symbol: BITCOIN,
      status: "NEW",
      order_type: "LIMIT",
      order_price: 59000,
      order_quantity: 0.1,
    });
  });

  test("the answer has the status after matching", async () => {
    await placed(bob, { ...sell, order_price: 60000, order_quantity: 0.05 });
    expect((await place(alice, { ...limit, order_price: 60000 })).data.status).toBe("PARTIAL_FILLED");
    expect((await place(alice, { ...limit, order_type: "FOK", order_price: 60500 })).data.status).toBe("CANCELLED");
    const market = { symbol: BITCOIN, side: "SELL", order_type: "MARKET", order_quantity: 0.05 };
    const filled = await place(bob, market);
    expect(filled.data).toMatchObject({ status: "FILLED", order_price: null, client_order_id: null });
    // By now the book is empty, so the order finds nothing.
    expect((await place(bob, market)).data.status).toBe("CANCELLED");
  });

  test("the same placement again gets its first answer, marked by a header", async () => {
    const order = { ...limit, client_order_id: "once" };
    const first = await place(alice, order);
    const second = await place(alice, { ...order, order_price: "59000.0" });
    expect(second.data).toEqual(first.data);
    expect(second.headers.get("SVC-Replayed")).toBe("true");
    expect(first.headers.get("SVC-Replayed")).toBeNull();
    const other = await place(alice, { ...order, order_quantity: 0.2 });
    expect(other).toMatchObject({ status: 409, code: -1007 });
    expect((await alice.call("GET", "/v1/orders")).data.meta.total).toBe(1);
  });

  test("an order refused for its margin is answered with the amounts, and can be read", async () => {
    const order = { ...limit, order_quantity: 50, client_order_id: "toobig" };
    const refused = await place(alice, order);
    expect(refused).toMatchObject({ status: 400, success: false, code: -1101, message: "insufficient margin" });
    expect(refused.detail).toMatchObject({ order_id: 1, required: expect.anything() });
    const stored = await alice.call("GET", "/v1/client/order/toobig");
    expect(stored.data).toMatchObject({ status: "REJECTED", executed_quantity: 0, client_order_id: "toobig" });
    expect((await alice.call("GET", "/v1/orders?status=REJECTED")).data.meta.total).toBe(1);
    expect((await place(alice, order)).headers.get("SVC-Replayed")).toBe("true");
  });

  const refusals: [string, object, number][] = [
    ["a price off the tick", { order_price: 59000.05 }, -1103],
    ["a price above every price", { order_price: 1e300 }, -1103],
    ["a price far above the mark", { order_price: 70000 }, -1105],
    ["a price far below the mark", { order_price: 30000 }, -1105],
    ["a quantity off the lot", { order_quantity: 0.000015 }, -1104],
    ["a quantity above the maximum", { order_quantity: "99999999999999" }, -1104],
    ["too little money", { order_quantity: 0.0001 }, -1102],
    ["reducing nothing", { reduce_only: true }, -1005],
  ];
  for (const [name, fields, code] of refusals) {
    test(`${name} is refused with ${code} and leaves no order`, async () => {
      expect(await place(alice, { ...limit, ...fields })).toMatchObject({ status: 400, success: false, code });
      expect((await alice.call("GET", "/v1/orders")).data.meta.total).toBe(0);
    });
  }

  test("the symbol is checked before everything else", async () => {
    expect(await place(alice, {})).toMatchObject({ status: 400, code: -1005, message: "symbol must not be blank" });
    expect((await place(alice, { symbol: "PERP_FOO_USDC" })).message).toBe("invalid symbol PERP_FOO_USDC");
    expect((await place(alice, { symbol: 5 })).message).toBe("symbol is invalid");
    expect((await place(alice, { symbol: BITCOIN })).message).toBe("side must not be blank");
  });

  test("a request that took longer than its caller would wait is refused", async () => {
    const late = { timestamp: String(START - 2_000), "x-recv-window": "1999" };
    expect(await place(alice, limit, late)).toMatchObject({
      status: 400,
      code: -1012,
      message: "order request timed out",
    });
    // Signed for another time, because the same signature would get its stored answer.
    const timestamp = String(START - 1_999);
    expect((await place(alice, limit, { timestamp, "x-recv-window": "2000" })).status).toBe(200);
    expect((await place(alice, limit, { "x-recv-window": "soon" })).code).toBe(-1005);
  });

  test("the same placement again gets its first answer from a market that no longer takes orders", async () => {
    const order = { ...limit, client_order_id: "once", order_type: "IOC", order_price: 60000 };
    const first = await place(alice, order);
    const set = (state: "HALTED" | "ACTIVE") =>
      api.apply({ type: "set_market_state", market: api.engine.findMarket(BITCOIN), state, reason: "" });
    set("HALTED");
    const second = await place(alice, order);
    expect([second.status, second.data, second.headers.get("SVC-Replayed")]).toEqual([200, first.data, "true"]);
    // A different body, malformed or not, is answered with the market's refusal; so is another account.
    for (const other of [{ order_quantity: 0.2 }, { side: "LONG" }, { order_price: "much" }, { client_order_id: "" }]) {
      expect(await place(alice, { ...order, ...other })).toMatchObject({ status: 400, code: -1012 });
    }
    expect((await place(alice, { ...order, symbol: "PERP_FOO_USDC" })).code).toBe(-1005);
    expect((await place(bob, order)).code).toBe(-1012);
    set("ACTIVE");
    expect((await place(alice, { ...order, order_quantity: 0.2 })).code).toBe(-1007);
  });

  test("the same placement again gets its first answer during maintenance, and however late it is", async () => {
    const order = { ...limit, client_order_id: "once" };
    const first = await place(alice, order);
    const [startAt, endAt] = [START + 1_000, START + 60_000] as never[];
    api.apply({ type: "schedule_maintenance", startAt: startAt!, endAt: endAt!, message: "" });
    api.now = START + 1_000;
    api.apply({ type: "tick" });
    expect((await place(alice, order)).data).toEqual(first.data);
    expect((await place(alice, { ...order, order_quantity: 0.2 })).code).toBe(-1011);
    const late = { timestamp: String(START - 2_000), "x-recv-window": "1" };
    expect((await place(alice, order, late)).data).toEqual(first.data);
  });

  test("a late request is refused as late, unless its order was placed", async () => {
    const order = { ...limit, client_order_id: "once" };
    const first = await place(alice, order);
    const late = { timestamp: String(START - 2_000), "x-recv-window": "1" };
    expect((await place(alice, order, late)).data).toEqual(first.data);
    const refused = { code: -1012, message: "order request timed out" };
    for (const other of [{ order_quantity: 0.2 }, { client_order_id: "new" }, { order_quantity: "much" }]) {
      expect(await place(alice, { ...order, ...other }, late)).toMatchObject(refused);
    }
  });

  test("a request is answered with 503 while the journal takes nothing", async () => {
    api.unavailable = "disk full";
    expect(await place(alice, limit)).toMatchObject({ status: 503, code: -1011 });
    api.unavailable = undefined;
    expect((await alice.call("GET", "/v1/orders")).data.rows).toEqual([]);
  });
});

describe("amending", () => {
  const amend = (trader: Trader, body: object) => trader.call("PUT", "/v1/order", body);
  const identity = { symbol: BITCOIN, side: "BUY", order_type: "LIMIT" };

  test("price and quantity change and everything else stays", async () => {
    const order_id = await placed(alice, limit);
    const answer = await amend(alice, { ...identity, order_id, order_price: 58000, order_quantity: "0.2" });
    expect(answer.data).toEqual({ status: "NEW" });
    const order = (await alice.call("GET", `/v1/order/${order_id}`)).data;
    expect(order).toMatchObject({ order_id, price: 58000, quantity: 0.2, status: "NEW" });
  });

  test("any other change is refused in the interface's words", async () => {
    const order_id = await placed(alice, limit);
    const right = { ...identity, order_id, order_price: 58000 };
    const cannot = { status: 400, code: -1005, message: "You can not change other order info." };
    expect(await amend(alice, { ...right, status: "FILLED" })).toMatchObject(cannot);
    expect(await amend(alice, { ...right, side: "SELL" })).toMatchObject(cannot);
    expect(await amend(alice, { ...right, order_type: "POST_ONLY" })).toMatchObject(cannot);
    expect(await amend(alice, { ...right, symbol: ETHER })).toMatchObject(cannot);
    expect((await amend(alice, { ...identity, order_id })).code).toBe(-1005);
    expect((await amend(alice, { ...right, order_price: 0 })).code).toBe(-1005);
    expect((await amend(bob, right)).code).toBe(-1006);
    expect((await amend(alice, { ...right, order_id: order_id + 1 })).code).toBe(-1006);
  });
});

describe("cancelling", () => {
  test("an order is already cancelled when the answer arrives", async () => {
    const order_id = await placed(alice, limit);
    const cancel = `/v1/order?symbol=${BITCOIN}&order_id=${order_id}`;
    expect((await bob.call("DELETE", cancel)).code).toBe(-1006);
    expect((await alice.call("DELETE", `/v1/order?symbol=${ETHER}&order_id=${order_id}`)).code).toBe(-1006);
    expect((await alice.call("DELETE", cancel)).data).toEqual({ order_id, status: "CANCELLED" });
    expect(await alice.call("DELETE", cancel)).toMatchObject({ status: 400, code: -1006 });
    expect((await alice.call("GET", `/v1/order/${order_id}`)).data.status).toBe("CANCELLED");
  });

  test("by the client's id", async () => {
    await placed(alice, { ...limit, client_order_id: "mine" });
    const path = `/v1/client/order?symbol=${BITCOIN}&client_order_id=mine`;
    expect((await alice.call("DELETE", path)).data).toEqual({ status: "CANCEL_SENT" });
    expect((await alice.call("DELETE", path)).code).toBe(-1006);
  });

  test("all orders are cancelled, or those of one symbol", async () => {
    await placed(alice, limit);
    await placed(alice, { ...limit, symbol: ETHER, order_price: 2900, order_quantity: 1 });
    expect((await alice.call("DELETE", `/v1/orders?symbol=${ETHER}`)).data).toEqual({ status: "CANCEL_ALL_SENT" });
    const left = (await alice.call("GET", "/v1/orders?status=INCOMPLETE")).data.rows;
    expect(left.map((order: { symbol: string }) => order.symbol)).toEqual([BITCOIN]);
    await alice.call("DELETE", "/v1/orders");
    expect((await alice.call("GET", "/v1/orders?status=INCOMPLETE")).data.rows).toEqual([]);
    expect((await alice.call("DELETE", "/v1/orders")).data).toEqual({ status: "CANCEL_ALL_SENT" });
    expect((await alice.call("DELETE", "/v1/orders?symbol=PERP_FOO_USDC")).code).toBe(-1005);
  });

  test("the dead-man switch shows when it fires", async () => {
    const arm = (trigger_after: number) => alice.call("POST", "/v1/order/cancel_all_after", { trigger_after });
    expect((await arm(5_000)).data).toEqual({ expected_trigger_time: START + 5_000 });
    expect((await arm(0)).status).toBe(200);
    expect((await arm(4_999)).code).toBe(-1005);
  });
});

describe("batches", () => {
  const batch = (items: unknown) => alice.call("POST", "/v1/batch-order", { orders: items });

  test("each item has its own outcome, in the order sent", async () => {
    const answer = await batch([
      { ...limit, client_order_id: "a" },
      { ...limit, side: "LONG" },
      { ...limit, order_price: 59000.05 },
      { ...limit, reduce_only: true },
      { symbol: "PERP_FOO_USDC" },
      { ...limit, order_quantity: 50 },
      { ...limit, order_price: "58000", client_order_id: "b" },
    ]);
    expect(answer.status).toBe(200);
    const { rows } = answer.data;
    expect(rows[0]).toEqual({
      order_id: 1,
      client_order_id: "a",
      order_type: "LIMIT",
      order_price: 59000,
      order_quantity: 0.1,
    });
    for (const refused of rows.slice(1, 6)) {
      expect(refused.error_message).toBeString();
      expect(refused).not.toHaveProperty("order_id");
    }
    expect(rows[4].error_message).toBe("invalid symbol PERP_FOO_USDC");
    // The refused order between them is stored as REJECTED and has the number 2.
    expect(rows[6]).toMatchObject({ order_id: 3, client_order_id: "b", order_price: 58000 });
  });

  test("an item that was placed before gets its first answer, whatever refuses the others", async () => {
    const named = { ...limit, client_order_id: "a" };
    const closing = { ...limit, side: "SELL", order_price: 61000, reduce_only: true, client_order_id: "b" };
    await placed(bob, { ...sell, order_price: 60000 });
    await placed(alice, { ...limit, order_price: 60000 });
    const ids = [await placed(alice, named), await placed(alice, closing)];
    const items = [named, closing, { ...limit, client_order_id: "c" }, { ...named, order_quantity: 0.2 }];
    const messages = async (headers?: Record<string, string>) => {
      const { data } = await alice.call("POST", "/v1/batch-order", { orders: items }, headers);
      return data.rows.map((row: { order_id?: number; error_message?: string }) => row.order_id ?? row.error_message);
    };
    const late = { timestamp: String(START - 2_000), "x-recv-window": "1" };
    expect(await messages(late)).toEqual([...ids, "order request timed out", "order request timed out"]);
    const market = api.engine.findMarket(BITCOIN);
    api.apply({ type: "set_market_state", market, state: "HALTED", reason: "" });
    const halted = `${BITCOIN} is HALTED: no orders are accepted`;
    expect(await messages()).toEqual([...ids, halted, halted]);
    items.splice(0, 2);
    expect(await alice.call("POST", "/v1/batch-order", { orders: items }, late)).toMatchObject({ code: -1012 });
  });

  test("each item counts against the rate limit of single orders", async () => {
    const { count } = orders.placeOrder.limit;
    const total = count * api.venue.configuration.limits.factor;
    const items = Array.from({ length: 10 }, () => ({ symbol: "PERP_FOO_USDC" }));
    for (let sent = 0; sent < total; sent += items.length) expect((await batch(items)).status).toBe(200);
    expect(await place(alice, limit)).toMatchObject({ status: 429, code: -1003 });
    expect((await place(bob, limit)).status).toBe(200);
  });

  test("cancelling skips ids that are not open, and fails when none is open", async () => {
    const id = await placed(alice, { ...limit, client_order_id: "x" });
    await placed(alice, { ...limit, client_order_id: "y" });
    const sent = { status: "CANCEL_ALL_SENT" };
    expect((await alice.call("DELETE", `/v1/batch-order?order_ids=${id},999,abc`)).data).toEqual(sent);
    expect((await alice.call("DELETE", "/v1/client/batch-order?client_order_ids=x,y")).data).toEqual(sent);
    const none = { status: 400, code: -1005, message: "invalid order_id" };
    expect(await alice.call("DELETE", `/v1/batch-order?order_ids=${id},999`)).toMatchObject(none);
    expect(await alice.call("DELETE", "/v1/batch-order?order_ids=")).toMatchObject(none);
    expect(await alice.call("DELETE", "/v1/batch-order?order_ids=1,2,3,4,5,6,7,8,9,10,11")).toMatchObject(none);
    expect(await alice.call("DELETE", "/v1/client/batch-order?client_order_ids=x")).toMatchObject(none);
  });
});

describe("reading", () => {
  test("an order looks the same from the engine and from history", async () => {
    await placed(bob, { ...sell, order_price: 60000, order_quantity: 0.04 });
    const id = await placed(alice, {
      ...limit,
      order_price: 60000,
      visible_quantity: 0.03,
      order_tag: "friend",
      client_order_id: "same",
    });
    const open = (await alice.call("GET", "/v1/orders?status=PARTIAL_FILLED")).data;
    // Sorting by update time is answered from history.
    const stored = (await alice.call("GET", "/v1/orders?sort_by=UPDATED_TIME_DESC")).data;
    expect(open).toEqual(stored);
    expect((await alice.call("GET", `/v1/order/${id}`)).data).toEqual(stored.rows[0]);
    expect((await alice.call("GET", "/v1/client/order/same")).data).toEqual(stored.rows[0]);
    expect(open.rows[0]).toEqual({
      order_id: id,
      user_id: api.engine.account(alice.account).userId,
      symbol: BITCOIN,
      side: "BUY",
      type: "LIMIT",
      price: 60000,
      quantity: 0.1,
      amount: null,
      status: "PARTIAL_FILLED",
      executed_quantity: 0.04,
      total_executed_quantity: 0.04,
      executed: 0.04,
      visible_quantity: 0.03,
      visible: 0.03,
      average_executed_price: 60000,
      total_fee: 1.44,
      fee_asset: "USDC",
      client_order_id: "same",
      order_tag: "friend",
      reduce_only: false,
      margin_mode: "CROSS",
      realized_pnl: 0,
      created_time: START,
      updated_time: START,
    });
  });

  test("lists are filtered, paged and newest first", async () => {
    for (let i = 0; i < 5; i++) {
      api.now += 1_000;
      await placed(alice, { ...limit, order_price: 59000 - i, ...(i % 2 === 0 ? { order_tag: "even" } : {}) });
    }
    await alice.call("DELETE", `/v1/order?symbol=${BITCOIN}&order_id=3`);
    const idsOf = async (query: string) => {
      const { rows, meta } = (await alice.call("GET", `/v1/orders${query}`)).data;
      return { ids: rows.map((row: { order_id: number }) => row.order_id), total: meta.total };
    };
    expect(await idsOf("")).toEqual({ ids: [5, 4, 3, 2, 1], total: 5 });
    expect(await idsOf("?status=NEW")).toEqual({ ids: [5, 4, 2, 1], total: 4 });
    expect(await idsOf("?status=INCOMPLETE&page=2&size=3")).toEqual({ ids: [1], total: 4 });
    expect(await idsOf("?status=INCOMPLETE&sort_by=CREATED_TIME_ASC")).toEqual({ ids: [1, 2, 4, 5], total: 4 });
    expect(await idsOf("?status=COMPLETED")).toEqual({ ids: [3], total: 1 });
    expect(await idsOf("?order_tag=even&status=NEW")).toEqual({ ids: [5, 1], total: 2 });
    expect(await idsOf("?side=SELL&status=NEW")).toEqual({ ids: [], total: 0 });
    expect(await idsOf("?order_type=IOC&status=NEW")).toEqual({ ids: [], total: 0 });
    expect(await idsOf(`?symbol=${ETHER}`)).toEqual({ ids: [], total: 0 });
    const span = `start_t=${START + 2_000}&end_t=${START + 4_000}`;
    expect(await idsOf(`?${span}`)).toEqual({ ids: [4, 3, 2], total: 3 });
    expect(await idsOf(`?${span}&status=INCOMPLETE`)).toEqual({ ids: [4, 2], total: 2 });
    const { meta } = (await alice.call("GET", "/v1/orders")).data;
    expect(meta).toEqual({ total: 5, records_per_page: 25, current_page: 1 });
    expect((await alice.call("GET", "/v1/orders?start_t=2&end_t=1")).code).toBe(-1005);
    expect((await alice.call("GET", "/v1/orders?status=NEW&start_t=2&end_t=1")).code).toBe(-1005);
    expect((await alice.call("GET", "/v1/orders?symbol=PERP_FOO_USDC")).message).toBe("invalid symbol PERP_FOO_USDC");
  });

  test("fills show both sides of a match", async () => {
    const maker = await placed(bob, { ...sell, order_price: 60000, order_quantity: 0.04 });
    const taker = await placed(alice, { ...limit, order_price: 60000 });
    const [mine] = (await alice.call("GET", "/v1/trades")).data.rows;
    const [theirs] = (await bob.call("GET", `/v1/order/${maker}/trades`)).data.rows;
    expect(mine).toEqual({
      id: expect.any(Number),
      symbol: BITCOIN,
      order_id: taker,
      side: "BUY",
      executed_price: 60000,
      executed_quantity: 0.04,
      executed_timestamp: START,
      is_maker: 0,
      fee: 1.44,
      fee_asset: "USDC",
      order_enum_fee: null,
      order_enum_fee_rate: null,
      realized_pnl: 0,
      match_id: 1,
      margin_token: "USDC",
      margin_change_qty: 0,
      margin_mode: "CROSS",
    });
    expect(theirs).toMatchObject({ side: "SELL", is_maker: 1, fee: 0.72, match_id: 1 });
    expect((await alice.call("GET", `/v1/trade/${mine.id}`)).data).toEqual(mine);
    expect((await bob.call("GET", `/v1/trade/${mine.id}`)).code).toBe(-1006);
    expect((await alice.call("GET", `/v1/trades?symbol=${ETHER}`)).data.rows).toEqual([]);
  });

  test("another account's order is reported as unknown", async () => {
    const id = await placed(alice, limit);
    for (const path of [`/v1/order/${id}`, `/v1/order/${id}/trades`, "/v1/order/999", "/v1/client/order/none"]) {
      expect(await bob.call("GET", path)).toMatchObject({ status: 400, code: -1006 });
    }
    expect((await bob.call("GET", "/v1/order/abc")).code).toBe(-1005);
  });
});
