// Checks addresses from other parties before they become links.

/** The address, if it is one that a browser opens as a web page; otherwise undefined. */
export function safeLink(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
