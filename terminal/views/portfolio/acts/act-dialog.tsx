// A dialog for one act: it closes when the act is done, and shows the reason when the act fails.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import type { FarPrice } from "../../ticket/far-price.ts";
import { GESTURE_MS } from "../../ticket/order-sender.ts";
import { ActNote } from "./act-note.tsx";
import type { Act } from "./acts.ts";
import { useAct } from "./use-acts.ts";

interface ActDialogProps {
  readonly session: AccountSession;
  /** Key of the position or order that is acted on. */
  readonly actKey: string;
  readonly title: string;
  readonly submit: string;
  readonly look?: "main" | "rise" | "fall" | undefined;
  /** Null while the input can't be sent. */
  readonly act: (() => Act) | null;
  /** A price in the input that is far away, which has to be confirmed once more. */
  readonly far?: FarPrice | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ActDialog({
  session,
  actKey,
  title,
  submit,
  look = "main",
  act,
  far,
  onClose,
  children,
}: ActDialogProps) {
  const { state, isBusy, run, ask } = useAct(session, actKey);
  const [why, setWhy] = useState<string | undefined>();
  const terminal = useTerminal();
  const isOpen = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    isOpen.current = true;
    firstWanted(form.current)?.focus();
    return () => {
      isOpen.current = false;
    };
  }, []);
  const [asked, setAsked] = useState<{ readonly price: string; readonly atMs: number } | undefined>();
  const isAsked = far !== undefined && asked?.price === far.price;
  const send = async () => {
    if (act === null || isBusy) return;
    if (far !== undefined && !isAsked) return setAsked({ price: far.price, atMs: performance.now() });
    // The second half of a double click is no confirmation.
    if (isAsked && performance.now() - asked.atMs < GESTURE_MS) return;
    setWhy(undefined);
    const sent = act();
    const outcome = await run(sent, false);
    if (outcome.is === "done" && isOpen.current) onClose();
    if (outcome.is !== "failed") return;
    // A trader who has closed the dialog meanwhile is notified too.
    if (isOpen.current) setWhy(outcome.why);
    else terminal.notify({ tone: "bad", title: sent.text, text: outcome.why });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        className="portfolio-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {children}
        {isAsked && (
          <p className="note" data-tone="bad" role="alert">
            {far.question}
          </p>
        )}
        <ActNote {...{ state, why }} onAsk={ask} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button type="submit" look={look} disabled={act === null} aria-busy={isBusy}>
            {state.is === "pending" ? words.portfolio.acts.pending : isAsked ? words.common.anyway : submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The first empty input; if none is empty, the submit button. */
function firstWanted(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const fields = form?.querySelectorAll<HTMLInputElement>("input[inputmode]") ?? [];
  const missing = [...fields].find(({ value, disabled }) => value === "" && !disabled);
  return missing ?? form?.querySelector<HTMLElement>("button[type=submit]");
}
