// Where commands lead to: parts of other views, found by the ids and roles that they promise.

import type { TerminalState } from "../state/terminal-state.ts";

/** The list's own search where it is in sight, else the list as a dialog. */
export function searchMarkets({ open }: TerminalState): void {
  const search = document.getElementById("market-search");
  if (search?.checkVisibility()) search.focus();
  else open.set("markets");
}

/** Puts the focus on a part of the ticket; a button is pressed as well. */
export function toTicket(id: string): void {
  const part = document.getElementById(id);
  part?.focus();
  if (part instanceof HTMLInputElement && part.type === "text") part.select();
  else part?.click();
}

/** @param at of the tab, from 0 */
export function toPortfolioTab(at: number): void {
  const tabs = document.querySelector("#panel-portfolio [role=tablist]")?.querySelectorAll<HTMLElement>("[role=tab]");
  const tab = tabs?.[at];
  tab?.click();
  tab?.focus();
}
