// Reads a page of a history while it is shown: when it opens, and again when something happens, at most once a second. The
// previous rows stay on the screen while the next page is being read.

import { useEffect, useState } from "react";
import { wordsForFailure } from "../../identity/failure-words.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { Refreshing } from "../../session/asking/refreshing.ts";
import type { History, HistoryQuery, Page } from "./history-kind.ts";

export interface HistoryRead {
  readonly state: "loading" | "live" | "stale" | "failed";
  readonly page: Page | undefined;
  /** The reason in plain words, if it failed. */
  readonly failure: string | undefined;
}

/** Not every change of a list has a report: funding and settlements happen by the clock. */
const EVERY_MS = 15_000;
const EVENTS_PAUSE_MS = 1_000;

const LOADING: HistoryRead = { state: "loading", page: undefined, failure: undefined };

export function useHistory(session: AccountSession, history: History, asked: HistoryQuery): HistoryRead {
  const [read, setRead] = useState(LOADING);
  useEffect(() => {
    const ended = new AbortController();
    setRead(({ page }) => (page === undefined ? LOADING : { state: "stale", page, failure: undefined }));
    const refreshing = new Refreshing(async () => {
      try {
        const page = await history.ask(session.client, asked, ended.signal);
        if (!ended.signal.aborted) setRead({ state: "live", page, failure: undefined });
      } catch (error) {
        if (ended.signal.aborted) return;
        setRead(({ page }) => ({ state: "failed", page, failure: wordsForFailure(error) }));
        throw error;
      }
    }, EVERY_MS);
    let isDue: ReturnType<typeof setTimeout> | undefined;
    let askedAt = performance.now();
    const stop = session.listen((event) => {
      if (isDue !== undefined || !history.isChangedBy(event)) return;
      isDue = setTimeout(
        () => {
          isDue = undefined;
          askedAt = performance.now();
          refreshing.now();
        },
        Math.max(0, askedAt + EVENTS_PAUSE_MS - performance.now()),
      );
    });
    refreshing.now();
    return () => {
      stop();
      clearTimeout(isDue);
      refreshing.end();
      ended.abort();
    };
  }, [session, history, asked]);
  return read;
}
