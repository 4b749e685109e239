// A journal on real files whose reports can be waited for.

import { type JournalOptions, openJournal } from "../open.ts";
import { text } from "./test-journal.ts";

type Outcome = { durable: number } | { failed: Error; firstLost: number };

export function openReal(options: Omit<JournalOptions, "listener">) {
  let tell: (outcome: Outcome) => void = () => {};
  const opened = openJournal({
    ...options,
    listener: {
      onDurable: (durable) => tell({ durable }),
      onFailure: (failed, firstLost) => tell({ failed, firstLost }),
    },
  });
  const commit = (...records: string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      tell = resolve;
      for (const record of records) opened.journal.append(1, text(record));
    });
  return { ...opened, commit };
}
