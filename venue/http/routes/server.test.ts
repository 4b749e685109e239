import { beforeAll, describe, expect, test } from "bun:test";
import { brandedPath } from "@evermark/interface/rows/brand.ts";
import { BODY_BYTES, endpoint, perIp, perUser, stated } from "@evermark/interface/rows/endpoint.ts";
import Type from "typebox";
import { apiBindings } from "../../api/index.ts";
import type { ConfigurationChanges } from "../../configuration/load.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import {
  answer,
  call,
  newTrader,
  post,
  type RestAnswer,
  signedHeaders,
  type Trader,
} from "../../testing/rest-caller.ts";
import { newKey } from "../../testing/test-key.ts";
import { WithMembers } from "../envelope/envelope.ts";
import { bind } from "./binding.ts";

const NOW = MEMORY_VENUE_START;

const row = { summary: "", source: "test", limit: perUser(1_000) } as const;
const whoAmI = endpoint({
  ...row,
  method: "GET",
  path: "/v1/who",
  auth: "signed",
  scopes: ["read"],
  data: Type.Object({ account: Type.Integer() }),
});
const echo = endpoint({
  ...row,
  method: "POST",
  path: "/v1/echo/{name}",
  auth: "signed",
  scopes: ["trading"],
  params: Type.Object({ name: Type.String() }),
  query: Type.Object({ page: Type.Optional(Type.Integer()) }),
  body: Type.Object({ price: Type.Union([Type.Number(), Type.String()]) }),
  data: Type.Object({ name: Type.String(), price: Type.String(), page: Type.Integer() }),
});
const remove = endpoint({ ...row, method: "DELETE", path: "/v1/echo", auth: "signed" });
const broken = endpoint({ ...row, method: "GET", path: "/v1/broken", auth: "none" });
const flat = endpoint({ ...row, method: "GET", path: "/v1/flat", auth: "none" });
const withdraw = endpoint({ ...row, method: "GET", path: "/v1/asset", auth: "signed", scopes: ["asset"] });
const narrow = endpoint({ ...row, method: "GET", path: "/v1/narrow", auth: "signed", limit: perUser(1) });
const open = endpoint({
  ...row,
  method: "POST",
  path: "/v1/open",
  auth: "none",
  limit: stated(perIp(1)),
  body: Type.Object({}),
});
const local = endpoint({ ...row, method: "POST", path: "/sandbox/x", auth: "sandbox" });

/** The body text of the last request that was echoed. */
let bodyText = "";
const bindings = [
  ...apiBindings(null),
  bind(whoAmI, ({ caller }) => ({ account: caller.account })),
  bind(echo, ({ params, query, body, request }) => {
    bodyText = request.bodyText;
    return { name: params.name, price: String(body.price), page: query.page ?? 1 };
  }),
  bind(remove, () => undefined),
  bind(broken, async () => {
    throw new TypeError("the secret of the house");
  }),
  bind(flat, () => new WithMembers(undefined, { s: "ok", timestamp: 5 })),
  bind(withdraw, () => undefined),
  bind(narrow, () => undefined),
  bind(open, () => undefined),
  bind(local, () => undefined),
];

const limitClock = { now: 1_000_000 };
const memoryOf = (configuration: ConfigurationChanges = {}) =>
  memoryApi({ configuration, bindings, limitClock: () => limitClock.now });
const memory = memoryOf();
const { api } = memory;
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(api, { now: NOW });
});

