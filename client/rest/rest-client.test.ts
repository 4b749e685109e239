import { afterEach, describe, expect, test } from "bun:test";
import { funds } from "@evermark/interface/funds/funds.ts";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { positions } from "@evermark/interface/trading/positions.ts";
import { importApiKey } from "../signing/api-key.ts";
import { AnswerLost, ApiError } from "./failures.ts";
import { operationsOf } from "./operations.ts";
import { RestClient, type RestOptions } from "./rest-client.ts";

const signer = {
  accountId: "0x60c2dad95efc0928d99d0e8d9f1465bacc821ff5962d22bebbf5f7fb4b978208",
  key: await importApiKey("1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE"),
};

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that answers the nth request with the nth step, and later ones with the last. */
function venueThat(...steps: ((request: Received) => Response | Promise<Response>)[]) {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const url = new URL(request.url);
      const seen = {
        method: request.method,
        path: url.pathname + url.search,
        headers: request.headers,
        body: await request.text(),
      };
      received.push(seen);
      const step = steps[Math.min(received.length, steps.length) - 1];
      return step === undefined ? new Response(null, { status: 500 }) : step(seen);
    },
  });
  stops.push(() => server.stop(true));
  const client = (options: Partial<RestOptions> = {}) =>
    new RestClient({ baseUrl: server.url.origin, signer, ...options });
  return { received, client };
}

const success = (data: unknown, timestamp = Date.now()) => Response.json({ success: true, data, timestamp });
const refusal = (status: number, code: number, message: string, more: object = {}, headers: HeadersInit = {}) =>
  Response.json({ success: false, code, message, timestamp: Date.now(), ...more }, { status, headers });
const gatewayPage = () => new Response("<html>bad gateway</html>", { status: 502 });

const order = {
  symbol: "PERP_ETH_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: "2500.5",
  order_quantity: 0.1,
} as const;
const placed = { order_id: 7, client_order_id: "c-1", symbol: "PERP_ETH_USDC", status: "NEW" };

describe("a call", () => {
  test("of a public endpoint is unsigned and gives the data", async () => {
    const { received, client } = venueThat(() => success({ rows: [] }));
    expect(await client().call(marketData.getSymbols)).toEqual({ rows: [] });
    expect(received[0]?.path).toBe("/v1/public/info");
    expect(received[0]?.headers.get("SVC-Signature")).toBeNull();
  });

  test("of a private endpoint is signed over exactly what is sent", async () => {
    const { received, client } = venueThat(() => success(placed));
    await client({ repeatsMax: 0 }).call(orders.placeOrder, { body: order });
    const [request] = received;
    const timestamp = request?.headers.get("SVC-Timestamp");
    expect(request?.body).toBe(
      '{"symbol":"PERP_ETH_USDC","side":"BUY","order_type":"LIMIT","order_price":2500.5,"order_quantity":0.1}',
    );
    expect(request?.headers.get("Content-Type")).toBe("application/json");
    expect(request?.headers.get("SVC-Signature")).toBe(
      await signer.key.sign(`${timestamp}POST/v1/order${request?.body}`),
    );
  });

  test("of a private endpoint without credentials is refused before it is sent", async () => {
    const { received, client } = venueThat(() => success(placed));
    await expect(client({ signer: undefined }).call(orders.getOrders)).rejects.toThrow("needs credentials");
    expect(received).toEqual([]);
  });

  test("as a method takes the members of path, query and body in one object", async () => {
    const { received, client } = venueThat(() => success({ rows: [] }));
    const methods = operationsOf(client(), { ...orders, ...marketData });
    await methods.getOrderbook({ symbol: "PERP_ETH_USDC", max_level: 5 });
    await methods.cancelOrder({ symbol: "PERP_ETH_USDC", order_id: 7 });
    await methods.cancelAllAfter({ trigger_after: 5_000 });
    await methods.getOrders();
    expect(received.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      "GET /v1/orderbook/PERP_ETH_USDC?max_level=5 ",
      "DELETE /v1/order?symbol=PERP_ETH_USDC&order_id=7 ",
      'POST /v1/order/cancel_all_after {"trigger_after":5000}',
      "GET /v1/orders ",
    ]);
  });
});

