// The blank answer, as it is before a command sets anything. The engine has one answer and clears it for every command, so that
// the steady state allocates nothing.

import { NONE } from "../../base/storage/int-map.ts";
import type { Answer } from "./views.ts";

const NOTHING: Answer["transferred"] = [];

export function blankAnswer(): Answer {
  return {
    rejection: null,
    orderId: 0,
    status: "NEW",
    replayed: false,
    created: NONE,
    expectedTriggerTime: 0,
    count: 0,
    reason: "",
    algoOrderId: 0,
    transferred: NOTHING,
    firstAnsweredAt: 0,
  };
}

export function clearAnswer(answer: Answer): void {
  answer.rejection = null;
  answer.orderId = 0;
  answer.status = "NEW";
  answer.replayed = false;
  answer.created = NONE;
  answer.expectedTriggerTime = 0;
  answer.count = 0;
  answer.reason = "";
  answer.algoOrderId = 0;
  answer.transferred = NOTHING;
  answer.firstAnsweredAt = 0;
}
