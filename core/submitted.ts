// Copies an engine's answer, which the engine reuses, so that a caller may keep it.

import type { Answer } from "@evermark/engine";
import type { Submitted } from "./sequencing.ts";

/** Copied member by member, which takes a fraction of the time of copying the whole object. */
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
