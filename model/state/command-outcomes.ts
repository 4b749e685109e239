// The outcome of a command, and what is kept of it in case the command is repeated. Rules 2.11, 9.5.

import type { OrderStatus, RejectionName, SignedRequest } from "@evermark/engine";

/** The outcome of a command; absent fields are 0, false or nothing. */
export interface Outcome {
  rejection?: RejectionName;
  /** Replaces the code of `rejection`, for example where a first answer is repeated. */
  rejectionCode?: number | null;
  orderId?: number;
  status?: OrderStatus;
  replayed?: boolean;
  expectedTriggerTime?: number;
  count?: number;
  /** The number given to what was created. */
  created?: number;
  algoOrderId?: number;
}

/** The answer to a placement with a client order id. Rules 2.11. */
export interface Remembered {
  readonly account: number;
  readonly clientOrderId: string;
  readonly digest: string;
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly rejectionCode: number | null;
}

/** The same for an algo order, whose client ids are a separate namespace. */
export interface RememberedAlgo extends Remembered {
  readonly algoOrderId: number;
}

export interface NaiveSignedRequest extends SignedRequest {
  readonly owner: number;
  readonly account: number;
  readonly at: number;
  readonly outcome: Outcome;
}
