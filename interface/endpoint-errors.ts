// Every refusal that an endpoint can answer: those that follow from what its row says of itself, and those that the row
// names. What can befall any call is not among them: a method that its path does not have (405), a body that is too long
// (413, in plain text) and a fault of ours (500). Errors 1, 4 and 7.

import type { TSchema } from "typebox";
import type { EndpointRow } from "./endpoint.ts";
import { type ErrorName, errors } from "./errors.ts";

/** In the order of the table, each once. */
export function errorsOf(row: EndpointRow): readonly ErrorName[] {
  const named = new Set<ErrorName>([...derived(row), ...(row.errors ?? [])]);
  return (Object.keys(errors) as ErrorName[]).filter((name) => named.has(name));
}

function* derived(row: EndpointRow): Iterable<ErrorName> {
  yield "rate_limit_exceeded";
  if (row.auth === "signed") {
    yield "invalid_credentials";
    yield "unauthorized";
  }
  // Whoever is not near a sandbox is told that there is no such call.
  if (row.auth === "sandbox" || row.sandboxOnly === true) yield "path_not_found";
  if ([row.params, row.query, row.body].some(hasMembers)) yield "invalid_parameter";
  if (row.method === "POST" || row.method === "PUT") yield "content_type_not_supported";
}

function hasMembers(schema: TSchema | undefined): boolean {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object };
  return Object.keys(properties).length > 0;
}
