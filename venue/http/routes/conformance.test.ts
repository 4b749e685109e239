import { describe, expect, test } from "bun:test";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { BODY_BYTES, type EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { batchItem } from "@evermark/interface/trading/orders.ts";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { apiBindings } from "../../api/index.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { call } from "../../testing/rest-caller.ts";
import type { JsonSchema } from "../input/expectation.ts";

const nameOf = (row: EndpointRow): string => `${row.method} ${row.path}`;
const memory = memoryApi();
const { api } = memory;

test("method and path identify one endpoint", () => {
  const names = endpoints.map(nameOf);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test("every declared endpoint has one handler, and there are no other handlers", () => {
  expect(memory.bindings.map(({ row }) => nameOf(row)).toSorted()).toEqual(endpoints.map(nameOf).toSorted());
});

describe.each(endpoints.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
  test("is complete", () => {
    expect(row.summary).not.toBe("");
    expect(row.source).not.toBe("");
    expect(row.path).toMatch(/^\/(v1|sandbox)\/[a-z0-9_\-/{}]+$/);
    if (row.limit.per === "user") expect(row.auth).toBe("signed");
    if (row.auth === "signed") expect(row.scopes?.length).toBeGreaterThan(0);
    if (row.method === "GET" || row.method === "DELETE") expect(row.body).toBeUndefined();
  });

  test("names its path parameters in its schema", () => {
    const named = [...row.path.matchAll(/\{([a-z_]+)\}/g)].map(([, parameter]) => parameter!);
    const declared = Object.keys((row.params as { properties?: object } | undefined)?.properties ?? {});
    expect(declared).toEqual(named);
  });

  test("has schemas that compile", () => {
    for (const schema of [row.params, row.query, row.body]) {
      if (schema === undefined) continue;
      const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, TSchema>> };
      for (const each of [schema, ...Object.values(properties)]) expect(Compile(each).Check(Symbol())).toBe(false);
    }
  });

  test("reads every body that its schema allows", () => {
    if (row.body !== undefined) expect(row.bodyBytes ?? BODY_BYTES).toBeGreaterThanOrEqual(longest(row.body));
  });

  test("is routed, and requires credentials if it is signed", async () => {
    const answer = await call(api, row.method, row.path.replaceAll(/\{[a-z_]+\}/g, "1"));
    expect(answer.status).not.toBe(404);
    expect(answer.status).not.toBe(500);
    expect(answer.status === 401).toBe(row.auth === "signed");
  });
});

test("a signed call that is not for readers is carried out once, by its bytes, a nonce or an id of the caller's", () => {
  const writes = endpoints.filter(({ auth, method }) => auth === "signed" && method === "POST");
  const hasOwn = ({ body }: EndpointRow) => /"(\w*[nN]once|client_order_id)"/.test(JSON.stringify(body));
  const others = writes.filter((row) => row.scopes?.includes("read") !== true && row.once !== true && !hasOwn(row));
  // The items of a batch have ids; the other call sets when orders are cancelled.
  expect(others.map(({ path }) => path).sort()).toEqual(["/v1/batch-order", "/v1/order/cancel_all_after"]);
});

/** The approximate size, in bytes, of the longest value that a client has a reason to send. */
function longest(value: unknown): number {
  const schema = value as JsonSchema & { readonly patternProperties?: Readonly<Record<string, unknown>> };
  const { anyOf, properties, items, maxItems = LEGS, maxLength = 80, patternProperties } = schema;
  if (anyOf !== undefined) return Math.max(...anyOf.map(longest));
  if (properties !== undefined) {
    return Object.entries(properties).reduce((sum, [name, member]) => sum + name.length + 4 + longest(member), 2);
  }
  if (items !== undefined) return maxItems * (longest(items) + 1) + 2;
  if (patternProperties !== undefined) return MARKETS * SYMBOL_AND_NUMBER + 2;
  // The items of a batch have a schema of their own.
  if (schema.type === "object") return longest(batchItem);
  return schema.type === "string" ? maxLength + 2 : 24;
}

const LEGS = 4;
const MARKETS = 1_000;
const SYMBOL_AND_NUMBER = 48;

test("sandbox-only endpoints do not exist in production", async () => {
  const { api } = memoryApi({ configuration: { mode: "production" }, bindings: apiBindings(null) });
  for (const path of ["/sandbox/prices", "/sandbox/clock", "/v1/faucet/usdc"]) {
    expect((await call(api, "POST", path)).status).toBe(404);
  }
});