describe("a refusal", () => {
  test("is an ApiError with the status, the code, the message and the detail", async () => {
    const detail = { required: 25.05, available: 10 };
    const { received, client } = venueThat(() => refusal(400, -1101, "insufficient margin", { detail }));
    const error = await client()
      .call(orders.placeOrder, { body: order })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: -1101, message: "insufficient margin", detail });
    expect(received).toHaveLength(1);
  });

  test("in plain text keeps its status and text", async () => {
    const { client } = venueThat(() => new Response("body too large", { status: 413 }));
    const error = await client()
      .call(orders.placeOrder, { body: order })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "ApiError", status: 413, code: null, message: "body too large" });
  });

  test("by a rate limit is thrown with the time to wait, unless the client is set to wait", async () => {
    const limited = () => refusal(429, -1003, "rate limit exceeded", {}, { "Retry-After": "1" });
    const first = venueThat(limited);
    const error = await first
      .client()
      .call(orders.getOrders)
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 429, code: -1003, retryAfterMs: 1_000 });

    const now = () => refusal(429, -1003, "rate limit exceeded", {}, { "Retry-After": "0" });
    const second = venueThat(now, now, () => success({ rows: [], meta: {} }));
    await second.client({ rateLimitWaitsMax: 2 }).call(orders.getOrders);
    expect(second.received).toHaveLength(3);

    const third = venueThat(now);
    await expect(third.client({ rateLimitWaitsMax: 2 }).call(orders.getOrders)).rejects.toThrow("rate limit exceeded");
  });
});