/** A signed request, with some parts changed after signing. */
async function signed(
  method: string,
  path: string,
  changes: { body?: string; now?: number; signPath?: string; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const { body = "", now = NOW, signPath = path, headers = {} } = changes;
  const good = await trader.sign({ method, path: signPath, now, body });
  return call(api, method, path, { headers: { ...good, ...headers }, ...(body !== "" && { body }) });
}

/** A connection about which nothing is known. */
const nowhere = { requestIP: () => null, timeout() {} };

describe("the envelope", () => {
  test("a success has the flag, venue time and data", async () => {
    const answer = await signed("GET", "/v1/who");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.json).toEqual({
      success: true,
      timestamp: NOW,
      data: { account: memory.engine.findAccount(trader.accountId) },
    });
  });

  test("members next to data are at the top level and may replace the time", async () => {
    expect((await call(api, "GET", "/v1/flat")).json).toEqual({ success: true, timestamp: 5, s: "ok" } as object);
  });

  test("a public answer that is available is returned synchronously", () => {
    const answered = answer(api, new Request("http://venue/v1/flat"), nowhere);
    expect(answered).toBeInstanceOf(Response);
  });

  test("an unknown path is 404, whatever the method", async () => {
    for (const [method, path] of [
      ["GET", "/v1/nothing"],
      ["POST", "/v1/nothing"],
      ["PATCH", "/v1/nothing"],
      ["GET", "/v1/who/"],
      ["GET", "/"],
    ] as const) {
      const answer = await call(api, method, path);
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({ success: false, code: -1006, message: "not found", timestamp: NOW });
    }
  });

  test("another method of a known path is 405, and Allow lists those that it has", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]) {
      const answer = await call(api, method, "/v1/who");
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET"]);
      const refusal = { success: false, code: -1006, message: "method not allowed", timestamp: NOW };
      if (method !== "HEAD") expect(answer.json).toEqual(refusal);
    }
    expect((await call(api, "POST", "/health")).headers.get("allow")).toBe("GET");
  });

  test("a sandbox's own path has no methods for callers elsewhere", async () => {
    expect((await call(api, "GET", "/sandbox/x")).headers.get("allow")).toBe("POST");
    expect((await call(api, "GET", "/sandbox/x", { ip: "203.0.113.9" })).status).toBe(404);
    expect((await call(api, "GET", "/sandbox/x", { headers: { origin: "https://bots.example" } })).status).toBe(404);
  });

  test("a page may read every refusal, also that of an unknown path", async () => {
    for (const path of ["/v1/nothing", "/v1/who"]) {
      const answer = await call(api, "GET", path, { headers: { origin: "https://bots.example" } });
      expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
    }
  });

  test("a fault of ours is -1000, logged under the id that the answer names, and reveals nothing else", async () => {
    const answer = await call(api, "GET", "/v1/broken");
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({ success: false, code: -1000, message: "unexpected failure" });
    expect(answer.text).not.toContain("secret");
    const line = memory.logged.find((text) => text.includes(String(answer.json.request_id)));
    expect(line).toContain("the secret of the house");
  });
});

