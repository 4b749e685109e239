// The refusals of the public query, each with a name of its own beside the code. Interface 4.3.

import { type ErrorName, errors, type QueryErrorName } from "@evermark/interface/rows/errors.ts";
import type { ApiError } from "../../wire/api-error.ts";

/** The names of errors that the public query has a name for. */
type OfQueries = {
  [Name in ErrorName]: (typeof errors)[Name] extends { readonly query: string } ? Name : never;
}[ErrorName];

interface Further {
  readonly status?: number;
  readonly code?: number;
  readonly members?: Readonly<Record<string, unknown>>;
}

export class QueryRefusal extends Error {
  readonly error: QueryErrorName;
  readonly status: number;
  readonly code: number;
  /** Additional members of the answer. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(name: OfQueries, message: string, { status, code, members = {} }: Further = {}) {
    super(message);
    this.error = errors[name].query;
    this.status = status ?? errors[name].http;
    this.code = code ?? errors[name].code;
    this.members = members;
  }
}

export const invalidMember = (message: string) => new QueryRefusal("invalid_parameter", message);

export const addressNotFound = () => new QueryRefusal("address_not_found", "the address has no such account");

/** Translates the refusals of handlers and readers that other endpoints share. */
export function queryRefusalOf({ code, message, members }: ApiError): QueryRefusal {
  switch (code) {
    case errors.unknown.code:
      return new QueryRefusal("unknown", message, { members });
    case errors.core_unavailable.code:
      return new QueryRefusal("core_unavailable", message, { members });
    default:
      return new QueryRefusal("invalid_parameter", message, { members });
  }
}
