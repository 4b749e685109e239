// The acts of the signed-in account. They outlive the view that started them.

import { useCallback, useEffect } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { type TerminalState, useTerminal } from "../../../state/terminal-state.ts";
import { type Act, type ActState, Acts, type Outcome } from "./acts.ts";
import { isOfPosition, placing } from "./position-acts.ts";

const actsOfSessions = new WeakMap<AccountSession, Acts>();

export function actsOf(session: AccountSession): Acts {
  const known = actsOfSessions.get(session);
  if (known !== undefined) return known;
  const acts = new Acts(() => performance.now(), session.kept);
  actsOfSessions.set(session, acts);
  session.listen(({ type }) => {
    if (type === "again") void acts.askAll();
  });
  return acts;
}

/** Carries out an act, and notifies the trader of the outcome, except for a failure that the caller shows itself. */
export async function perform(
  terminal: TerminalState,
  session: AccountSession,
  { key, act, saysFailure }: { readonly key: string; readonly act: Act; readonly saysFailure: boolean },
): Promise<Outcome> {
  const outcome = await actsOf(session).run(key, act);
  if (outcome.is !== "failed" || saysFailure) say(terminal, act, outcome);
  return outcome;
}

/** Notifies the trader of the outcome of orders that an earlier page was sending, whatever screen is shown. */
export function useResumedActs(): void {
  const terminal = useTerminal();
  const session = useCell(terminal.account);
  useEffect(() => {
    if (session !== null) resumeActs(terminal, session);
  }, [terminal, session]);
}

function resumeActs(terminal: TerminalState, session: AccountSession): void {
  const acts = actsOf(session);
  for (const [key, { to, body }] of session.kept.all()) {
    if (to !== "order" || !isOfPosition(key)) continue;
    const act = placing(session, body);
    void acts.resume(key, act).then((outcome) => say(terminal, act, outcome));
  }
}

function say(terminal: TerminalState, act: Act, outcome: Outcome): void {
  if (outcome.is === "done") terminal.notify({ tone: "good", title: outcome.said });
  if (outcome.is === "failed") terminal.notify({ tone: "bad", title: act.text, text: outcome.why });
}

interface OneAct {
  readonly state: ActState;
  readonly isBusy: boolean;
  /** @param saysFailure false when the caller shows the reason of a failure itself */
  readonly run: (act: Act, saysFailure?: boolean) => Promise<Outcome>;
  readonly ask: () => void;
}

/** The acts on one position or order. */
export function useAct(session: AccountSession, key: string): OneAct {
  const terminal = useTerminal();
  const acts = actsOf(session);
  const state = useCell(acts.states.of(key));
  const run = useCallback(
    (act: Act, saysFailure = true) => perform(terminal, session, { key, act, saysFailure }),
    [terminal, session, key],
  );
  return { state, isBusy: state.is !== "idle", run, ask: () => void acts.ask(key) };
}
