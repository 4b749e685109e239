// Arrow keys for a vertical list of elements, of which Tab reaches only one.

import type { KeyboardEvent } from "react";

/** @param among selector of the elements inside the closest `within` */
export function moveFocus(event: KeyboardEvent<HTMLElement>, within: string, among: string): void {
  const all = [...(event.currentTarget.closest(within)?.querySelectorAll<HTMLElement>(among) ?? [])];
  const at = all.indexOf(event.currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}
