// A journal on real files whose reports can be waited for.

import { type JournalOptions, openJournal } from "../open.ts";
import { text } from "./test-journal.ts";

type Outcome = { durable: number } | { failed: Error; firstLost: number };

export function openReal(options: Omit<JournalOptions, "listener">) {
  let resolveOutcome: (outcome: Outcome) => void = () => {};
  const opened = openJournal({
    ...options,
    listener: {
      onDurable: (durable) => resolveOutcome({ durable }),
      onFailure: (failed, firstLost) => resolveOutcome({ failed, firstLost }),
    },
  });
  const commit = (...records: string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      resolveOutcome = resolve;
      for (const record of records) opened.journal.append(1, text(record));
    });
  return { ...opened, commit };
}
