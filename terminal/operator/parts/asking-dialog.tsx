// The dialog that confirms an act: its fields, what will happen in words, the values that would change; then the outcome.

import { type ReactNode, useMemo, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, SelectField } from "../../parts/field.tsx";
import { ActSender, type ActState } from "../asking/act-sender.ts";
import type { ActField, ActInputTexts, ActSpec } from "./act-spec.ts";
import { useConsole } from "./use-console.ts";

interface AskingDialogProps {
  readonly spec: ActSpec;
  readonly onClose: () => void;
}

export function AskingDialog({ spec, onClose }: AskingDialogProps) {
  const session = useConsole();
  const sender = useMemo(() => new ActSender(session.client, spec.act), [session, spec.act]);
  const state = useCell(sender.state);
  const [typed, setTyped] = useState<ActInputTexts>(() =>
    Object.fromEntries((spec.fields ?? []).map(({ name, initial = "" }) => [name, initial])),
  );
  const input = spec.input(typed);
  const isFixed = state.is !== "ready" && state.is !== "refused";
  const send = async () => {
    if (input === undefined) return;
    await sender.send(input);
    session.refresh();
  };
  return (
    <Dialog title={spec.title} onClose={onClose}>
      {state.is === "done" ? (
        <Done {...{ state, onClose }} />
      ) : (
        <form
          className="act-form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <fieldset className="act-fields" disabled={isFixed}>
            {(spec.fields ?? []).map((field) => (
              <ActInput
                key={field.name}
                field={field}
                value={typed[field.name] ?? ""}
                onText={(text) => setTyped((before) => ({ ...before, [field.name]: text }))}
              />
            ))}
          </fieldset>
          <WhatHappens {...{ spec, typed }} />
          <Standing {...{ state }} onLook={() => void sender.look()} />
          <div className="dialog-foot">
            <Button onClick={onClose}>{state.is === "ready" || state.is === "refused" ? "Cancel" : "Close"}</Button>
            <Button
              type="submit"
              look={spec.isGrave ? "fall" : "main"}
              disabled={input === undefined || !canSend(state)}
            >
              {state.is === "sending" ? "Sending…" : state.is === "unseen" ? "Send again" : spec.verb}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function canSend({ is }: ActState): boolean {
  return is === "ready" || is === "refused" || is === "unseen";
}

function ActInput(props: {
  readonly field: ActField;
  readonly value: string;
  readonly onText: (text: string) => void;
}) {
  const { field, value, onText } = props;
  const { label, kind = "text", options = [], hint } = field;
  const onChange = ({ target }: { readonly target: { readonly value: string } }) => onText(target.value);
  if (kind === "choice") return <SelectField {...{ label, hint, options, value, onChange }} />;
  return <Field {...{ label, hint, value, onChange }} type={kind === "time" ? "datetime-local" : "text"} />;
}

function WhatHappens({ spec, typed }: { readonly spec: ActSpec; readonly typed: ActInputTexts }) {
  const changes = spec.changes?.(typed) ?? [];
  return (
    <div className="act-says" aria-live="polite">
      {spec.says(typed).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {changes.length > 0 && (
        <dl className="act-changes">
          {changes.map(([name, now, then]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className="soft">{now}</span> <span aria-hidden>→</span>
                <span className="unseen"> becomes </span> <strong>{then}</strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Standing({ state, onLook }: { readonly state: ActState; readonly onLook: () => void }) {
  const bad = (text: ReactNode) => (
    <div className="note" data-tone="bad" role="alert">
      {text}
    </div>
  );
  switch (state.is) {
    case "refused":
      return bad(<>Refused: {state.why}.</>);
    case "looking":
      return (
        <div className="note" role="status">
          No answer received. Looking up the outcome…
        </div>
      );
    case "unseen":
      return bad(
        "The venue has not received it, so nothing was done. You can send it again: it is carried out at most once.",
      );
    case "unknown":
      return bad(
        <>
          The outcome is unknown: {state.why}. <Button onClick={onLook}>Check again</Button>
        </>,
      );
    default:
      return null;
  }
}

function Done({
  state,
  onClose,
}: {
  readonly state: ActState & { readonly is: "done" };
  readonly onClose: () => void;
}) {
  const { number, first_position: first, last_position: last } = state.entry;
  const where =
    first === null
      ? "No command in the journal."
      : first === last
        ? `Journal position ${first}.`
        : `Journal positions ${first} to ${last}.`;
  return (
    <>
      <div className="note" data-tone="good" role="status">
        Done: log entry {number}. {where}
      </div>
      <div className="dialog-foot">
        <Button look="main" onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </>
  );
}
