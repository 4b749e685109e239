// The caller: who signed a request. Interface 5.2.

import type { Scope } from "@evermark/interface/rows/endpoint.ts";
import type { ConsoleKey } from "../../operation/acts/console-keys.ts";

export interface Caller {
  /** The account that the request acts for. */
  readonly account: number;
  /** The account that the key is bound to; differs when a main account's key acts for its sub-account. */
  readonly ownerAccount: number;
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The timestamp that was signed, in milliseconds. */
  readonly timestamp: number;
  /** Set for a key of the operator's console, which acts for no account: `account` is then below 0. */
  readonly operator?: ConsoleKey;
}
