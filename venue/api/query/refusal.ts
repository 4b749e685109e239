// What the public query refuses with: a name of its own beside the code. Interface 4.3.

import { errors } from "@evermark/interface/errors.ts";
import { type QueryErrorName, queryErrors } from "@evermark/interface/public-query.ts";
import type { ApiError } from "../../http/envelope/api-error.ts";

export class QueryRefusal extends Error {
  readonly error: QueryErrorName;
  readonly status: number;
  readonly code: number;
  /** Further members of the answer. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    error: QueryErrorName,
    message: string,
    { status, code, members = {} }: Partial<Pick<QueryRefusal, "status" | "code" | "members">> = {},
  ) {
    super(message);
    this.error = error;
    this.status = status ?? queryErrors[error].http;
    this.code = code ?? queryErrors[error].code;
    this.members = members;
  }
}

export const invalidMember = (message: string) => new QueryRefusal("INVALID_PARAM", message);

export const addressNotFound = () => new QueryRefusal("ADDRESS_NOT_FOUND", "the address has no such account");

/** What handlers and readers share with other endpoints refuses in their words. */
export function queryRefusalOf({ code, message, members }: ApiError): QueryRefusal {
  switch (code) {
    case errors.unknown.code:
      return new QueryRefusal("INTERNAL_ERROR", message, { members });
    case errors.core_unavailable.code:
      return new QueryRefusal("SERVICE_UNAVAILABLE", message, { members });
    default:
      return new QueryRefusal("INVALID_PARAM", message, { members });
  }
}
