// What the owner of an algo order is sent. Rules 3.1; `algoexecutionreport`, streams 9.2.

import type { AccountNumber, Millis, Seq } from "../../base/units.ts";
import type { AlgoOrderView } from "../views/algo-order-views.ts";
import type { OrderReport } from "./order-events.ts";

/** One algo order of a tree changed. */
export interface AlgoReport {
  readonly account: AccountNumber;
  /** The order as it is now, with its legs as they are now. */
  readonly order: AlgoOrderView;
  readonly root: AlgoOrderView;
  readonly cause: "new" | "amended" | "activated" | "triggered" | "cancelled" | "rejected" | "fill";
  /** Why it was cancelled or rejected, else "". */
  readonly reason: string;
  /** The execution of the ordinary order that it mirrors, when the cause is "fill"; reused, like every OrderReport. */
  readonly execution: OrderReport | null;
  readonly at: Millis;
  /** Strictly rising per account, in one count with the ordinary orders' reports. */
  readonly seq: Seq;
}