describe("credentials, in the order of the checks", () => {
  const refused = (answer: RestAnswer) => [answer.status, answer.json.code, answer.json.message, answer.json.check];

  test("a missing header is named, the first in order", async () => {
    expect(refused(await call(api, "GET", "/v1/who"))).toEqual([
      401,
      -1001,
      "missing header SVC-Account-Id",
      "header_present",
    ]);
    for (const name of ["SVC-Api-Key", "SVC-Timestamp", "SVC-Signature"]) {
      const answer = await signed("GET", "/v1/who", { headers: { [name]: "" } });
      expect(refused(answer)).toEqual([401, -1001, `missing header ${name}`, "header_present"]);
    }
  });

  test("a malformed header is named", async () => {
    const malformed: [string, string][] = [
      ["SVC-Account-Id", "0x12"],
      ["SVC-Api-Key", trader.key.key.slice(8)],
      ["SVC-Timestamp", "1779269143.7"],
      ["SVC-Timestamp", "-1"],
      ["SVC-Signature", "00".repeat(64)],
    ];
    for (const [name, value] of malformed) {
      const answer = await signed("GET", "/v1/who", { headers: { [name]: value } });
      expect(refused(answer)).toEqual([401, -1001, `invalid header ${name}`, "header_form"]);
    }
  });

  test("the timestamp may be off by 300 seconds of venue time, either way", async () => {
    const outside = [401, -1002, "timestamp is out of range", "timestamp"];
    expect((await signed("GET", "/v1/who", { now: NOW - 300_000 })).status).toBe(200);
    expect((await signed("GET", "/v1/who", { now: NOW + 300_000 })).status).toBe(200);
    expect(refused(await signed("GET", "/v1/who", { now: NOW - 300_001 }))).toEqual(outside);
    expect(refused(await signed("GET", "/v1/who", { now: NOW + 300_001 }))).toEqual(outside);
    // Seconds instead of milliseconds.
    expect(refused(await signed("GET", "/v1/who", { now: Math.floor(NOW / 1_000) }))).toEqual(outside);
  });

  test("an unknown account, an unknown key and a key of another account look alike", async () => {
    const alike = [401, -1002, "api key error", "api_key"];
    const other = await newTrader(api, { now: NOW });
    const stranger = await newKey();
    const at = { method: "GET", path: "/v1/who", now: NOW };
    const foreign = await signedHeaders(trader.accountId, other.key, at);
    const unknown = await signedHeaders(trader.accountId, stranger, at);
    const noAccount = await signedHeaders(`0x${"ab".repeat(32)}`, trader.key, at);
    for (const headers of [foreign, unknown, noAccount]) {
      expect(refused(await call(api, "GET", "/v1/who", { headers }))).toEqual(alike);
    }
  });

  test("the account id may be written in any hex case, and header names in any case", async () => {
    const headers = await trader.sign({ method: "GET", path: "/v1/who", now: NOW });
    headers["SVC-Account-Id"] = `0x${trader.accountId.slice(2).toUpperCase()}`;
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect((await call(api, "GET", "/v1/who", { headers: lower })).status).toBe(200);
  });

  test("in a sandbox, the refusal of a wrong signature includes the text that should have been signed", async () => {
    const path = "/v1/echo/a%20b?page=2&x=%2F";
    const body = '{"price": 1.50}';
    expect((await signed("POST", path, { body })).status).toBe(200);
    for (const signPath of ["/v1/echo/a%20b", "/v1/echo/{name}?page=2&x=%2F", "/v1/echo/a b?page=2&x=/"]) {
      const answer = await signed("POST", path, { body, signPath });
      expect(refused(answer)).toEqual([401, -1002, "signature error", "signature"]);
      expect(answer.json.expected_text).toBe(`${NOW}POST${path}${body}`);
    }
  });

  test("a body that changed after signing is refused, even if only by a space", async () => {
    const headers = await trader.sign({ method: "POST", path: "/v1/echo/a", now: NOW, body: '{"price":1}' });
    const answer = await call(api, "POST", "/v1/echo/a", { headers, body: '{"price": 1}' });
    expect(refused(answer)).toEqual([401, -1002, "signature error", "signature"]);
  });

  test("a path may be signed unescaped where the server spells it with escapes", async () => {
    expect((await signed("GET", "/v1/who?tag=it%27s", { signPath: "/v1/who?tag=it's" })).status).toBe(200);
  });

  test("a body of DELETE is not part of the signed text", async () => {
    const headers = await trader.sign({ method: "DELETE", path: "/v1/echo", now: NOW });
    expect((await call(api, "DELETE", "/v1/echo", { headers, body: "anything" })).status).toBe(200);
  });

  test("a missing scope is named; trading includes read", async () => {
    expect(refused(await signed("GET", "/v1/asset"))).toEqual([401, -1002, "scope asset is required", "scope"]);
    const reader = await newTrader(api, { now: NOW, scope: "read" });
    const headers = await reader.sign({ method: "POST", path: "/v1/echo/a", now: NOW, body: '{"price":1}' });
    const answer = await call(api, "POST", "/v1/echo/a", { headers, body: '{"price":1}' });
    expect(refused(answer)).toEqual([401, -1002, "scope trading is required", "scope"]);
    const tradingOnly = await newTrader(api, { now: NOW, scope: "trading" });
    const read = await tradingOnly.sign({ method: "GET", path: "/v1/who", now: NOW });
    expect((await call(api, "GET", "/v1/who", { headers: read })).status).toBe(200);
  });

  test("a key that has expired in venue time is not a valid key", async () => {
    const moved = memoryOf();
    const brief = await newTrader(moved.api, { now: NOW });
    moved.setNow(NOW + 86_400_000);
    const headers = await brief.sign({ method: "GET", path: "/v1/who", now: NOW + 86_400_000 });
    const expired = refused(await call(moved.api, "GET", "/v1/who", { headers }));
    expect(expired[2]).toBe("api key error");
    // The answer is the same after the key has left memory.
    for (const days of [1, 2, 3]) {
      moved.setNow(Math.ceil(NOW / 86_400_000) * 86_400_000 + days * 86_400_000);
      moved.apply({ type: "tick" });
    }
    expect(moved.engine.findKey(moved.engine.findAccount(brief.accountId), brief.key.key)).toBeUndefined();
    const now = moved.venue.clock.now();
    const later = await brief.sign({ method: "GET", path: "/v1/who", now });
    expect(refused(await call(moved.api, "GET", "/v1/who", { headers: later }))).toEqual(expired);
  });
});

