// The ends of each account's list of finished orders.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const FINISHED: RecordDeclaration = {
  name: "account",
  unit: "AccountNumber",
  title: "Finished orders by account",
  about: "The list of an account's finished answers: one table for those that came to nothing, one for the others.",
  className: "FinishedTable",
  file: "order/finished-table",
  kept: "SideTable",
  bytes: 12,
  hot: [],
  cold: [
    whole("oldest", "AnswerNumber", "The answer that was finished first; valid only if there are any."),
    whole("newest", "AnswerNumber", "The answer that was finished last; valid only if there are any."),
    whole("length", "number", "Number of answers in the list."),
  ],
};
