// The record of the answer to a placement, found by account and client order id. The id is followed by the order's terms and
// the reason for a refusal.

import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ANSWER: RecordDeclaration = {
  name: "answer",
  unit: "AnswerNumber",
  title: "Answers to placements",
  about:
    "Answers to placements with a client order id. The order's terms and a refusal are stored as bytes after the id.",
  className: "AnswerTable",
  file: "order/answer-table",
  kept: "TextTable",
  bytes: 40,
  hot: [],
  cold: [
    whole("status", "number", "The place of its status in `ORDER_STATUSES`."),
    whole("refusedAt", "number", "Where the refusal begins in the bytes after the id; NONE when there was none."),
    whole(
      "nextFinished",
      "AnswerNumber",
      "The answer that was finished next on the same account; NONE for the newest. Valid once this one is finished.",
    ),
    whole("place", "QueuePlace", "Its place in the queue over all accounts; valid only while it has one."),
    number("orderId", "OrderId", "The order that the placement created, or the id under which it was refused."),
  ],
};
