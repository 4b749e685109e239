// A refusal of credentials. The answer names the check that failed, so that a client's author does not have to guess which of
// seven it was; it never distinguishes an unknown account from another account's key. Errors 4.

import type { AuthCheck } from "@evermark/interface/rows/errors.ts";
import { ApiError, refusal } from "../../wire/api-error.ts";

/** @param name -1001 for credentials that can't be read, -1002 for those that are not accepted */
export function denied(check: AuthCheck, name: "invalid_credentials" | "unauthorized", message: string): ApiError {
  return refusal(name, message).with({ check });
}

/** Whether an error is such a refusal. */
export function isDenied(thrown: unknown): boolean {
  return thrown instanceof ApiError && "check" in thrown.members;
}
