// A refusal on its way to the caller: HTTP status, code and message of the failure envelope (interface 2.1 and 7, errors
// 1 and 2). Handlers throw it; the server turns it into the answer. Any other error that is thrown is a fault of ours and
// is answered with -1000.

import type { Unavailable } from "@evermark/core";
import type { Rejection } from "@evermark/engine";
import { type ErrorName, errors } from "@evermark/interface/rows/errors.ts";

/** The numbers of the failed check, as decimal text or integers, by name. */
type Detail = Readonly<Record<string, string | number>>;

export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  /** Members of the answer beside `code` and `message`; `detail` is one of them. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, code: number, message: string, detail?: Detail) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.members = detail === undefined || isEmpty(detail) ? none : { detail };
  }

  /** The same refusal with further members at the top level of its answer. */
  with(members: Readonly<Record<string, unknown>>): ApiError {
    const error = new ApiError(this.status, this.code, this.message);
    return Object.assign(error, { members: { ...this.members, ...members } });
  }
}

const none: Readonly<Record<string, unknown>> = {};

function isEmpty(detail: Detail): boolean {
  for (const _ in detail) return false;
  return true;
}

/** A refusal by its name in the table; `message` replaces the standard text where a more exact sentence exists. */
export function refusal(name: ErrorName, message: string = errors[name].text, detail?: Detail): ApiError {
  return new ApiError(errors[name].http, errors[name].code, message, detail);
}

/** -1005 with the exact message: a parameter is missing, of the wrong form or out of range. Errors 7. */
export function invalid(message: string, detail?: Detail): ApiError {
  return refusal("invalid_parameter", message, detail);
}

const uncertain = new WeakSet<ApiError>();

/**
 * Whether nothing happened, for a reason outside the signed request, so that the very same request may be sent again: the
 * journal, a rate limit, or the declared type of the body.
 */
export function mayBeSentAgain(error: ApiError): boolean {
  const isUnavailable = error.code === errors.core_unavailable.code && !uncertain.has(error);
  return isUnavailable || isOverLimit(error) || error.status === errors.content_type_not_supported.http;
}

export function isOverLimit({ code }: ApiError): boolean {
  return code === errors.rate_limit_exceeded.code;
}

/** Turns a rejection by the engine, or a journal that could not take the command, into an answer. */
export function refusalOf(reason: Rejection | Unavailable): ApiError {
  if ("unavailable" in reason) {
    const failure = refusal("core_unavailable", `${errors.core_unavailable.text}: ${reason.unavailable}`);
    if (reason.isUncertain === true) uncertain.add(failure);
    return failure;
  }
  const { name, message, detail } = reason;
  return refusal(name, message ?? undefined, detail);
}

/** Turns a command's rejection into an answer. @param orderId of the order that was stored as REJECTED; 0 when none was */
export function refusalOfCommand(rejection: Rejection, orderId: number): ApiError {
  if (orderId === 0) return refusalOf(rejection);
  // The id is included so that the order can be looked up.
  return refusalOf({ ...rejection, detail: { ...rejection.detail, order_id: orderId } });
}
