// What no decent client would send: unknown paths and methods, broken and huge bodies, odd framing, doubled headers,
// slow and crowded connections. The venue answers as documented, or closes the connection, and continues. Errors 1 and 7.

import { afterEach, beforeAll, expect, test } from "bun:test";
import { expectRefusal, expectSuccess } from "./outside/expected-refusal.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { RawConnection, rawRequest, requestText, UPGRADE } from "./outside/raw-http.ts";
import { newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(venue.url, { claims: 100 });
});
// After each test: no error was logged, everything adds up, and an order still works.
afterEach(async () => {
  expect(venue.errors).toEqual([]);
  venue.audit();
  const placed = await trader.order();
  expectSuccess(placed);
  expectSuccess(await trader.delete(`/v1/order?symbol=PERP_BTC_USDC&order_id=${placed.data.order_id}`));
});

const JSON_TYPE = { "Content-Type": "application/json" };
const openOrders = async (): Promise<unknown> => (await trader.get("/v1/orders?status=INCOMPLETE")).data;

test.each([
  ["GET", "/terminal/nothing.js"],
  ["GET", "/v1"],
  ["GET", "/v1/"],
  ["GET", "/v1/nothing"],
  ["GET", "/v2/public/info"],
  ["GET", "/v1/public/info/"],
  ["GET", "/v1//public/info"],
  ["GET", "/V1/public/info"],
  ["GET", "/v1/order/"],
  ["GET", "/v1/../v1/nothing"],
  ["GET", "/v1/%2e%2e/nothing"],
  ["GET", "/v1/public/info%00"],
  ["GET", "/constructor"],
  ["GET", "/v1/__proto__"],
  ["POST", "/v1/toString"],
])("%s %s does not exist", async (method, path) => {
  expectRefusal(await call(`${venue.url}${path}`, { method }), [404, -1006, "not found"]);
});

test.each([
  ["POST", "/v1/public/info", "GET"],
  ["PUT", "/v1/public/info", "GET"],
  ["DELETE", "/v1/public/info/PERP_BTC_USDC", "GET"],
  ["PATCH", "/v1/order", "POST, PUT, DELETE"],
  ["OPTIONS", "/v1/order", "POST, PUT, DELETE"],
  ["GET", "/v1/order", "POST, PUT, DELETE"],
  ["POST", "/v1/orders", "GET, DELETE"],
  ["GET", "/sandbox/clock", "POST"],
  ["POST", "/health", "GET"],
])("%s %s is answered with the methods that the path has", async (method, path, allowed) => {
  const answer = await call(`${venue.url}${path}`, { method });
  expectRefusal(answer, [405, -1006, "method not allowed"]);
  expect(answer.headers.get("allow")).toBe(allowed);
});

test("two Host headers in a request are refused, and sandbox controls need a Host that is this machine", async () => {
  const toHosts = (method: string, path: string, ...hosts: string[]) =>
    requestText(method, path, [], method === "POST" ? '{"advance_ms":1}' : "")
      .toString()
      .replace("Host: localhost", hosts.map((host) => `Host: ${host}`).join("\r\n"));
  const statusOf = async (text: string) => (await rawRequest(venue.port, Buffer.from(text)))!.status;
  const paths = [
    "/v1/public/info",
    "/v1/nothing",
    "/nothing",
    "/health",
    "/",
    "/terminal/index.html",
    "/docs",
    "/openapi.json",
  ];
  for (const path of paths) {
    expect([path, await statusOf(toHosts("GET", path, "127.0.0.1", "evil.example"))]).toEqual([path, 400]);
    expect([path, await statusOf(toHosts("GET", path, "127.0.0.1", "127.0.0.1"))]).toEqual([path, 400]);
  }
  expect(await statusOf(toHosts("POST", "/sandbox/clock", "evil.example", "127.0.0.1"))).toBe(400);
  const upgrade = requestText("GET", `/ws/public/ws/stream/${trader.accountId}`, [
    ...UPGRADE,
    ["Host", "evil.example"],
  ]);
  expect((await rawRequest(venue.port, upgrade))!.status).toBe(400);
  // A page can make its own host name resolve to this machine, but it can't make its requests carry another Host.
  expect(await statusOf(toHosts("POST", "/sandbox/clock", "evil.example"))).toBe(404);
  expect(await statusOf(toHosts("POST", "/sandbox/clock", `localhost:${venue.port}`))).toBe(200);
});

