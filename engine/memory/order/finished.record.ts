// The ends of each account's list of finished orders.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const FINISHED: RecordDeclaration = {
  name: "account",
  unit: "AccountNumber",
  title: "Finished orders by account",
  about:
    "The list of an account's answers that are finished; one table of those that came to something, one of the others.",
  className: "FinishedTable",
  file: "order/finished-table",
  kept: "SideTable",
  bytes: 12,
  hot: [],
  cold: [
    whole("oldest", "AnswerNumber", "The one that was finished first; says something only while there are any."),
    whole("newest", "AnswerNumber", "The one that was finished last; says something only while there are any."),
    whole("length", "number", "How many there are."),
  ],
};
