// The settings that the venue puts into the page.

export interface Settings {
  /** The operator's brand, used in the names of headers and parameters. */
  readonly brand: string;
  readonly name: string;
  readonly isSandbox: boolean;
  /** The builder under which accounts are opened. */
  readonly brokerId: string;
  /** A CSS colour, or null for the terminal's own. */
  readonly accent: string | null;
  /** Path of an image, or null. */
  readonly logo: string | null;
  /** The venue's base URL. */
  readonly baseUrl: string;
}

/** @throws {Error} when the page was not served by a venue */
export function settingsOf(page: Document): Settings {
  const text = page.querySelector<HTMLMetaElement>("meta[name=settings]")?.content;
  if (text === undefined) throw new Error("this page was not served by a venue: it has no settings");
  return { ...(JSON.parse(text) as Omit<Settings, "baseUrl">), baseUrl: page.location.origin };
}
