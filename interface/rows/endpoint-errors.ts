// Every refusal that an endpoint can answer: those that follow from what its row says of itself, and those that the row
// names. What can befall any call is not among them: a method that its path does not have (405), a body that is too long
// (413, in plain text) and a fault of ours (500). Errors 1, 4 and 7.

import type { TSchema } from "typebox";
import { type EndpointRow, isAnsweredOnce } from "./endpoint.ts";
import { type ErrorName, errors } from "./errors.ts";

/** What the terms of an order are refused for, be it new or a change of one that is open. */
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

/** What a settlement is refused for that a wallet, or a contract's signer, has signed. */
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

/** The same of a withdrawal. */
export const WITHDRAWAL_MESSAGE = [
  ...SETTLEMENT_MESSAGE,
  "amount_error",
  "token_not_supported",
  "invalid_receiver",
  "cross_chain_not_allowed",
] as const;

/** In the order of the table, each once. */
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
  // For a client that is not on the sandbox's machine, and for a page of elsewhere, there is no such call.
  if (row.auth === "operator") yield "path_not_found";
  if (row.auth === "sandbox" || row.sandboxOnly === true) yield "path_not_found";
  if (canBeWrong(row)) yield "invalid_parameter";
  if (row.method === "POST" || row.method === "PUT") yield "content_type_not_supported";
}

interface Members {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

/** Whether anything that a caller could send is not what a member can be. */
function canBeWrong({ params, query, body }: EndpointRow): boolean {
  const isWanted = [query, body].some((schema) => (membersOf(schema).required ?? []).length > 0);
  // A body is at least an object.
  return isWanted || body !== undefined || hasForm(params) || hasForm(query, "minLength");
}

/** A market is one that is listed; any other free text is what it is. A part of a path that is empty is another path. */
function hasForm(schema: TSchema | undefined, ...further: readonly string[]): boolean {
  const forms = ["pattern", "enum", "maxLength", ...further];
  return Object.entries(membersOf(schema).properties ?? {}).some(
    ([name, member]) => name === "symbol" || member.type !== "string" || forms.some((form) => form in member),
  );
}

function membersOf(schema: TSchema | undefined): Members {
  return (schema ?? {}) as Members;
}
