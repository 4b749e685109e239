// The signed request that a command carries out, where the same request must not be carried out a second time.

import type { Millis } from "../../base/units.ts";

export interface SignedRequest {
  /** SHA-256 of the key and the text that it signed, in hex: no two requests have the same one. */
  readonly digest: string;
  /** The time that was signed. */
  readonly signedAt: Millis;
}

export interface CarriesOutRequest {
  readonly account: number;
  /** Absent in a command of the venue's own, and in journals that are older than this field: then it may come again. */
  readonly request?: SignedRequest | null;
}
