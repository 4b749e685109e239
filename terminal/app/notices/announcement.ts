// Remembers which of the operator's announcements were dismissed, so that they stay dismissed.

import type { Preferences } from "../../state/preferences.ts";

const NAME = "shell.dismissed";
/** How many dismissals are remembered; announcements older than these are over by then. */
const KEPT = 50;

type Views = Preferences["views"];

/** Ids of the dismissed announcements. */
export function dismissedIn(views: Views): readonly number[] {
  const kept = views[NAME];
  return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === "number") : [];
}

export function withDismissed(views: Views, id: number): Views {
  return { ...views, [NAME]: [...dismissedIn(views), id].slice(-KEPT) };
}