describe("a lost answer", () => {
  test("of a placement leads to the same body being sent again, so that nothing is placed twice", async () => {
    const replayed = () =>
      Response.json({ success: true, data: placed, timestamp: 1 }, { headers: { "SVC-Replayed": "true" } });
    const { received, client } = venueThat(gatewayPage, replayed);
    const answer = await client().send(orders.placeOrder, { body: order });
    expect(answer.data.order_id).toBe(7);
    expect(answer.wasReplayed).toBe(true);
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toBe(received[0]?.body ?? "");
    expect(JSON.parse(received[0]?.body ?? "").client_order_id).toMatch(/^[0-9a-v]{24}$/);
  });

  test("of a batch leads to the batch being sent again, each order with its own id", async () => {
    const { received, client } = venueThat(gatewayPage, () => success({ rows: [] }));
    await client().call(orders.placeBatch, { body: { orders: [order, { ...order, client_order_id: "mine" }] } });
    const ids = JSON.parse(received[1]?.body ?? "").orders.map(
      (item: { client_order_id: string }) => item.client_order_id,
    );
    expect(received[1]?.body).toBe(received[0]?.body ?? "");
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-v]{24}$/), "mine"]);
  });

  test("of a call that is carried out only once leads to the same signed bytes being sent again", async () => {
    const { received, client } = venueThat(gatewayPage, gatewayPage, () => success(undefined));
    const rest = client();
    const margin = { body: { symbol: "PERP_ETH_USDC", amount: "5", type: "ADD" } } as const;
    await rest.call(positions.movePositionMargin, margin);
    expect(new Set(received.map(({ headers }) => headers.get("SVC-Signature"))).size).toBe(1);
    expect(received).toHaveLength(3);
    // Two separate calls have different signatures, however close in time.
    await Promise.all([1, 2].map(() => rest.call(positions.movePositionMargin, margin)));
    expect(new Set(received.map(({ headers }) => headers.get("SVC-Signature"))).size).toBe(3);
  });

  test("because the connection broke is treated the same", async () => {
    const { client } = venueThat(() => success({ rows: [] }));
    let calls = 0;
    const breaking = (url: string, init: RequestInit) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new TypeError("connection reset")) : fetch(url, init);
    };
    expect(await client({ fetch: breaking }).call(marketData.getSymbols)).toEqual({ rows: [] });
    expect(calls).toBe(2);
  });

  const transfer = { token: "USDC", receiver_list: [{ account_id: signer.accountId, amount: 5 }] };
  const signatures = (received: readonly Received[]) =>
    new Set(
      received.map(({ headers, body }) => [headers.get("SVC-Timestamp"), headers.get("SVC-Signature"), body].join()),
    );

  test("of a transfer, after all retries, can be requested by hand, but only with the same bytes", async () => {
    const { received, client } = venueThat(gatewayPage, gatewayPage, () => success({ id: 3 }));
    const rest = client({ repeatsMax: 0 });
    const lost = await rest.call(funds.transfer, { body: transfer }).catch((thrown) => thrown);
    expect(lost).toMatchObject({ name: "AnswerLost", attempts: 1, safeAgain: "by repeat" });
    expect(lost.message).toEndWith(
      "it may have been carried out; rest.repeat(error) is safe for 300 s, a new call is not",
    );
    expect(Bun.inspect(lost)).not.toContain(received[0]!.headers.get("SVC-Signature")!);
    const repeated = await rest.repeat(lost).catch((thrown) => thrown);
    expect(repeated).toMatchObject({ name: "AnswerLost", attempts: 2 });
    expect(await rest.repeat(repeated)).toMatchObject({ data: { id: 3 } });
    expect([received.length, signatures(received).size]).toEqual([3, 1]);
    await expect(client().repeat(lost)).rejects.toThrow("POST /v1/internal_transfer is not to be sent again as it was");
  });

  test("of a transfer that may have been carried out is not signed for another time", async () => {
    const outOfRange = () => refusal(401, -1002, "too late", { check: "timestamp" });
    const early = venueThat(outOfRange, () => success({ id: 3 }));
    await early.client().call(funds.transfer, { body: transfer });
    expect(signatures(early.received).size).toBe(2);
    const late = venueThat(gatewayPage, outOfRange);
    const error = await late
      .client()
      .call(funds.transfer, { body: transfer })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "AnswerLost", attempts: 1, cause: { message: "too late" } });
    expect([late.received.length, signatures(late.received).size]).toEqual([2, 1]);
  });

  test("stays lost when its repetition is refused for another reason; a refusal of the call itself decides it", async () => {
    const limited = () => refusal(429, -1003, "rate limit exceeded");
    const first = venueThat(gatewayPage, limited);
    const error = await first
      .client()
      .call(orders.placeOrder, { body: order })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "AnswerLost", attempts: 1, cause: { name: "ApiError", code: -1003 } });
    const second = venueThat(gatewayPage, () => refusal(400, -1101, "insufficient margin"));
    await expect(second.client().call(orders.placeOrder, { body: order })).rejects.toMatchObject({ code: -1101 });
    const third = venueThat(gatewayPage, limited);
    await expect(third.client().call(orders.getOrders)).rejects.toMatchObject({ name: "ApiError", code: -1003 });
  });

  test("of a cancel is thrown at once: a second cancel would be refused for an order that is gone", async () => {
    const { received, client } = venueThat(gatewayPage);
    const query = { symbol: "PERP_ETH_USDC", order_id: 7 };
    const error = await client()
      .call(orders.cancelOrder, { query })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AnswerLost);
    expect(error).toMatchObject({ method: "DELETE", attempts: 1, safeAgain: "not" });
    expect(error.message).toContain("it may have been carried out");
    expect(received).toHaveLength(1);
  });

  test("of a placement is thrown at once when retries are off, and no id is added", async () => {
    const { received, client } = venueThat(gatewayPage);
    await expect(client({ repeatsMax: 0 }).call(orders.placeOrder, { body: order })).rejects.toBeInstanceOf(AnswerLost);
    expect(received.map(({ body }) => JSON.parse(body).client_order_id)).toEqual([undefined]);
  });

  test("three times becomes an AnswerLost that says so", async () => {
    const { received, client } = venueThat(gatewayPage);
    const error = await client()
      .call(orders.placeOrder, { body: order })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "AnswerLost", attempts: 3, body: received[0]?.body });
    expect(error.body).toContain('"client_order_id":"');
    expect(received).toHaveLength(3);
  });

  test("an outage of the core is also waited out, and remains a refusal", async () => {
    const down = () => refusal(503, -1011, "the matching core is unavailable");
    const first = venueThat(down, () => success(placed));
    expect((await first.client().call(orders.placeOrder, { body: order })).order_id).toBe(7);
    const second = venueThat(down);
    const error = await second
      .client({ repeatsMax: 1 })
      .call(orders.getOrders)
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "ApiError", status: 503, code: -1011 });
  });

  test("comes after the time limit of one attempt", async () => {
    const { client } = venueThat(() => Bun.sleep(300).then(() => success({})));
    const error = await client({ timeoutMs: 20, repeatsMax: 0 })
      .call(orders.getOrders)
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "AnswerLost", attempts: 1 });
    expect(error.message).toContain("no answer within 20 ms");
  });

  test("is of no concern to a caller who has given up", async () => {
    const reason = new Error("shutting down");
    const giveUp = new AbortController();
    const late = Promise.withResolvers<Response>();
    const { received, client } = venueThat(() => {
      giveUp.abort(reason);
      return late.promise;
    });
    expect(
      await client()
        .call(orders.getOrders, {}, { signal: giveUp.signal })
        .catch((thrown) => thrown),
    ).toBe(reason);
    expect(
      await client()
        .call(orders.getOrders, {}, { signal: giveUp.signal })
        .catch((thrown) => thrown),
    ).toBe(reason);
    expect(received).toHaveLength(1);
    late.resolve(success({}));
  });
});

