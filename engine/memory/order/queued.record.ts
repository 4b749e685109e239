// The record of a place in a queue of answers over all accounts.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const QUEUED: RecordDeclaration = {
  name: "place",
  unit: "QueuePlace",
  title: "Orders that came to nothing",
  about: "All accounts' answers for orders that came to nothing, oldest first.",
  className: "QueuedTable",
  file: "order/queued-table",
  kept: "Table",
  bytes: 16,
  hot: [],
  cold: [
    whole("answer", "AnswerNumber", "The answer."),
    whole("earlier", "QueuePlace", "The place before it; NONE for the first."),
    whole("later", "QueuePlace", "The place after it; NONE for the last."),
  ],
};
