// The engine uses its answer again; what a caller may keep is a copy.

import type { Answer } from "@evermark/engine";
import type { Submitted } from "./sequencing.ts";

/** Member by member, which takes a fraction of the time of copying all. */
export function submittedOf(answer: Answer, position: number, at: number): Submitted {
  return {
    rejection: answer.rejection,
    orderId: answer.orderId,
    status: answer.status,
    replayed: answer.replayed,
    created: answer.created,
    expectedTriggerTime: answer.expectedTriggerTime,
    count: answer.count,
    reason: answer.reason,
    algoOrderId: answer.algoOrderId,
    transferred: answer.transferred,
    firstAnsweredAt: answer.firstAnsweredAt,
    position,
    at,
  };
}
