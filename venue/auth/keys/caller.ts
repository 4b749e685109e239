// Who signed a request. Interface 5.2.

import type { Scope } from "@evermark/interface/endpoint.ts";

export interface Caller {
  /** The account that the request acts for. */
  readonly account: number;
  /** The account that the key is bound to; differs when a main account's key acts for its sub-account. */
  readonly ownerAccount: number;
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The timestamp that was signed, in milliseconds. */
  readonly timestamp: number;
}