describe("production mode", () => {
  test("the refusal of a wrong signature does not reveal the text, and sandbox paths do not exist", async () => {
    const { api: production, openAccount } = memoryOf({ mode: "production" });
    openAccount({ brokerId: "demo" });
    const known = await newTrader(production, { now: NOW });
    const headers = await known.sign({ method: "GET", path: "/v1/other", now: NOW });
    const answer = await call(production, "GET", "/v1/who", { headers });
    expect([answer.status, answer.json.message]).toEqual([401, "signature error"]);
    expect(answer.json.expected_text).toBeUndefined();
    expect((await post(production, "/sandbox/x", {})).status).toBe(404);
  });
});

describe("rate limits", () => {
  test("the second request of a second is refused, with headers on both", async () => {
    const first = await signed("GET", "/v1/narrow");
    const limit = memory.venue.configuration.limits.factor;
    expect(first.headers.get("x-ratelimit-limit")).toBe(String(limit));
    expect(first.headers.get("x-ratelimit-remaining")).toBe(String(limit - 1));
    for (let i = 1; i < limit; i++) expect((await signed("GET", "/v1/narrow")).status).toBe(200);
    const over = await signed("GET", "/v1/narrow");
    expect(over.status).toBe(429);
    expect(over.json).toEqual({ success: false, code: -1003, message: "rate limit exceeded", timestamp: NOW });
    expect(over.headers.get("retry-after")).toBe("1");
    expect(over.headers.get("x-ratelimit-reset")).toBe(String(NOW + 1_000));
    limitClock.now += 1_000;
    expect((await signed("GET", "/v1/narrow")).status).toBe(200);
  });

  test("failed authentications count per address, and against no other bucket", async () => {
    limitClock.now += 10_000;
    const limit = 50 * memory.venue.configuration.limits.factor;
    const attack = () => call(api, "GET", "/v1/narrow", { ip: "10.1.1.1" });
    for (let i = 0; i < limit; i++) expect((await attack()).status).toBe(401);
    expect((await attack()).status).toBe(429);
    expect((await signed("GET", "/v1/narrow")).status).toBe(200);
    expect((await call(api, "GET", "/v1/narrow", { ip: "10.1.1.2" })).status).toBe(401);
  });
});

