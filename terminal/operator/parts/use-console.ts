// The console's session, for every component on the page.

import type { OperatorView, ViewOf } from "@evermark/client/operator.ts";
import { createContext, useContext, useMemo } from "react";
import { useCell } from "../../cells/use-cell.ts";
import type { ConsoleSession, Shown } from "../asking/console-session.ts";

const Context = createContext<ConsoleSession | null>(null);

export const ConsoleProvider = Context.Provider;

/** @throws {Error} outside of the console */
export function useConsole(): ConsoleSession {
  const session = useContext(Context);
  if (session === null) throw new Error("this component is not inside a console");
  return session;
}

/** The data of a view, polled while the component is mounted. */
export function useView<View extends OperatorView>(view: View): Shown<ViewOf<View>> {
  const session = useConsole();
  return useCell(useMemo(() => session.watched(view), [session, view]));
}
