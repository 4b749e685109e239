// Which chain a venue has: none, a node of its own, or nodes that are already there.

export type ChainNodes = "off" | "local" | readonly string[];

const NODES_MAX = 16;

/** As text with commas between URLs, or as a list of them. Undefined when it is none of these. */
export function readChainNodes(raw: unknown): ChainNodes | undefined {
  if (raw === "off" || raw === "local") return raw;
  const texts = typeof raw === "string" ? raw.split(",") : raw;
  if (!Array.isArray(texts) || texts.length === 0 || texts.length > NODES_MAX) return undefined;
  const urls = texts.map((text) => (typeof text === "string" ? readUrl(text.trim()) : undefined));
  if (!urls.every((url) => url !== undefined)) return undefined;
  // One node asked twice would be a majority of itself.
  return new Set(urls).size === urls.length ? urls : undefined;
}

function readUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}
