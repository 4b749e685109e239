// After a lost connection is restored, notifies the trader of what happened to the account meanwhile.

import { useEffect } from "react";
import { useCell } from "../../cells/use-cell.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { isNothing, readMeanwhile } from "../../session/account/meanwhile.ts";
import { type TerminalState, useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { meanwhileNotice } from "./meanwhile-notice.ts";

/** A loss shorter than this in which nothing happened is not reported. */
const BLINK_MS = 3_000;
const REPORTED_MAX = 500;

export function useMeanwhile(): void {
  const terminal = useTerminal();
  const account = useCell(terminal.account);
  useEffect(() => (account === null ? undefined : watch(terminal, account)), [terminal, account]);
}

/** @returns a function that stops it */
function watch(terminal: TerminalState, account: AccountSession): () => void {
  const reported = new Set<number>();
  let wasLive = false;
  /** On this machine's clock. */
  let lostAtMs: number | undefined;
  const stops = [
    account.connected.subscribe(() => {
      const { state, sinceMs } = account.connected.get();
      if (wasLive && state !== "live") lostAtMs ??= Math.min(sinceMs, lastHeardMs(terminal));
      wasLive ||= state === "live";
    }),
    account.listen((event) => {
      if (event.type === "report") {
        const { orderId, status } = event.report;
        if (status !== "FILLED" && status !== "CANCELLED") return;
        reported.add(orderId);
        if (reported.size > REPORTED_MAX) reported.delete(reported.values().next().value!);
      }
      if (event.type !== "again" || lostAtMs === undefined) return;
      void say(terminal, account, { lostAtMs, reported: new Set(reported) });
      lostAtMs = undefined;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A connection is silent for a while before it counts as lost; events of that time were not reported either. */
function lastHeardMs({ venue }: TerminalState): number {
  return Date.now() - (performance.now() - venue.heardAt);
}

interface Lost {
  readonly lostAtMs: number;
  readonly reported: ReadonlySet<number>;
}

async function say(terminal: TerminalState, account: AccountSession, { lostAtMs, reported }: Lost): Promise<void> {
  const awayMs = Date.now() - lostAtMs;
  const from = Math.floor(terminal.venue.now() - awayMs);
  try {
    const found = await readMeanwhile(account.client, { from, reported });
    account.missed(found.liquidations);
    if (awayMs >= BLINK_MS || !isNothing(found)) terminal.notify(meanwhileNotice(found, awayMs));
  } catch {
    const { away, unknown } = words.shell.meanwhile;
    terminal.notify({ tone: "bad", title: away(awayMs), text: unknown });
  }
}
