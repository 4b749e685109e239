import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AnswerLost } from "../rest/failures.ts";
import { Stream } from "./stream.ts";
import { type StreamOrders, streamOrders } from "./stream-orders.ts";
import { StreamServer, until } from "./stream-server.fixture.ts";

let server: StreamServer;
let stream: Stream;
let orders: StreamOrders;

beforeEach(() => {
  server = new StreamServer();
  stream = new Stream({ url: async () => server.url, WebSocket: () => WebSocket, pauseMs: 5, pauseMaxMs: 20 });
  orders = streamOrders(stream, 300);
});
afterEach(() => {
  stream.close();
  server.stop();
});

const ORDER = {
  symbol: "PERP_ETH_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: 2_500,
  order_quantity: 1,
} as const;
const sent = () => server.received.filter(({ event }) => event === "request").map(({ params }) => params);
/** The error that a call rejects with. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error) => error,
  );

describe("an order over the stream", () => {
  test("opens the connection, carries a client_order_id, and is answered with the endpoint's data", async () => {
    server.order = ({ client_order_id }) => ({ data: { order_id: 7, client_order_id, status: "NEW" } });
    const placed = await orders.place(ORDER);
    expect(placed).toMatchObject({ order_id: 7, status: "NEW", client_order_id: expect.stringMatching(/^\w{24}$/) });
    await orders.place({ ...ORDER, client_order_id: "mine" });
    expect(sent()).toEqual([
      { type: "order.place", ...ORDER, client_order_id: placed.client_order_id },
      { type: "order.place", ...ORDER, client_order_id: "mine" },
    ]);
  });

  test("has a method for each type", async () => {
    server.order = () => ({ data: {} });
    const { symbol, side, order_type } = ORDER;
    await orders.amend({ order_id: 7, symbol, side, order_type, order_price: 2_499 });
    await orders.cancel({ symbol, order_id: 7 });
    await orders.cancelAll();
    await orders.cancelAll({ symbol });
    await orders.batch({ orders: [{ ...ORDER, client_order_id: "a" }] });
    expect(sent()).toEqual([
      { type: "order.amend", order_id: 7, symbol, side, order_type, order_price: 2_499 },
      { type: "order.cancel", symbol, order_id: 7 },
      { type: "order.cancel_all" },
      { type: "order.cancel_all", symbol },
      { type: "order.batch", orders: [{ ...ORDER, client_order_id: "a" }] },
    ]);
    expect(Object.keys(orders)).toEqual(["place", "amend", "cancel", "cancelAll", "batch"]);
  });

  test("keeps every digit of a number given as text, and writes none with an exponent", async () => {
    server.order = () => ({ data: {} });
    await orders.place({ ...ORDER, order_price: "2500.10000000000000001", order_quantity: 1e-7 });
    expect(server.texts.at(-1)).toContain('"order_price":2500.10000000000000001,"order_quantity":0.0000001');
  });

  test("is not delayed by the rate limit of ordinary frames, and stays in the order of the calls", async () => {
    let placed = 0;
    server.order = () => ({ data: { order_id: ++placed } });
    const answers = await Promise.all(Array.from({ length: 500 }, () => orders.place(ORDER)));
    expect(answers.map(({ order_id }) => order_id)).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
  });

  test("that is refused throws what REST throws", async () => {
    const detail = { required: "30.12", available: "0" };
    server.order = () => ({
      success: false,
      errorMsg: "insufficient margin",
      code: -1101,
      message: "insufficient margin",
      detail,
    });
    expect(await failureOf(orders.place(ORDER))).toMatchObject({
      name: "ApiError",
      status: 400,
      code: -1101,
      message: "insufficient margin",
      detail,
      venueTimeMs: expect.any(Number),
    });
    server.order = () => ({ success: false, code: -1003, message: "rate limit exceeded", retry_after_ms: 12 });
    expect(await failureOf(orders.cancelAll())).toMatchObject({ status: 429, code: -1003, retryAfterMs: 12 });
    server.order = () => ({ success: false, errorMsg: "Auth is needed." });
    expect(await failureOf(orders.cancelAll())).toMatchObject({ code: null, message: "Auth is needed." });
  });
});

test("a connection that takes no orders is replaced by one with a new signature", async () => {
  const spent = { success: false, errorMsg: "spent", code: -1002, message: "spent", check: "timestamp" };
  server.order = () => spent;
  const states: string[] = [];
  stream.on("state", ({ state, reason }) => states.push(`${state}: ${reason}`));
  // All requests under way are answered first.
  const failures = await Promise.all([1, 2, 3].map(() => failureOf(orders.cancelAll())));
  for (const each of failures) expect(each).toMatchObject({ name: "ApiError", status: 401, message: "spent" });
  expect(states.at(-1)).toBe("connecting: the connection only reads");
  server.order = () => ({ data: { status: "CANCEL_ALL_SENT" } });
  await until(() => server.urls.length === 2 && server.connections === 1);
  await stream.subscribe("balance", () => {}).ready;
  expect(await orders.cancelAll()).toEqual({ status: "CANCEL_ALL_SENT" });

  // Other refusals do not replace the connection.
  server.order = () => ({ ...spent, check: "scope" });
  expect(await failureOf(orders.cancelAll())).toMatchObject({ name: "ApiError", status: 401 });
  expect(server.urls).toHaveLength(2);
});

describe("an order whose connection is lost", () => {
  test("is reported as lost, with the id under which it can be sent again", async () => {
    let connections = 0;
    const onSubscribed = () => {
      connections += 1;
    };
    await stream.subscribe("executionreport", () => {}, { onSubscribed }).ready;
    const failure = failureOf(orders.place(ORDER));
    await until(() => sent().length === 1);
    server.breakConnections();
    const error = await failure;
    expect(error).toBeInstanceOf(AnswerLost);
    expect(error?.message).toMatch(/^no answer to POST \/v1\/order, sent once \(the connection was lost: /);
    expect(error?.message).toEndWith("it may have been carried out; sending the same client_order_id again is safe");
    const { method, path, body, attempts } = error as AnswerLost;
    expect([method, path, attempts]).toEqual(["POST", "/v1/order", 1]);
    const { type: _, ...params } = sent()[0] as Record<string, unknown>;
    expect(JSON.parse(body)).toEqual(params);

    // It is not sent again automatically, but can be by hand.
    await until(() => connections === 2);
    server.order = ({ client_order_id }) => ({ data: { order_id: 7, client_order_id }, replayed: true });
    expect(await orders.place(JSON.parse(body))).toMatchObject({ client_order_id: JSON.parse(body).client_order_id });
    expect(sent()).toHaveLength(2);
  });

  test("gives no assurance about calls that can't be repeated", async () => {
    const failure = failureOf(orders.cancel({ symbol: ORDER.symbol, order_id: 7 }));
    await until(() => sent().length === 1);
    server.breakConnections();
    const error = await failure;
    expect(error).toMatchObject({
      name: "AnswerLost",
      method: "DELETE",
      path: "/v1/order?symbol=PERP_ETH_USDC&order_id=7",
    });
    expect(error?.message).toEndWith("it may have been carried out");
  });

  test("is not sent while there is none: nothing waits for a connection that may come back too late", async () => {
    await stream.subscribe("executionreport", () => {}).ready;
    server.rejectsUpgrades = true;
    server.breakConnections();
    await until(() => stream.state === "connecting");
    expect(await failureOf(orders.place(ORDER))).toMatchObject({
      name: "NotSent",
      message: "order.place was not sent: the stream is not connected",
    });
    expect(sent()).toEqual([]);
  });

  test("or whose answer is late is lost; the late answer does no harm", async () => {
    expect(await failureOf(orders.place(ORDER))).toMatchObject({ name: "AnswerLost" });
    server.send({ id: 1, event: "request", success: true, ts: 1, data: {} });
    server.order = () => ({ data: { order_id: 8 } });
    expect(await orders.place(ORDER)).toMatchObject({ order_id: 8 });
  });

  test("or was never opened: not sent, after as long as an answer may take", async () => {
    server.rejectsUpgrades = true;
    expect(await failureOf(orders.cancelAll())).toMatchObject({ name: "NotSent" });
  });

  test("or was closed can't be sent", async () => {
    stream.close();
    expect(await failureOf(orders.cancelAll())).toMatchObject({ message: "this stream was closed" });
  });
});
