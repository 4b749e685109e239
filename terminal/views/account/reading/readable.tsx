// Shows a value that is read from the venue: a loading text until the first answer, the failure if there is one.

import type { ReactNode } from "react";
import { words } from "../../../texts/words.ts";
import type { ReadState } from "./use-read.ts";

interface ReadableProps<Value> {
  readonly read: ReadState<Value>;
  readonly children: (value: Value) => ReactNode;
}

export function Readable<Value>({ read, children }: ReadableProps<Value>) {
  return (
    <>
      {read.failure !== undefined && <Failure text={words.account.unread(read.failure)} />}
      {read.value !== undefined
        ? children(read.value)
        : read.failure === undefined && <p className="empty">{words.common.loading}</p>}
    </>
  );
}

export function Failure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="note" data-tone="bad" role="alert">
      {text}
    </p>
  );
}

/** Confirms an act next to its button: a notice of the page would be hidden behind the dialog. */
export function Done({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="note" data-tone="good" role="status">
      {text}
    </p>
  );
}
