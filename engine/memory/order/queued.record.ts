// The record of a place in a queue of answers over all accounts.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const QUEUED: RecordDeclaration = {
  name: "place",
  unit: "QueuePlace",
  title: "Orders that came to nothing",
  about: "All accounts' answers that came to nothing, in the order in which they came.",
  className: "QueuedTable",
  file: "order/queued-table",
  kept: "Table",
  bytes: 16,
  hot: [],
  cold: [
    whole("answer", "AnswerNumber", "Which one it is."),
    whole("earlier", "QueuePlace", "The place before it, NONE before the first."),
    whole("later", "QueuePlace", "The place behind it, NONE behind the last."),
  ],
};
