// The chains on which accounts can receive deposits by plain transfer. Interface 4.9.

import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { readChainNodes } from "./chain-nodes.ts";
import { type Finality, usualFinality } from "./finality.ts";

export interface ReceiverChainTerms {
  readonly chainId: number;
  /** URLs of nodes: what a majority of them shows counts. */
  readonly rpc: readonly string[];
  /** Earlier blocks are not read. */
  readonly firstBlock: number;
  /** Blocks needed on top of a block before its transfers count. */
  readonly confirmations: number;
  readonly finality: Finality;
  readonly scanSeconds: number;
}

/** `local`: nodes of the sandbox's own, for trying deposits by transfer. */
export type ReceiverChains = "local" | readonly ReceiverChainTerms[];

/**
 * By chain id; no other chain takes deposits by transfer. Confirmations are about what exchanges wait for: over 12
 * minutes of blocks on chain 1, whose blocks are replaced now and then, and seconds where a sequencer decides.
 */
export const RECEIVER_CHAINS: Readonly<
  Record<number, { readonly confirmations: number; readonly scanSeconds: number }>
> = {
  42161: { confirmations: 240, scanSeconds: 5 },
  56: { confirmations: 30, scanSeconds: 5 },
  36900: { confirmations: 30, scanSeconds: 5 },
  1: { confirmations: 64, scanSeconds: 12 },
};

const table = Compile(
  Type.Object(
    {
      id: Type.Union(Object.keys(RECEIVER_CHAINS).map((id) => Type.Literal(Number(id)))),
      rpc: Type.Unknown(),
      first_block: Type.Integer({ minimum: 0 }),
      finality: Type.Optional(Type.Enum(["count", "safe", "finalized"])),
      confirmations: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      scan_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600 })),
    },
    { additionalProperties: false },
  ),
);

/** Reads `none`, `local`, or tables (in a variable: as JSON), one for each chain. Undefined for anything else. */
export function readReceiverChains(raw: unknown): ReceiverChains | undefined {
  if (raw === "none") return [];
  if (raw === "local") return raw;
  const tables = typeof raw === "string" ? parsed(raw) : raw;
  if (!Array.isArray(tables)) return undefined;
  const chains = tables.map(readTable);
  if (!chains.every((chain) => chain !== undefined)) return undefined;
  return new Set(chains.map(({ chainId }) => chainId)).size === chains.length ? chains : undefined;
}

function readTable(raw: unknown): ReceiverChainTerms | undefined {
  if (!table.Check(raw)) return undefined;
  const rpc = readChainNodes(raw.rpc);
  if (rpc === undefined || typeof rpc === "string") return undefined;
  const usual = RECEIVER_CHAINS[raw.id]!;
  return {
    chainId: raw.id,
    rpc,
    firstBlock: raw.first_block,
    confirmations: raw.confirmations ?? usual.confirmations,
    finality: raw.finality ?? usualFinality(raw.id).by,
    scanSeconds: raw.scan_seconds ?? usual.scanSeconds,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
