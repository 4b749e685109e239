// Why a chain could not be read. One class, distinguished by its kind: the reader decides by the kind alone what to do next.

export type TroubleKind =
  /** No answer, or none in time. */
  | "away"
  /** The node takes no more requests for now, and waiting a little did not help. */
  | "limited"
  /** The range, or the answer, is more than the node gives at once: ask for less. */
  | "too_large"
  /** What came is not what such an answer looks like, or contradicts what was asked. */
  | "garbage"
  /** The node's chain does not have the block that was named: it lags, or is on another branch. */
  | "elsewhere"
  /** An error of the node that is none of the others; `code` is its own. */
  | "refused"
  /** The call was carried out and reverted; `data` is what it returned. */
  | "reverted"
  /** Fewer than needed show the same. */
  | "no_majority"
  /** Something is left out that must have been there. */
  | "incomplete";

export class ChainTrouble extends Error {
  readonly kind: TroubleKind;
  /** Of JSON-RPC, 0 where there is none. */
  readonly code: number;
  /** Of a revert, "0x" where there is none. */
  readonly data: `0x${string}`;

  constructor(
    kind: TroubleKind,
    message: string,
    { code = 0, data = "0x" as `0x${string}`, cause }: { code?: number; data?: `0x${string}`; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "ChainTrouble";
    this.kind = kind;
    this.code = code;
    this.data = data;
  }
}

export function isTrouble(error: unknown, ...kinds: TroubleKind[]): error is ChainTrouble {
  return error instanceof ChainTrouble && (kinds.length === 0 || kinds.includes(error.kind));
}

const SHOWN_CHARACTERS_MAX = 200;

/** Text of a node, for a log: short, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length <= SHOWN_CHARACTERS_MAX ? line : `${line.slice(0, SHOWN_CHARACTERS_MAX)}…`;
}
