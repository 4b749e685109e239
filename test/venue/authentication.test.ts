// Signed requests from outside: every row of errors 4 in its order, the bytes that are signed, and scopes (errors 5).

import { beforeAll, expect, test } from "bun:test";
import { expectRefusal, expectSuccess, type Refusal } from "./outside/expected-refusal.ts";
import { base58 } from "./outside/outside-base58.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { RawConnection, rawRequest, requestText } from "./outside/raw-http.ts";
import { bindKey, newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let trader: Trader;
let other: Trader;
beforeAll(async () => {
  [trader, other] = await Promise.all([newTrader(venue.url), newTrader(venue.url)]);
});

const PATH = "/v1/orders?symbol=PERP_BTC_USDC&status=NEW";
type Headers = Record<string, string>;

const missing = (name: string): Refusal => [401, -1001, `missing header ${name}`];
const invalid = (name: string): Refusal => [401, -1001, `invalid header ${name}`];
const KEY_ERROR: Refusal = [401, -1002, "api key error"];
const SIGNATURE_ERROR: Refusal = [401, -1002, "signature error"];
const OUT_OF_RANGE: Refusal = [401, -1002, "timestamp is out of range"];

const names = ["SVC-Account-Id", "SVC-Api-Key", "SVC-Timestamp", "SVC-Signature"] as const;

/** Signs `text` instead of what should have been signed. */
const signing = (text: (now: number) => string) => (headers: Headers) => ({
  ...headers,
  "SVC-Signature": trader.key.sign(text(Number(headers["SVC-Timestamp"]))),
});
const changed = (changes: Headers) => (headers: Headers) => ({ ...headers, ...changes });

const cases: readonly (readonly [string, (headers: Headers) => Headers, Refusal])[] = [
  ...names.flatMap((name) => [
    [`no ${name}`, ({ [name]: _, ...rest }: Headers): Headers => rest, missing(name)] as const,
    [`an empty ${name}`, changed({ [name]: "" }), missing(name)] as const,
  ]),
  ["nothing at all", () => ({}), missing("SVC-Account-Id")],
  ["an account id without 0x", (h) => ({ ...h, "SVC-Account-Id": h["SVC-Account-Id"]!.slice(2) }), invalid(names[0])],
  ["an account id of 63 digits", (h) => ({ ...h, [names[0]]: h[names[0]]!.slice(0, 65) }), invalid(names[0])],
  ["an account id with a g", (h) => ({ ...h, [names[0]]: `${h[names[0]]!.slice(0, 65)}g` }), invalid(names[0])],
  ["a key without its prefix", (h) => ({ ...h, [names[1]]: h[names[1]]!.slice(8) }), invalid(names[1])],
  ["a key in hex", changed({ [names[1]]: `ed25519:${"ab".repeat(32)}` }), invalid(names[1])],
  ["a key of 33 bytes", changed({ [names[1]]: `ed25519:${base58(new Uint8Array(33).fill(9))}` }), invalid(names[1])],
  ["a key of a megabyte's worth of ones", changed({ [names[1]]: `ed25519:${"1".repeat(7_000)}` }), invalid(names[1])],
  ["a timestamp with a fraction", (h) => ({ ...h, [names[2]]: `${h[names[2]]}.0` }), invalid(names[2])],
  ["a negative timestamp", (h) => ({ ...h, [names[2]]: `-${h[names[2]]}` }), invalid(names[2])],
  ["a timestamp in words", changed({ [names[2]]: "now" }), invalid(names[2])],
  ["a timestamp with an exponent", changed({ [names[2]]: "1e12" }), invalid(names[2])],
  ["a timestamp of a thousand digits", changed({ [names[2]]: "9".repeat(1_000) }), OUT_OF_RANGE],
  [
    "a signature in hex",
    (h) => ({ ...h, [names[3]]: Buffer.from(h[names[3]]!, "base64url").toString("hex") }),
    invalid(names[3]),
  ],
  ["a signature of 63 bytes", changed({ [names[3]]: Buffer.alloc(63).toString("base64url") }), invalid(names[3])],
  [
    "a signature with a foreign letter",
    (h) => ({ ...h, [names[3]]: `${h[names[3]]!.slice(0, -1)}!` }),
    invalid(names[3]),
  ],
  ["an unknown account", changed({ [names[0]]: `0x${"12".repeat(32)}` }), KEY_ERROR],
  ["a key that is not bound", changed({ [names[1]]: new ApiKey().name }), KEY_ERROR],
  [
    "a key of 32 bytes that is no point",
    changed({ [names[1]]: `ed25519:${base58(new Uint8Array(32).fill(255))}` }),
    KEY_ERROR,
  ],
  ["a signature of zeros", changed({ [names[3]]: Buffer.alloc(64).toString("base64url") }), SIGNATURE_ERROR],
  ["the path signed without its query", signing((now) => `${now}GET/v1/orders`), SIGNATURE_ERROR],
  [
    "the query signed in another order",
    signing((now) => `${now}GET/v1/orders?status=NEW&symbol=PERP_BTC_USDC`),
    SIGNATURE_ERROR,
  ],
  ["the method signed in lower case", signing((now) => `${now}get${PATH}`), SIGNATURE_ERROR],
  ["another method signed", signing((now) => `${now}POST${PATH}`), SIGNATURE_ERROR],
  ["a body signed on a GET", signing((now) => `${now}GET${PATH}{}`), SIGNATURE_ERROR],
  ["the whole URL signed", signing((now) => `${now}GET${venue.url}${PATH}`), SIGNATURE_ERROR],
  ["a signature of the timestamp alone", signing(String), SIGNATURE_ERROR],
  ["another timestamp signed", signing((now) => `${now - 1}GET${PATH}`), SIGNATURE_ERROR],
];

test.each(cases)("a request with %s is refused", async (_, change, refusal) => {
  const answer = await call(`${venue.url}${PATH}`, { headers: change(trader.headers("GET", PATH)) });
  expectRefusal(answer, refusal);
});

// One account's key for another account, and a signature by another key.
test("keys and accounts that do not belong together are refused", async () => {
  const own = trader.headers("GET", PATH);
  const get = (headers: Headers): Promise<Answer> => call(`${venue.url}${PATH}`, { headers });
  expectRefusal(await get({ ...own, "SVC-Account-Id": other.accountId }), KEY_ERROR);
  expectRefusal(await get({ ...own, "SVC-Api-Key": other.key.name }), KEY_ERROR);
  expectRefusal(await get({ ...own, "SVC-Signature": other.headers("GET", PATH)["SVC-Signature"]! }), SIGNATURE_ERROR);
});

test.each([
  [-301_000, OUT_OF_RANGE],
  [-290_000, null],
  [290_000, null],
  [305_000, OUT_OF_RANGE],
  // Seconds where milliseconds are expected.
  ["seconds", OUT_OF_RANGE],
] as const)("a clock that is off by %p ms", async (off, refusal) => {
  const now = off === "seconds" ? Math.floor(trader.now() / 1_000) : trader.now() + off;
  const answer = await call(`${venue.url}${PATH}`, { headers: trader.headers("GET", PATH, "", now) });
  if (refusal === null) expectSuccess(answer);
  else expectRefusal(answer, refusal);
});

test("the first check that fails is the answer", async () => {
  const headers = trader.headers("GET", PATH, "", 1_000);
  const get = (changes: Headers): Promise<Answer> =>
    call(`${venue.url}${PATH}`, { headers: { ...headers, ...changes } });
  expectRefusal(await get({ "SVC-Signature": "", "SVC-Api-Key": "x" }), missing("SVC-Signature"));
  expectRefusal(await get({ "SVC-Signature": "x" }), invalid("SVC-Signature"));
  expectRefusal(await get({ "SVC-Api-Key": new ApiKey().name }), OUT_OF_RANGE);
  const now = { "SVC-Timestamp": String(trader.now()) };
  expectRefusal(await get({ ...now, "SVC-Api-Key": new ApiKey().name }), KEY_ERROR);
  expectRefusal(await get(now), SIGNATURE_ERROR);
});

test("authentication is checked before the input", async () => {
  expectRefusal(await call(`${venue.url}/v1/orders?status=NONE`), missing("SVC-Account-Id"));
  const body = "{broken";
  const headers = { "Content-Type": "application/json" };
  expectRefusal(await call(`${venue.url}/v1/order`, { method: "POST", headers, body }), missing("SVC-Account-Id"));
});

test("header names are read in any case, and so are account ids", async () => {
  const headers = Object.entries(trader.headers("GET", PATH));
  const recased: ((name: string) => string)[] = [(n) => n.toLowerCase(), (n) => n.toUpperCase(), (n) => n];
  for (const recase of recased) {
    const lines = headers.map(([name, value]) => [recase(name), value] as const);
    const answer = await rawRequest(venue.port, requestText("GET", PATH, lines));
    expect(answer?.status).toBe(200);
  }
  const upper = { ...trader.headers("GET", PATH), "SVC-Account-Id": `0x${trader.accountId.slice(2).toUpperCase()}` };
  expectSuccess(await call(`${venue.url}${PATH}`, { headers: upper }));
});

test("signatures are accepted as base64url or base64, padded or not", async () => {
  for (let i = 0; i < 8; i++) {
    const now = trader.now() + i;
    const bytes = trader.key.signBytes(`${now}GET${PATH}`);
    const forms = [bytes.toString("base64url"), bytes.toString("base64"), bytes.toString("base64").replace(/=+$/, "")];
    forms.push(`${bytes.toString("base64url")}==`);
    for (const form of forms) {
      const headers = { ...trader.headers("GET", PATH, "", now), "SVC-Signature": form };
      expectSuccess(await call(`${venue.url}${PATH}`, { headers }));
    }
  }
});

test.each([
  "/v1/orders?symbol=PERP%5FBTC%5FUSDC",
  "/v1/orders?symbol=PERP%5fBTC_USDC&status=NEW",
  "/v1/orders?status=NEW&symbol=PERP_BTC_USDC&page=1&size=2&unknown=a%20b+c",
  "/v1/orders?",
  "/v1/orders?&&symbol=PERP_BTC_USDC&",
  "/v1/orders?order_tag=%E2%82%AC%F0%9F%92%A9",
  "/v1/orderbook/PERP%5FBTC%5FUSDC?max_level=5",
])("the path is signed as it was sent: %s", async (path) => {
  const lines = Object.entries(trader.headers("GET", path));
  const answer = await rawRequest(venue.port, requestText("GET", path, lines));
  expect({ path, status: answer?.status, body: answer?.body }).toMatchObject({ status: 200 });
  const decoded = decodeURIComponent(path);
  if (decoded !== path) {
    const wrong = Object.entries(trader.headers("GET", decoded));
    expect((await rawRequest(venue.port, requestText("GET", path, wrong)))?.status).toBe(401);
  }
});

test("a path parameter is signed expanded", async () => {
  const placed = await trader.order();
  const path = `/v1/order/${placed.data.order_id}`;
  expectSuccess(await trader.get(path));
  const headers = trader.headers("GET", "/v1/order/{order_id}");
  expectRefusal(await call(`${venue.url}${path}`, { headers }), SIGNATURE_ERROR);
});

test("the body is verified byte by byte, however its JSON is written", async () => {
  const spellings = [
    JSON.stringify(ORDER),
    JSON.stringify(ORDER, null, 2),
    `  ${JSON.stringify(ORDER).replace("50000", "5e4")}\n`,
    JSON.stringify({ ...ORDER, order_price: "50000.0", note: "€ 💩 \u0000" }),
    JSON.stringify(ORDER).replace("BUY", "\\u0042UY"),
  ];
  for (const body of spellings) expectSuccess(await trader.send("POST", "/v1/order", body));

  const before = await trader.get("/v1/orders?status=NEW");
  const [signed, sent] = [JSON.stringify(ORDER), JSON.stringify({ ...ORDER, order_quantity: 0.02 })];
  const tampered = { "Content-Type": "application/json", ...trader.headers("POST", "/v1/order", signed) };
  for (const body of [sent, `${signed} `, JSON.stringify(ORDER, null, 1), ""]) {
    const answer = await call(`${venue.url}/v1/order`, { method: "POST", headers: tampered, body });
    expectRefusal(answer, SIGNATURE_ERROR);
  }
  expect((await trader.get("/v1/orders?status=NEW")).data).toEqual(before.data);
});

test("a body on a GET or DELETE is not part of what is signed", async () => {
  const placed = await trader.order();
  const path = `/v1/order?symbol=PERP_BTC_USDC&order_id=${placed.data.order_id}`;
  for (const [method, target] of [
    ["GET", PATH],
    ["DELETE", path],
  ] as const) {
    const lines = [...Object.entries(trader.headers(method, target)), ["Content-Type", "text/nonsense"] as const];
    const answer = await rawRequest(venue.port, requestText(method, target, lines, "{not even json"));
    expect({ method, status: answer?.status, body: answer?.body }).toMatchObject({ status: 200 });
  }
});

test("a credential header that is sent twice is refused, not read as either value", async () => {
  const good = Object.entries(trader.headers("GET", PATH));
  for (const [name] of good) {
    for (const doubled of [
      [...good, [name, "x"] as const],
      [[name, "x"] as const, ...good],
    ]) {
      const answer = await rawRequest(venue.port, requestText("GET", PATH, doubled));
      expect({ name, status: answer?.status }).toEqual({ name, status: 401 });
    }
  }
});

test("each request on a connection is authenticated separately", async () => {
  const connection = await RawConnection.open(venue.port);
  const good = requestText("GET", PATH, Object.entries(trader.headers("GET", PATH)));
  const bad = requestText("GET", PATH, Object.entries({ ...trader.headers("GET", PATH), "SVC-Timestamp": "1" }));
  const statuses: (number | undefined)[] = [];
  for (const request of [good, bad, good, bad, good]) {
    connection.write(request);
    statuses.push((await connection.answer())?.status);
  }
  connection.close();
  expect(statuses).toEqual([200, 401, 200, 401, 200]);
});

/** Every private endpoint of this test, with the scopes of which one is enough. */
const scoped: readonly (readonly [string, string, readonly string[], unknown?])[] = [
  ["GET", "/v1/client/info", ["read", "trading"]],
  ["GET", "/v1/client/holding", ["read", "trading"]],
  ["GET", "/v1/positions", ["read", "trading"]],
  ["GET", "/v1/position/PERP_BTC_USDC", ["read", "trading"]],
  ["GET", "/v1/orders", ["read", "trading"]],
  ["GET", "/v1/trades", ["read", "trading"]],
  ["GET", "/v1/orderbook/PERP_BTC_USDC", ["read", "trading"]],
  ["GET", "/v1/client/leverages", ["read", "trading"]],
  ["POST", "/v1/client/leverages", ["read", "trading"], { symbol: "PERP_BTC_USDC", leverage: 10 }],
  ["POST", "/v1/order", ["trading"], ORDER],
  ["POST", "/v1/batch-order", ["trading"], { orders: [ORDER] }],
  ["POST", "/v1/order/cancel_all_after", ["trading"], { trigger_after: 0 }],
  ["DELETE", "/v1/orders", ["trading"]],
  [
    "PUT",
    "/v1/order",
    ["trading"],
    { order_id: 1, symbol: "PERP_BTC_USDC", side: "BUY", order_type: "LIMIT", order_price: 1 },
  ],
  ["DELETE", "/v1/order?symbol=PERP_BTC_USDC&order_id=1", ["trading"]],
  ["DELETE", "/v1/client/order?symbol=PERP_BTC_USDC&client_order_id=a", ["trading"]],
  ["DELETE", "/v1/batch-order?order_ids=1", ["trading"]],
  ["DELETE", "/v1/client/batch-order?client_order_ids=a", ["trading"]],
];

test.each(["read", "trading", "asset", "read,asset", "asset,trading,read"])(
  "a key of scope %s may do what its scope allows",
  async (scope) => {
    const limited = await newTrader(venue.url);
    expectSuccess(await bindKey(venue.url, limited.wallet, limited.key.name, { scope }));
    const has = scope.split(",");
    for (const [method, path, needed, body] of scoped) {
      const text = body === undefined ? "" : JSON.stringify(body);
      const answer =
        method === "GET" || method === "DELETE"
          ? await call(`${venue.url}${path}`, { method, headers: limited.headers(method, path) })
          : await limited.send(method, path, text);
      if (needed.some((word) => has.includes(word))) {
        expect({ method, path, code: answer.json.code }).not.toEqual({ method, path, code: -1002 });
      } else {
        expectRefusal(answer, [401, -1002, `scope ${needed[0]} is required`]);
      }
    }
  },
);

test("x-recv-window refuses requests that arrive too late, and only those", async () => {
  const path = "/v1/order";
  const body = JSON.stringify(ORDER);
  const send = (window: string, age: number): Promise<Answer> => {
    const headers = { "Content-Type": "application/json", ...trader.headers("POST", path, body, trader.now() - age) };
    return call(`${venue.url}${path}`, { method: "POST", headers: { ...headers, "x-recv-window": window }, body });
  };
  expectSuccess(await send("60000", 30_000));
  expectRefusal(await send("5000", 30_000), [400, -1012, "order request timed out"]);
  expectRefusal(await send("soon", 0), [400, -1005]);
});
