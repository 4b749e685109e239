// Reports to the owner of an algo order. Rules 3.1; `algoexecutionreport`, streams 9.2.

import type { AccountNumber, Millis, Seq } from "../../base/units.ts";
import type { AlgoOrderView } from "../views/algo-order-views.ts";
import type { OrderReport } from "./order-events.ts";

/** One algo order of a tree changed. */
export interface AlgoReport {
  readonly account: AccountNumber;
  /** The changed order after the change, with its legs. */
  readonly order: AlgoOrderView;
  readonly root: AlgoOrderView;
  readonly cause: "new" | "amended" | "activated" | "triggered" | "cancelled" | "rejected" | "fill";
  /** The reason for a cancellation or rejection, else "". */
  readonly reason: string;
  /** The execution of its ordinary order, when the cause is "fill"; reused by the engine, like every OrderReport. */
  readonly execution: OrderReport | null;
  readonly at: Millis;
  /** Strictly rising per account, in one sequence with the reports of ordinary orders. */
  readonly seq: Seq;
}