describe("the clock", () => {
  const hours = 8 * 3_600_000;

  test("a venue that is hours ahead gets signatures in its own time after one refusal", async () => {
    const { received, client } = venueThat(
      () => refusal(401, -1002, "timestamp is out of range", { check: "timestamp", timestamp: Date.now() + hours }),
      () => success({ rows: [], meta: {} }, Date.now() + hours),
    );
    const rest = client();
    await rest.call(orders.getOrders);
    await rest.call(orders.getOrders);
    const ahead = received.map(
      ({ headers }) => Math.round(Number(headers.get("SVC-Timestamp")) / hours) - Math.round(Date.now() / hours),
    );
    expect(ahead).toEqual([0, 1, 1]);
  });

  test("clients that share a clock share what it has learned", async () => {
    const { client, received } = venueThat(() => success({ rows: [] }, Date.now() + hours));
    const first = client({ signer: undefined });
    await first.call(marketData.getSymbols);
    await client({ clock: first.clock }).call(positions.getPositions);
    const [, signed] = received;
    expect(Number(signed!.headers.get("svc-timestamp"))).toBeGreaterThan(Date.now() + hours / 2);
  });

  test("a venue that keeps refusing the time is not asked a third time", async () => {
    const { received, client } = venueThat(() => refusal(401, -1002, "too late", { check: "timestamp" }));
    await expect(client().call(orders.getOrders)).rejects.toThrow("too late");
    expect(received).toHaveLength(2);
  });

  test("another refused signature is not repeated", async () => {
    const { received, client } = venueThat(() => refusal(401, -1002, "signature error"));
    expect(
      await client()
        .call(orders.getOrders)
        .catch((thrown) => thrown),
    ).toMatchObject({ status: 401, code: -1002 });
    expect(received).toHaveLength(1);
  });
});
