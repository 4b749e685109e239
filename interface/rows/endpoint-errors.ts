// Every refusal that an endpoint can answer: those that follow from its row's properties, and those that the row names.
// Not included is what can happen to any call: a method that its path does not have (405), a body that is too long
// (413, in plain text) and an internal error (500). Errors 1, 4 and 7.

import type { TSchema } from "typebox";
import { type EndpointRow, isAnsweredOnce } from "./endpoint.ts";
import { type ErrorName, errors } from "./errors.ts";

/** Refusals of an order's terms, whether the order is new or an open one is changed. */
export const ORDER_TERMS = [
  "maintenance",
  "core_unavailable",
  "refused",
  "insufficient_margin",
  "position_limit",
  "open_interest_limit",
  "notional_too_small",
  "price_filter",
  "quantity_filter",
  "price_range",
] as const;

/** Refusals of a settlement signed by a wallet or by a contract's signer. */
export const SETTLEMENT_MESSAGE = [
  "core_unavailable",
  "refused",
  "timestamp_expired",
  "signature_form",
  "signer_mismatch",
  "invalid_nonce",
  "broker_unknown",
  "verifying_contract",
  "chain_not_supported",
] as const;

/** Refusals of a withdrawal signed by a wallet or by a contract's signer. */
export const WITHDRAWAL_MESSAGE = [
  ...SETTLEMENT_MESSAGE,
  "amount_error",
  "token_not_supported",
  "invalid_receiver",
  "cross_chain_not_allowed",
] as const;

/** The row's errors in the order of the table, each once. */
export function errorsOf(row: EndpointRow): readonly ErrorName[] {
  const named = new Set<ErrorName>([...derived(row), ...(row.errors ?? [])]);
  return (Object.keys(errors) as ErrorName[]).filter((name) => named.has(name));
}

function* derived(row: EndpointRow): Iterable<ErrorName> {
  yield "rate_limit_exceeded";
  if (row.auth === "signed" || row.auth === "operator") {
    yield "invalid_credentials";
    yield "unauthorized";
  }
  if (isAnsweredOnce(row)) yield "duplicate";
  // For clients not on the sandbox's machine, and for pages of other origins, the call does not exist.
  if (row.auth === "operator") yield "path_not_found";
  if (row.auth === "sandbox" || row.sandboxOnly === true) yield "path_not_found";
  if (canBeWrong(row)) yield "invalid_parameter";
  if (row.method === "POST" || row.method === "PUT") yield "content_type_not_supported";
}

interface Members {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

/** Whether a caller can send a value that some member rejects. */
function canBeWrong({ params, query, body }: EndpointRow): boolean {
  const isWanted = [query, body].some((schema) => (membersOf(schema).required ?? []).length > 0);
  // A body can at least be something other than an object.
  return isWanted || body !== undefined || hasForm(params) || hasForm(query, "minLength");
}

/**
 * Whether some member rejects values: a `symbol` must be a listed market, while other free text is always valid. An
 * empty part of a path makes it a different path, so `minLength` matters only in a query.
 */
function hasForm(schema: TSchema | undefined, ...further: readonly string[]): boolean {
  const forms = ["pattern", "enum", "maxLength", ...further];
  return Object.entries(membersOf(schema).properties ?? {}).some(
    ([name, member]) => name === "symbol" || member.type !== "string" || forms.some((form) => form in member),
  );
}

function membersOf(schema: TSchema | undefined): Members {
  return (schema ?? {}) as Members;
}
