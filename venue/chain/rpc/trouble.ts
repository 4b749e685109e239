// Why a chain could not be read. There is one class, and the caller decides by its kind alone what to do next.

export type TroubleKind =
  /** No answer, or none in time. */
  | "away"
  /** The node accepts no more requests for now, and waiting a little did not help. */
  | "limited"
  /** The range, or the answer, is more than the node returns at once: ask for less. */
  | "too_large"
  /** The answer does not have its proper form, or contradicts the request. */
  | "garbage"
  /** The node's chain does not have the given block: it lags, or is on another branch. */
  | "elsewhere"
  /** Any other error of the node; `code` is the node's own. */
  | "refused"
  /** The call was executed and reverted; `data` is what it returned. */
  | "reverted"
  /** Fewer nodes than needed give the same answer. */
  | "no_majority"
  /** Something that must exist is missing from the answers. */
  | "incomplete";

export class ChainTrouble extends Error {
  readonly kind: TroubleKind;
  /** JSON-RPC's code; 0 where there is none. */
  readonly code: number;
  /** The revert's data; "0x" where there is none. */
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

/** A node's text for a log: short, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length <= SHOWN_CHARACTERS_MAX ? line : `${line.slice(0, SHOWN_CHARACTERS_MAX)}…`;
}
