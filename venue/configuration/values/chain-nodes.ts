// The `chain.rpc` setting: no chain, a local node of the venue's own, or URLs of existing nodes.

export type ChainNodes = "off" | "local" | readonly string[];

const NODES_MAX = 16;

/** Reads the URLs as text with commas, or as a list. Undefined for an invalid value. */
export function readChainNodes(raw: unknown): ChainNodes | undefined {
  if (raw === "off" || raw === "local") return raw;
  const texts = typeof raw === "string" ? raw.split(",") : raw;
  if (!Array.isArray(texts) || texts.length === 0 || texts.length > NODES_MAX) return undefined;
  const urls = texts.map((text) => (typeof text === "string" ? readUrl(text.trim()) : undefined));
  if (!urls.every((url) => url !== undefined)) return undefined;
  // One node listed twice would form a majority with itself.
  return new Set(urls).size === urls.length ? urls : undefined;
}

function readUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}
