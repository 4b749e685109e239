// The session, for all that stands on the page.

import type { OperatorView, ViewOf } from "@evermark/client/operator.ts";
import { createContext, useContext, useMemo } from "react";
import { useCell } from "../../cells/use-cell.ts";
import type { ConsoleSession, Shown } from "../asking/console-session.ts";

const Context = createContext<ConsoleSession | null>(null);

export const ConsoleProvider = Context.Provider;

/** @throws {Error} outside of a console */
export function useConsole(): ConsoleSession {
  const session = useContext(Context);
  if (session === null) throw new Error("this part stands outside of a console");
  return session;
}

/** What a view shows, asked for while it is seen. */
export function useView<View extends OperatorView>(view: View): Shown<ViewOf<View>> {
  const session = useConsole();
  return useCell(useMemo(() => session.watched(view), [session, view]));
}
