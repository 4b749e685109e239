// What a command comes to, and what is kept of that for when the command comes again. Rules 2.11, 9.5.

import type { OrderStatus, RejectionName, SignedRequest } from "@evermark/engine";

/** What a command comes to; what is absent is 0, false or nothing. */
export interface Outcome {
  rejection?: RejectionName;
  /** Instead of the code of `rejection`, where a first answer is repeated. */
  rejectionCode?: number | null;
  orderId?: number;
  status?: OrderStatus;
  replayed?: boolean;
  expectedTriggerTime?: number;
  count?: number;
  /** The number given to what was made. */
  created?: number;
  algoOrderId?: number;
}

/** What a placement that carried a client order id was answered. Rules 2.11. */
export interface Remembered {
  readonly account: number;
  readonly clientOrderId: string;
  readonly digest: string;
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly rejectionCode: number | null;
}

/** The same of an algo order, whose ids are a namespace of their own. */
export interface RememberedAlgo extends Remembered {
  readonly algoOrderId: number;
}

export interface NaiveSignedRequest extends SignedRequest {
  readonly owner: number;
  readonly account: number;
  readonly at: number;
  readonly outcome: Outcome;
}
