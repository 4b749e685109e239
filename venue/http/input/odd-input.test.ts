// Whatever is sent to any endpoint, the answer is a documented one, and never a fault of ours.

import { beforeAll, describe, expect, test } from "bun:test";
import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import fc from "fast-check";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader, post, type RestAnswer, type Trader } from "../../testing/rest-caller.ts";

const NOW = MEMORY_VENUE_START;
const memory = memoryApi();
const { api } = memory;
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(api, { now: NOW, scope: "read,trading,asset" });
  const user = { user_address: trader.wallet.address, broker_id: "demo" };
  expect((await post(api, "/v1/faucet/usdc", user)).status).toBe(200);
});

const documented = new Set(Object.values(errors).map(({ code, http }) => `${http} ${code}`));

async function send(row: EndpointRow, path: string, body: string): Promise<RestAnswer> {
  const isWrite = row.method === "POST" || row.method === "PUT";
  const sent = isWrite ? body : "";
  const headers = await trader.sign({ method: row.method, path, now: NOW, body: sent });
  return call(api, row.method, path, { headers, ...(sent !== "" && { body: sent }) });
}

/** Values for a member: a few right ones among many odd ones. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    "PERP_BTC_USDC",
    "PERP_ETH_USDC",
    "BUY",
    "SELL",
    "LIMIT",
    "MARKET",
    "ISOLATED",
    1,
    "1",
    0.001,
    60_000,
    true,
    null,
  ),
  fc.constantFrom<unknown>(-1, -0, 1e308, 5e-324, 2 ** 53, "1e309", "0x10", "1e-9", "-0", " ", "\u0000", "\ud800"),
  fc.constantFrom<unknown>("", [], {}, [[]], [null], "constructor", "__proto__", "NaN", "9".repeat(400), "🚀"),
  fc.jsonValue({ maxDepth: 2 }),
);

function namesOf(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}

function bodyOf(row: EndpointRow): fc.Arbitrary<string> {
  const members = fc.dictionary(fc.constantFrom("extra", ...namesOf(row.body)), value, { maxKeys: 12 });
  const nested = (row.body as { properties?: Record<string, unknown> } | undefined)?.properties ?? {};
  const full = fc.record(
    Object.fromEntries(
      Object.entries(nested).map(([name, schema]) => {
        const inner = namesOf(schema);
        return [name, inner.length === 0 ? value : fc.record(Object.fromEntries(inner.map((n) => [n, value])))];
      }),
    ),
  );
  return fc.oneof(members.map(text), full.map(text), fc.jsonValue().map(text), fc.string());
}

const text = (json: unknown): string => JSON.stringify(json) ?? "";

function targetOf(row: EndpointRow): fc.Arbitrary<string> {
  const part = fc.oneof(value.map(encoded), fc.constantFrom("%", "%zz", "a%2Fb", "%00"));
  const query = fc.dictionary(fc.constantFrom("x", ...namesOf(row.query)), part, { maxKeys: 8 });
  const params = namesOf(row.params);
  return fc.tuple(query, fc.array(part, { minLength: params.length, maxLength: params.length })).map(([q, parts]) => {
    const path = params.reduce((filled, name, i) => filled.replace(`{${name}}`, parts[i] || "1"), row.path);
    const pairs = Object.entries(q).map(([name, part]) => `${name}=${part}`);
    return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
  });
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** As a client writes it; text that no client can write is replaced by a word. */
function encoded(json: unknown): string {
  const written = typeof json === "string" ? json.replaceAll(LONE_SURROGATE, "lone") : text(json);
  return encodeURIComponent(written).replaceAll("'", "%27");
}

describe.each(endpoints.map((row) => [`${row.method} ${row.path}`, row] as const))("%s", (_name, row) => {
  test("gives a documented answer, whatever is sent", async () => {
    await fc.assert(
      fc.asyncProperty(targetOf(row), bodyOf(row), async (target, body) => {
        const { status, json } = await send(row, target, body);
        if (status === 200) expect(json.success).toBe(true);
        else expect(documented).toContain(`${status} ${json.code}`);
        // The credentials are valid, so every request got as far as its input.
        expect([401, 429, 500]).not.toContain(status);
      }),
      { numRuns: 60 },
    );
  });
});

test("none of this was logged as a fault, and the engine's books still add up", () => {
  expect(memory.logged).toEqual([]);
  memory.engine.audit();
});
