// The record of the answer to a placement, found by account and client order id. The id is followed by the order's terms and
// the reason for a refusal.

import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ANSWER: RecordDeclaration = {
  name: "answer",
  unit: "AnswerNumber",
  title: "Answers to placements",
  about:
    "How placements with a client order id were answered. The order's terms and a refusal are bytes behind the id.",
  className: "AnswerTable",
  file: "order/answer-table",
  kept: "TextTable",
  bytes: 40,
  hot: [],
  cold: [
    whole("status", "number", "The place of its status in `ORDER_STATUSES`."),
    whole("refusedAt", "number", "Where in the further bytes the refusal begins, NONE when there was none."),
    whole(
      "nextFinished",
      "AnswerNumber",
      "The one that was finished next on the same account, NONE for the newest; says something once it is finished.",
    ),
    whole("place", "QueuePlace", "Its place in the queue over all accounts; says something only while it has one."),
    number("orderId", "OrderId", "The order that the placement made, or was refused as."),
  ],
};
