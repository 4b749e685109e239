// Runs the plans of the signed-in account, whatever the page shows. Of several tabs, one runs them: the one that holds the
// browser's lock.

import { newClientOrderId } from "@evermark/client";
import { useEffect } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import type { PublicSession } from "../../session/market/public-session.ts";
import { KeptPlans } from "../../session/plans/kept-plans.ts";
import type { PlanTerms } from "../../session/plans/moves/plan.ts";
import type { PlanConditions } from "../../session/plans/moves/plan-order.ts";
import { stepsOf } from "../../session/plans/moves/whole-steps.ts";
import { planLineOf } from "../../session/plans/plan-gateway.ts";
import { PlanRunner } from "../../session/plans/plan-runner.ts";
import { type TerminalState, useTerminal } from "../../state/terminal-state.ts";
import { noticeOf } from "./plan-words.ts";

const LOOK_EVERY_MS = 1_000;

const runners = new WeakMap<TerminalState, Cell<PlanRunner | null>>();

/** Null while no account is signed in. */
export function usePlanRunner(): PlanRunner | null {
  return useCell(runnerCell(useTerminal()));
}

function runnerCell(terminal: TerminalState): Cell<PlanRunner | null> {
  const known = runners.get(terminal) ?? new Cell<PlanRunner | null>(null);
  runners.set(terminal, known);
  return known;
}

export function useRunningPlans(): void {
  const terminal = useTerminal();
  const session = useCell(terminal.account);
  useEffect(() => {
    if (session !== null) return run(terminal, session);
  }, [terminal, session]);
}

/** @returns a function that ends it */
function run(terminal: TerminalState, session: AccountSession): () => void {
  const { venue } = terminal;
  const books = new WatchedBooks(venue, () => void runner.turn());
  const kept = new KeptPlans(localStorage, session.accountId);
  const runner = new PlanRunner(kept, planLineOf(session.client), {
    marketOf: (terms) => books.marketOf(terms),
    newId: newClientOrderId,
    notify: (plan) => terminal.notify(noticeOf(plan)),
  });
  const ended = new AbortController();
  const { signal } = ended;
  const inOtherTab = ({ key }: StorageEvent) => key === kept.storedAs && runner.read();
  window.addEventListener("storage", inOtherTab, { signal });
  const look = () => void runner.turn();
  const timer = setInterval(look, LOOK_EVERY_MS);
  // A page that is hidden for long gets its timers only once a minute, but the venue's messages at once.
  const marks = venue.client.streams.public.subscribe("markprices", look);
  const stops = [
    session.listen((event) => runner.heard(event)),
    session.refusal.subscribe(() => session.refusal.get() !== null && runner.pauseAll({ is: "key" })),
    () => clearInterval(timer),
    () => marks.unsubscribe(),
    () => books.end(),
    () => runner.pauseAll({ is: "signed out" }),
  ];
  void withLock(`evermark.plans.${session.accountId}`, runner, signal);
  runnerCell(terminal).set(runner);
  return () => {
    for (const stop of stops) stop();
    runner.end();
    runnerCell(terminal).set(null);
    ended.abort();
  };
}

/** Runs the plans in this tab as soon as no other tab does, until the signal is aborted. */
async function withLock(name: string, runner: PlanRunner, signal: AbortSignal): Promise<void> {
  const untilTheEnd = () => {
    runner.runHere();
    return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  const wasFree = await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock === null || signal.aborted) return false;
    return untilTheEnd().then(() => true);
  });
  if (wasFree || signal.aborted) return;
  runner.place.set("elsewhere");
  await navigator.locks.request(name, { signal }, untilTheEnd).catch(() => {
    // The page no longer needs the lock.
  });
}

/** The books that plans watch: fed as long as one of the plans runs. */
class WatchedBooks {
  readonly #venue: PublicSession;
  readonly #onChange: () => void;
  readonly #stops = new Map<string, () => void>();

  constructor(venue: PublicSession, onChange: () => void) {
    this.#venue = venue;
    this.#onChange = onChange;
  }

  marketOf(terms: PlanTerms): PlanConditions {
    const now = this.#venue.now();
    if (terms.kind !== "CHASE") return { now, bestTicks: undefined };
    const book = this.#venue.feeds.book(terms.symbol);
    if (!this.#stops.has(terms.symbol)) this.#stops.set(terms.symbol, book.subscribe(this.#onChange));
    const shown = book.get();
    const [best] = (terms.side === "BUY" ? shown?.bids : shown?.asks) ?? [];
    return { now, bestTicks: shown?.isLive && best !== undefined ? stepsOf(best[0], terms.tick) : undefined };
  }

  end(): void {
    for (const stop of this.#stops.values()) stop();
  }
}
