// Announcements are the operator's texts: what was dismissed stays so.

import type { Preferences } from "../../state/preferences.ts";

const NAME = "shell.dismissed";
/** Older ones are over by then. */
const KEPT = 50;

type Views = Preferences["views"];

/** Numbers of the announcements that were dismissed. */
export function dismissedIn(views: Views): readonly number[] {
  const kept = views[NAME];
  return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === "number") : [];
}

export function withDismissed(views: Views, id: number): Views {
  return { ...views, [NAME]: [...dismissedIn(views), id].slice(-KEPT) };
}
