// Saves all pages of a history, with its filters, as a CSV file.

import { useEffect, useRef, useState } from "react";
import { decimal } from "../../format/figure-text.ts";
import { day } from "../../format/time.ts";
import { wordsForFailure } from "../../identity/failure-words.ts";
import { Button } from "../../parts/button.tsx";
import { save } from "../../parts/download.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { Filters, History, HistoryQuery } from "./history-kind.ts";
import { fileOf, wholeHistory } from "./whole-history.ts";

const texts = words.histories.csv;

interface CsvButtonProps {
  readonly session: AccountSession;
  readonly history: History;
  readonly filters: Filters;
}

export function CsvButton({ session, history, filters }: CsvButtonProps) {
  const terminal = useTerminal();
  const [read, setRead] = useState<number | null>(null);
  const ended = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => ended.current?.abort(), []);
  const make = async () => {
    const controller = new AbortController();
    ended.current = controller;
    const { signal } = controller;
    setRead(0);
    try {
      const { client } = session;
      const ask = (asked: HistoryQuery) => history.ask(client, asked, signal);
      const nowMs = client.rest.clock.now();
      const rows = await wholeHistory({ ask, filters, nowMs, signal, onProgress: setRead });
      save(`${history.id}-${day(nowMs)}.csv`, "text/csv;charset=utf-8", fileOf(history, rows));
      terminal.notify({ tone: "good", title: history.name, text: texts.done(decimal(rows.length)) });
    } catch (error) {
      if (!signal.aborted) terminal.notify({ tone: "bad", title: texts.failed, text: wordsForFailure(error) });
    } finally {
      if (!signal.aborted) setRead(null);
    }
  };
  return (
    <Button title={texts.title} aria-label={texts.title} disabled={read !== null} onClick={() => void make()}>
      {read === null ? texts.make : texts.reading(decimal(read))}
    </Button>
  );
}