test("HEAD, TRACE and unknown methods are answered without a body and without harm", async () => {
  for (const path of ["/v1/public/info", "/v1/order", "/nothing"]) {
    const answer = await rawRequest(venue.port, requestText("HEAD", path));
    expect([404, 405]).toContain(answer!.status);
  }
  const strange = ["TRACE", "CONNECT", "FOO", "get"];
  for (const method of strange) {
    const answer = await rawRequest(venue.port, requestText(method, "/v1/public/info"));
    expect([undefined, 400, 404, 405]).toContain(answer?.status);
  }
});

const BODY_BYTES = 8_192;
const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => trader.send("POST", "/v1/order", body, headers);

test("a body of up to 8 KiB is read, one byte more is 413", async () => {
  const order = JSON.stringify({ ...ORDER, order_price: 50_001 });
  expectSuccess(await post(order.padEnd(BODY_BYTES, " ")));
  const before = await openOrders();
  for (const size of [BODY_BYTES + 1, 1_000_000, 3_000_000]) {
    const answer = await post(order.padEnd(size, " "));
    expect(answer.status).toBe(413);
    expect(answer.headers.get("content-type") ?? "text/plain").toStartWith("text/plain");
  }
  const announced = [...Object.entries(JSON_TYPE), ["Content-Length", String(BODY_BYTES + 1)] as const];
  expect((await rawRequest(venue.port, requestText("POST", "/v1/dex_api_key", announced)))?.status).toBe(413);
  expect(await openOrders()).toEqual(before);
});

test("a chunked body is read like any other, and counted against the limit", async () => {
  const body = JSON.stringify({ ...ORDER, order_price: 50_002 });
  const chunked = (signed: string, chunks: readonly string[]): Buffer => {
    const lines = Object.entries({ ...JSON_TYPE, ...trader.headers("POST", "/v1/order", signed) });
    const head = requestText("POST", "/v1/order", [...lines, ["Transfer-Encoding", "chunked"]]);
    const sized = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
    return Buffer.concat([head, Buffer.from(`${sized.join("")}0\r\n\r\n`)]);
  };
  const good = await rawRequest(venue.port, chunked(body, [body.slice(0, 1), body.slice(1, 40), body.slice(40)]));
  expect({ status: good?.status, body: good?.body }).toMatchObject({ status: 200 });

  const before = await openOrders();
  const large = Array.from({ length: 40 }, () => " ".repeat(BODY_BYTES));
  const refused = await rawRequest(venue.port, chunked(body, [body, ...large]));
  expect([undefined, 413]).toContain(refused?.status);
  expect(await openOrders()).toEqual(before);
});

test.each([
  ["no body", "", JSON_TYPE, "invalid request body"],
  ["broken JSON", `{"symbol":`, JSON_TYPE, "invalid request body"],
  ["JSON with a rest", `{} {}`, JSON_TYPE, "invalid request body"],
  ["a trailing comma", `{"symbol":"PERP_BTC_USDC",}`, JSON_TYPE, "invalid request body"],
  ["single quotes", `{'symbol':'PERP_BTC_USDC'}`, JSON_TYPE, "invalid request body"],
  ["NaN", `{"symbol":"PERP_BTC_USDC","order_price":NaN}`, JSON_TYPE, "invalid request body"],
  ["Infinity", `{"symbol":"PERP_BTC_USDC","order_price":Infinity}`, JSON_TYPE, "invalid request body"],
  ["a list", "[]", JSON_TYPE, "invalid request body"],
  ["null", "null", JSON_TYPE, "invalid request body"],
  ["a number", "1", JSON_TYPE, "invalid request body"],
  ["text", `"{}"`, JSON_TYPE, "invalid request body"],
  ["a NUL byte", `{"symbol":"PERP_BTC_USDC"}\0`, JSON_TYPE, "invalid request body"],
] as const)("a placement with %s as its body is refused", async (_, body, headers, message) => {
  expectRefusal(await post(body, headers), [400, -1005, message]);
});

test.each([
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  // These only begin like JSON's type.
  "application/json5",
  "application/json-seq",
])("a placement sent as %s is refused, whatever its bytes are", async (type) => {
  const answer = await post(JSON.stringify(ORDER), { "Content-Type": type });
  expectRefusal(answer, [415, -1005, "Content type not supported"]);
});

