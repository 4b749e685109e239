// The signed request behind a command, for requests that must not be carried out twice.

import type { AccountNumber } from "../../base/units.ts";
import { lacking, nullable, record, text, time, type ValuesOf } from "../field.ts";

const SIGNED_REQUEST = {
  digest: text("SHA-256 of the key and the text that it signed, in hex: unique to the request."),
  signedAt: time("Time in the signed text."),
};
export type SignedRequest = ValuesOf<typeof SIGNED_REQUEST>;

/** The field of a command that may be carried out only once per signed request. */
export const REQUEST = lacking(
  nullable(
    record(
      SIGNED_REQUEST,
      "The signed request that the command carries out, once only; null in a command of the venue itself, which may be repeated.",
    ),
  ),
  null,
);

export interface CarriesOutRequest {
  readonly account: AccountNumber;
  readonly request?: SignedRequest | null;
}
