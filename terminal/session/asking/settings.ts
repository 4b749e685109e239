// What the page knows of the venue from the start: its settings, as the venue serves them.

export interface Settings {
  /** The operator's word in names of headers and parameters. */
  readonly brand: string;
  readonly name: string;
  readonly isSandbox: boolean;
  /** Builder that accounts are opened under. */
  readonly brokerId: string;
  /** A colour of CSS, or null for the terminal's own. */
  readonly accent: string | null;
  /** Path of a picture, or null. */
  readonly logo: string | null;
  /** Where the venue is. */
  readonly baseUrl: string;
}

/** @throws {Error} when the page is not one that a venue served */
export function settingsOf(page: Document): Settings {
  const text = page.querySelector<HTMLMetaElement>("meta[name=settings]")?.content;
  if (text === undefined) throw new Error("this page was not served by a venue: it has no settings");
  return { ...(JSON.parse(text) as Omit<Settings, "baseUrl">), baseUrl: page.location.origin };
}
