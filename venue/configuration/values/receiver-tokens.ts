// The contracts of tokens on the chains where accounts take deposits by plain transfer. Interface 4.9.

export interface ReceiverToken {
  readonly chainId: number;
  readonly token: string;
  /** As it was written: its case is a checksum. */
  readonly address: string;
}

/** As a list or with commas between them, or `none`. Undefined when one of them is none. */
export function readTokens(raw: unknown): readonly ReceiverToken[] | undefined {
  if (raw === "none") return [];
  const texts = typeof raw === "string" ? raw.split(",") : raw;
  if (!Array.isArray(texts)) return undefined;
  const tokens = texts.map((text) => (typeof text === "string" ? readToken(text.trim()) : undefined));
  return tokens.every((token) => token !== undefined) ? tokens : undefined;
}

function readToken(text: string): ReceiverToken | undefined {
  const [, chainId, token, address] = /^([1-9]\d{0,14}):([A-Z]{1,10}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (chainId === undefined || token === undefined || address === undefined) return undefined;
  return { chainId: Number(chainId), token, address };
}
