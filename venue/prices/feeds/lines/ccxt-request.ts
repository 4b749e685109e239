// The messages between the venue and the thread that runs ccxt.

import type { Quote } from "../frames/quote.ts";

export interface CcxtRequest {
  readonly id: number;
  /** ccxt's name of the exchange. */
  readonly exchange: string;
  readonly pair: string;
  readonly everyMs: number;
  /** The package's entry file. */
  readonly packagePath: string;
}

export type CcxtAnswer = { readonly id: number } & ({ readonly quote: Quote } | { readonly trouble: string });
