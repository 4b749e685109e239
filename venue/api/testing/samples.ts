// Sample requests for endpoints: each required member with some value of its type.

import { exampleOf } from "@evermark/interface/documents/examples.ts";
import { sections } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import type { JsonSchema } from "../../http/input/expectation.ts";

/** Members for which not every value of the type will do. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  symbol: "PERP_BTC_USDC",
  start_date: "2026-01-01",
  end_date: "2026-01-02",
  wallet_address: `0x${"b".repeat(40)}`,
  vault_id: `0x${"a".repeat(64)}`,
};

export function sampleOf(schema: unknown): Record<string, unknown> {
  const { properties = {}, required = [] } = (schema ?? {}) as JsonSchema;
  return Object.fromEntries(required.map((name) => [name, BY_NAME[name] ?? anyOf(properties[name]!)]));
}

interface SampleRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The request of the endpoint's recorded example; a sample request where there is none.
 * @param own values of this venue that replace the recorded ones, by member name at any depth
 */
export function exampleRequest(row: EndpointRow, own: Readonly<Record<string, unknown>>): SampleRequest {
  const [section = ""] = Object.entries(sections).find(([, rows]) => Object.values(rows).includes(row)) ?? [];
  const [name = ""] = Object.entries(sections[section] ?? {}).find(([, each]) => each === row) ?? [];
  const shown = exampleOf(section, name)?.request as Partial<SampleRequest> | undefined;
  const required = { params: sampleOf(row.params), query: sampleOf(row.query), body: sampleOf(row.body) };
  return replaced({ ...required, ...shown }, own);
}

function replaced<Value>(value: Value, own: Readonly<Record<string, unknown>>): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, own)) as Value;
  const members = Object.entries(value).map(([name, member]) => [name, own[name] ?? replaced(member, own)]);
  return Object.fromEntries(members);
}

function anyOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return anyOf(schema.anyOf[0]!);
  switch (schema.type) {
    case "object":
      return sampleOf(schema);
    case "array":
      return Array.from({ length: schema.minItems ?? 1 }, () => anyOf(schema.items ?? {}));
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return "1";
  }
}

/** Writes members as a query string. */
export function textOf(members: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)])).toString();
}