test("a body that is not UTF-8, or is nested as deep as its length allows, is refused", async () => {
  const bytes = Uint8Array.from([...Buffer.from(`{"symbol":"`), 0xff, 0xfe, ...Buffer.from(`"}`)]);
  expectRefusal(await post(bytes), [400, -1005]);
  const deep = `{"symbol":${"[".repeat(4_000)}${"]".repeat(4_000)}}`;
  expectRefusal(await post(deep), [400, -1005]);
  const deepOrder = `{"note":${`{"a":`.repeat(1_300)}1${"}".repeat(1_300)},${JSON.stringify(ORDER).slice(1)}`;
  const answer = await post(deepOrder);
  expect([200, 400]).toContain(answer.status);
});

test.each(["application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"])(
  "a body of type %s is JSON",
  async (type) => {
    expectSuccess(await post(JSON.stringify(ORDER), { "Content-Type": type }));
  },
);

test("names that are special in JavaScript have no meaning in a body", async () => {
  const order = JSON.stringify(ORDER).slice(1, -1);
  for (const extra of [`"__proto__":{"side":"SELL"}`, `"constructor":{"prototype":{"x":1}}`, `"toString":1`, `"":1`]) {
    const answer = await post(`{${order},${extra}}`);
    expectSuccess(answer);
    const stored = await trader.get(`/v1/order/${answer.data.order_id}`);
    expect(stored.data.side).toBe("BUY");
  }
  const inherited = await post(`{"__proto__":{${order}}}`);
  expectRefusal(inherited, [400, -1005, "symbol must not be blank"]);
});

test("the last of a repeated member counts, as usual in JSON", async () => {
  const answer = await post(`{${JSON.stringify(ORDER).slice(1, -1)},"order_price":49999}`);
  expectSuccess(answer);
  expect((await trader.get(`/v1/order/${answer.data.order_id}`)).data.price).toBe(49_999);
});

test("a text with a lone surrogate or a NUL is refused like any other malformed text", async () => {
  for (const text of ["\\ud800", "\\udc00x", "\\u0000", "a\\u0000b", "💩", "é", " a", "a ", "\\n"]) {
    for (const name of ["client_order_id", "symbol", "side", "order_type"]) {
      const body = `{${JSON.stringify({ ...ORDER, [name]: undefined }).slice(1, -1)},"${name}":"${text}"}`;
      expectRefusal(await post(body), [400, -1005]);
    }
  }
  // A tag is free text: it is either returned unchanged or refused.
  for (const text of ["\\ud800", "\\u0000", "💩"]) {
    const answer = await post(`{${JSON.stringify(ORDER).slice(1, -1)},"order_tag":"${text}"}`);
    expect([200, 400]).toContain(answer.status);
  }
  expectSuccess(await trader.get("/v1/orders"));
});

test("queries with doubled, listed, broken and endless members are answered", async () => {
  const paths = [
    "/v1/public/market_trades?symbol=PERP_BTC_USDC&symbol=PERP_ETH_USDC&limit=1",
    "/v1/public/market_trades?symbol[]=PERP_BTC_USDC&limit=1",
    "/v1/public/market_trades?symbol[a]=PERP_BTC_USDC&limit[]=1",
    "/v1/public/market_trades?symbol=%ZZ&limit=1",
    "/v1/public/market_trades?symbol=%&limit=%",
    "/v1/public/market_trades?symbol=%ff%fe&limit=1",
    "/v1/public/market_trades?symbol=%ed%a0%80&limit=1",
    "/v1/public/market_trades?symbol=%00&limit=1",
    "/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=1e400",
    "/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=NaN",
    "/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=-0",
    "/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=0x10",
    "/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=99999999999999999999",
    `/v1/public/market_trades?symbol=${"A".repeat(4_000)}&limit=1`,
    `/v1/public/market_trades?${"a=b&".repeat(2_000)}symbol=PERP_BTC_USDC&limit=1`,
    "/v1/public/market_trades?__proto__=1&constructor=2&symbol=PERP_BTC_USDC&limit=1",
    "/v1/public/futures/%ff",
    "/v1/public/futures/%",
    "/v1/public/futures/constructor",
    "/v1/public/futures/__proto__",
    "/v1/public/futures/..%2finfo",
    "/v1/public/info/PERP_BTC_USDC%00",
    "/v1/get_broker?address=%00",
    "/v1/public/broker/order_enums?broker_id=__proto__",
    "/v1/public/broker/order_enums?broker_id=%ff&include_archived=1",
    "/v1/kline?symbol=PERP_BTC_USDC&type=1m&limit=1001",
    "/v1/kline?symbol=PERP_BTC_USDC&type=constructor",
    "/health?x=%ff",
    "//v1/public/info",
    "/v1/public/info#fragment",
    "http://elsewhere/v1/public/info",
    "*",
  ];
  for (const path of paths) {
    const answer = await rawRequest(venue.port, requestText("GET", path));
    const isDocumented = [200, 400, 404, 414, undefined].includes(answer?.status);
    expect({ path, status: answer?.status, isDocumented }).toMatchObject({ isDocumented: true });
  }
});

test("a request line or headers that never end are cut off", async () => {
  const targets = ["/v1/public/info?".padEnd(20_000, "a"), `/${"a/".repeat(10_000)}`];
  for (const target of targets) {
    const answer = await rawRequest(venue.port, requestText("GET", target));
    expect([undefined, 200, 400, 404, 414, 431]).toContain(answer?.status);
  }
  const many = Array.from({ length: 500 }, (_, i) => [`X-Header-${i}`, "x".repeat(100)] as const);
  const answer = await rawRequest(venue.port, requestText("GET", "/v1/public/info", many));
  expect([undefined, 200, 400, 431]).toContain(answer?.status);
});

test("a request without a host, or with an impossible one, is answered like any other", async () => {
  const hosts = ["HTTP/1.0\r\n", "HTTP/1.0\r\nHost: x\r\n", "HTTP/1.1\r\nHost:\r\n", "HTTP/1.1\r\nHost: [::\r\n"];
  hosts.push("HTTP/1.1\r\nHost: a b\r\n", "HTTP/1.1\r\nHost: a/ws/b\r\n", "HTTP/1.1\r\nHost: x?y#z@\r\n");
  const paths = [
    ["/health", 200],
    ["/v1/public/futures/PERP_BTC_USDC", 200],
    ["/nothing", 404],
    ["/ws/nothing", 404],
    ["/x//a/ws/b", 404],
    [`/ws/public/ws/stream/${trader.accountId}`, 426],
  ] as const;
  for (const host of hosts) {
    for (const [path, status] of paths) {
      const answer = await rawRequest(venue.port, `GET ${path} ${host}\r\n`);
      expect({ host, path, status: answer?.status }).toEqual({ host, path, status });
    }
  }
});

test("bytes that are not HTTP are refused, and framing that contradicts itself never smuggles a request", async () => {
  const order = JSON.stringify({ ...ORDER, client_order_id: "smuggled" });
  const smuggled = requestText(
    "POST",
    "/v1/order",
    Object.entries({ ...JSON_TYPE, ...trader.headers("POST", "/v1/order", order) }),
    order,
  ).toString();
  const nonsense = [
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "hello\r\n\r\n",
    "GET\r\n\r\n",
    "GET /v1/public/info\r\n\r\n",
    "GET /v1/public/info HTTP/9.9\r\nHost: x\r\n\r\n",
    "GET /v1/public/info HTTP/1.1\r\n\r\n",
    "GET /v1/public/info HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
    "GET /v1/public/info HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n",
    "GET /v1/public/info HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n",
    "POST /v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "POST /v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n",
    "POST /v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 6\r\n\r\nabcde",
    "POST /v1/order HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "POST /v1/order HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nabc",
    `POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  ];
  for (const bytes of nonsense) {
    const connection = await RawConnection.open(venue.port);
    connection.write(bytes);
    // The venue may answer, close or wait for more, as long as others are served.
    expectSuccess(await call(`${venue.url}/v1/public/info`));
    connection.close();
  }
  expectRefusal(await trader.get("/v1/client/order/smuggled"), [400, -1006]);
});

test("pipelined requests are answered in order, or not at all", async () => {
  const connection = await RawConnection.open(venue.port);
  const paths = ["/v1/public/futures/PERP_BTC_USDC", "/v1/nothing", "/v1/public/futures/PERP_ETH_USDC"];
  connection.write(Buffer.concat(paths.map((path) => requestText("GET", path))));
  const bodies: string[] = [];
  for (let answer = await connection.answer(); answer !== undefined; answer = await connection.answer()) {
    bodies.push(answer.body);
    if (bodies.length === paths.length) break;
  }
  connection.close();
  const expected = [/PERP_BTC_USDC/, /not found/, /PERP_ETH_USDC/];
  for (const [i, body] of bodies.entries()) expect(body).toMatch(expected[i]!);
});

test("a signed request that is followed by another before its answer ends the connection, and the second is not carried out", async () => {
  const place = (id: string) => {
    const body = JSON.stringify({ ...ORDER, client_order_id: id });
    const lines = Object.entries({ ...JSON_TYPE, ...trader.headers("POST", "/v1/order", body) });
    return requestText("POST", "/v1/order", lines, body);
  };
  const connection = await RawConnection.open(venue.port);
  connection.write(Buffer.concat([place("pipe-1"), place("pipe-2")]));
  expect(await connection.answer()).toBeUndefined();
  // The first one may have been carried out: a client without an answer looks.
  const first = await trader.get("/v1/client/order/pipe-1");
  if (first.status !== 200) expectRefusal(first, [400, -1006]);
  expectRefusal(await trader.get("/v1/client/order/pipe-2"), [400, -1006]);
});

test("hundreds of requests that never end do not keep others waiting", async () => {
  const body = JSON.stringify({ ...ORDER, client_order_id: "slow" });
  const head = requestText("POST", "/v1/order", [
    ...Object.entries({ ...JSON_TYPE, ...trader.headers("POST", "/v1/order", body) }),
    ["Content-Length", String(body.length)],
  ]);
  const slow = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(venue.port)));
  for (const connection of slow) connection.write(Buffer.concat([head, Buffer.from(body.slice(0, 20))]));
  for (let i = 0; i < 20; i++) expectSuccess(await trader.order());
  expectRefusal(await trader.get("/v1/client/order/slow"), [400, -1006]);

  // One request is completed byte by byte; the others hang up in the middle of their bodies.
  for (const byte of body.slice(20)) slow[0]!.write(byte);
  const answer = await slow[0]!.answer();
  expect({ status: answer?.status, body: answer?.body }).toMatchObject({ status: 200 });
  for (const connection of slow) connection.close();
  expectSuccess(await trader.get("/v1/client/order/slow"));
});

test("five hundred connections at once are all served", async () => {
  const connections = await Promise.all(Array.from({ length: 500 }, () => RawConnection.open(venue.port)));
  const path = "/v1/client/holding";
  const request = requestText("GET", path, Object.entries(trader.headers("GET", path)));
  for (const connection of connections) connection.write(request);
  const answers = await Promise.all(connections.map((connection) => connection.answer()));
  for (const connection of connections) connection.close();
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(500);
});

test("clients that hang up before their answer leave whole orders behind, or none", async () => {
  const requests = Array.from({ length: 100 }, (_, i) => {
    const body = JSON.stringify({ ...ORDER, order_price: 40_000 + i, client_order_id: `gone-${i}` });
    const lines = Object.entries({ ...JSON_TYPE, ...trader.headers("POST", "/v1/order", body) });
    return requestText("POST", "/v1/order", lines, body);
  });
  await Promise.all(
    requests.map(async (request) => {
      const connection = await RawConnection.open(venue.port);
      connection.write(request);
      connection.close();
    }),
  );
  const answers = await Promise.all(requests.map((_, i) => trader.get(`/v1/client/order/gone-${i}`)));
  for (const answer of answers) {
    if (answer.status === 200) expect(answer.data).toMatchObject({ status: "NEW", quantity: 0.01, executed: 0 });
    else expectRefusal(answer, [400, -1006]);
  }
});

test("a path with dot segments is not found, whatever path was signed", async () => {
  const signed = async (sent: string, signedPath: string) =>
    (await rawRequest(venue.port, requestText("GET", sent, Object.entries(trader.headers("GET", signedPath)))))?.status;
  expect(await signed("/v1/orders", "/v1/orders")).toBe(200);
  // A dot in the query is a character like any other.
  expect(await signed("/v1/orders?order_tag=/../x", "/v1/orders?order_tag=/../x")).toBe(200);
  const roundabout = [
    "/v1/../v1/orders",
    "/v1/./orders",
    "/./v1/orders",
    "/v1/x/%2e%2e/orders",
    "/v1/x/.%2E/orders",
    "/v1\\orders",
    "/v1/order/../orders",
    "/v1/orders/.",
    "/v1/orders/x/..",
  ];
  for (const sent of roundabout) {
    expect([sent, await signed(sent, "/v1/orders")]).toEqual([sent, 404]);
    expect([sent, await signed(sent, sent)]).toEqual([sent, 404]);
  }
  const trades = ["/v1/order/7/../trades", "/v1/order/./trades", "/v1/order/..", "/v1/x/../order/7/trades"];
  for (const sent of [...trades, "/x/../health", "/v1/../ws/public/x", "/ws/../v1/public/info"]) {
    expect([sent, (await rawRequest(venue.port, requestText("GET", sent)))?.status]).toEqual([sent, 404]);
  }
});
