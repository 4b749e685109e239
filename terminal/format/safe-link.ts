// Addresses that others wrote, before they become links.

/** The address, if a browser would open it as a page and do nothing else with it. */
export function safeLink(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
