// Navigation targets of commands: parts of other views, found by the ids and roles that those views guarantee.

import type { TerminalState } from "../state/terminal-state.ts";

/** Focuses the market list's own search where it is visible; otherwise opens the list as a dialog. */
export function searchMarkets({ open }: TerminalState): void {
  const search = document.getElementById("market-search");
  if (search?.checkVisibility()) search.focus();
  else open.set("markets");
}

/** Moves the focus to a part of the ticket; a button is also pressed. */
export function toTicket(id: string): void {
  const part = document.getElementById(id);
  part?.focus();
  if (part instanceof HTMLInputElement && part.type === "text") part.select();
  else part?.click();
}

/** @param at index of the tab, from 0 */
export function toPortfolioTab(at: number): void {
  const tabs = document.querySelector("#panel-portfolio [role=tablist]")?.querySelectorAll<HTMLElement>("[role=tab]");
  const tab = tabs?.[at];
  tab?.click();
  tab?.focus();
}
