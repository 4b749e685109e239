// The vaults that a venue used before its current one, on the same chain: the money of each moves to the next.

export interface FormerVault {
  /** Lower case. */
  readonly vault: `0x${string}`;
  /** The block in which it was deployed. */
  readonly deployedBlock: number;
}

/** Reads a list, or text with commas, or `none`. Undefined when an entry is invalid or repeated. */
export function readFormerVaults(raw: unknown): readonly FormerVault[] | undefined {
  if (raw === "none") return [];
  const texts = typeof raw === "string" ? raw.split(",") : raw;
  if (!Array.isArray(texts)) return undefined;
  const vaults = texts.map((text) => (typeof text === "string" ? readFormerVault(text.trim()) : undefined));
  const known = vaults.filter((each) => each !== undefined);
  const isEachOnce = new Set(known.map(({ vault }) => vault)).size === texts.length;
  return isEachOnce ? known : undefined;
}

function readFormerVault(text: string): FormerVault | undefined {
  const [, vault, block] = /^(0x[0-9a-fA-F]{40}):(0|[1-9]\d{0,14})$/.exec(text) ?? [];
  if (vault === undefined || block === undefined) return undefined;
  return { vault: vault.toLowerCase() as `0x${string}`, deployedBlock: Number(block) };
}