describe("bodies", () => {
  const sent = (body: string, headers: Record<string, string> = {}) => signed("POST", "/v1/echo/a", { body, headers });
  const refused = (answer: RestAnswer) => [answer.status, answer.json.code, answer.json.message];

  test("long decimals keep their digits, and handlers see the text as it was sent", async () => {
    const answer = await sent('{"price":0.1000000000000000055}');
    expect(answer.json.data).toEqual({ name: "a", price: "0.1000000000000000055", page: 1 });
    expect(bodyText).toBe('{"price":0.1000000000000000055}');
  });

  test("anything but a JSON object is refused", async () => {
    for (const body of ["[]", "1", "null", "{", '{"price":1}}', "é", "[".repeat(BODY_BYTES)]) {
      expect(refused(await sent(body))).toEqual([400, -1005, "invalid request body"]);
    }
    expect(refused(await signed("POST", "/v1/echo/a"))).toEqual([400, -1005, "invalid request body"]);
  });

  test("bytes that are not UTF-8 can be signed, and are refused as a body", async () => {
    const body = Uint8Array.of(0x7b, 0xff, 0x7d);
    const head = Buffer.from(`${NOW}POST/v1/echo/a`);
    const headers = {
      ...(await trader.sign({ method: "POST", path: "/v1/echo/a", now: NOW, body: "x" })),
      "SVC-Signature": await trader.key.sign(Uint8Array.from([...head, ...body])),
    };
    const answer = await call(api, "POST", "/v1/echo/a", { headers, body });
    expect(refused(answer)).toEqual([400, -1005, "invalid request body"]);
  });

  test("another content type is refused", async () => {
    expect(refused(await sent('{"price":1}', { "content-type": "text/plain" }))).toEqual([
      415,
      -1005,
      "Content type not supported",
    ]);
    expect((await sent('{"price":1}', { "content-type": "application/json;charset=UTF-8" })).status).toBe(200);
  });

  test("odd members are refused or ignored, never fatal", async () => {
    expect((await sent('{"price":1,"__proto__":{"price":2},"constructor":1}')).json.data?.price).toBe("1");
    expect((await sent('{"price":1,"price":2}')).json.data?.price).toBe("2");
    expect(refused(await sent('{"price":{"a":1}}'))).toEqual([
      400,
      -1005,
      "price is invalid: an object, expected a number, also as text",
    ]);
    expect((await sent('{"price":1e400}')).status).toBe(400);
    expect((await sent('{"price":"\\ud800 \\u0000 \\ud83d\\ude80"}')).status).toBe(200);
  });

  test("a body longer than its row allows, declared or counted, is answered with 413 before any signature is checked", async () => {
    const declaring = { "Content-Length": String(BODY_BYTES + 1) };
    for (const headers of [declaring, {}]) {
      const answer = await call(api, "POST", "/v1/echo/a", { body: "1".repeat(BODY_BYTES + 1), headers });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([413, "text/plain"]);
      expect(answer.text).toBe("request body too large, expected at most 8192 bytes");
    }
    const atMost = await call(api, "POST", "/v1/echo/a", { body: "1".repeat(BODY_BYTES) });
    expect(atMost.status).toBe(401);
  });

  test("a request without a signature is counted before its body is read", async () => {
    const taken = await call(api, "POST", "/v1/open", { body: "{", ip: "10.0.0.9" });
    expect(taken.status).toBe(400);
    const refused = await call(api, "POST", "/v1/open", { body: "1".repeat(BODY_BYTES + 1), ip: "10.0.0.9" });
    expect([refused.status, refused.json.code]).toEqual([429, -1003]);
  });
});

describe("callers and paths", () => {
  test("the sandbox's own calls are only answered for this machine", async () => {
    for (const ip of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) {
      expect((await post(api, "/sandbox/x", {}, { ip })).status).toBe(200);
    }
    for (const ip of ["10.0.0.1", "::ffff:10.0.0.1", "128.0.0.1", ""]) {
      expect((await post(api, "/sandbox/x", {}, { ip })).status).toBe(404);
    }
  });

  test("only the sandbox's own calls may take longer than a connection may be idle", async () => {
    const unlimited: string[] = [];
    const connections = {
      requestIP: () => ({ address: "127.0.0.1" }),
      timeout: (request: Request, seconds: number) =>
        void unlimited.push(`${new URL(request.url).pathname} ${seconds}`),
    };
    await answer(api, new Request("http://venue/sandbox/x", { method: "POST" }), connections);
    await answer(api, new Request("http://venue/v1/flat"), connections);
    expect(unlimited).toEqual(["/sandbox/x 0"]);
  });

  test("health is public and has no envelope, and each answer is counted", async () => {
    const health = await call(api, "GET", "/health");
    expect(health.status).toBe(200);
    expect(JSON.parse(health.text)).toMatchObject({ status: "ok", mode: "sandbox" });
    expect((await call(api, "GET", "/metrics")).status).toBe(404);
    expect(await memory.venue.metrics.text()).toContain('evermark_requests_total{endpoint="GET /v1/who",status="200"}');
  });

  test("the brand replaces svc in the interface's names", () => {
    expect(brandedPath("/v1/svc_key", "acme")).toBe("/v1/acme_key");
    expect(brandedPath("/v1/client/set_svc_key_ip_restriction", "acme")).toBe("/v1/client/set_acme_key_ip_restriction");
    expect(brandedPath("/v1/order", "acme")).toBe("/v1/order");
  });
});
