// Announcements are somebody else's texts: their links lead to web pages or nowhere, and what was dismissed stays so.

import type { Preferences } from "../state/preferences.ts";

/** @returns the link, or undefined for one that is no web page, such as `javascript:` */
export function safeLink(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

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
