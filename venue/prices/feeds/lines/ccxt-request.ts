// What is said between the venue and the thread on which ccxt is asked.

import type { Quote } from "../frames/quote.ts";

export interface CcxtRequest {
  readonly id: number;
  /** As ccxt names the venue. */
  readonly exchange: string;
  readonly pair: string;
  readonly everyMs: number;
  /** The file that the package begins with. */
  readonly packagePath: string;
}

export type CcxtSaid = { readonly id: number } & ({ readonly quote: Quote } | { readonly trouble: string });
