// Explains in plain words why signing in or moving money failed. Wallets throw errors of no common shape except for a code.

import { AnswerLost, ApiError, ChainError, type ChainFailure } from "@evermark/client";
import { venueWords } from "../format/venue-words.ts";
import { heldMoney } from "../texts/held-money.ts";
import { words } from "../texts/words.ts";

const texts = words.signIn.failures;

/** Texts by the codes of EIP-1193, EIP-3326 and JSON-RPC. */
const WALLET_CODES: ReadonlyMap<unknown, string> = new Map([
  [4001, texts.rejected],
  [4100, texts.locked],
  [4901, texts.wrongChain],
  [4902, texts.wrongChain],
  [-32002, texts.pending],
]);

/** Texts by the venue's codes. */
const VENUE_CODES: ReadonlyMap<number | null, string> = new Map([
  [2, texts.clock],
  [9, texts.otherAccount],
  [15, texts.broker],
  [-1003, texts.limited],
  [-1011, texts.busy],
]);

const CHAIN_REASONS: Partial<Record<ChainFailure, string>> = {
  rejected: texts.rejected,
  wrong_chain: texts.wrongChain,
};

/** The longest message quoted: a wallet's message may be long, and is not ours. */
const SAID_MAX = 200;

export function wordsForFailure(error: unknown): string {
  if (error instanceof ChainError) return CHAIN_REASONS[error.reason] ?? texts.other(error.message);
  if (error instanceof AnswerLost) return texts.lost;
  if (error instanceof ApiError) return refused(error);
  const code = codeOf(error);
  const said = saidBy(error);
  if (typeof DOMException !== "undefined" && error instanceof DOMException) {
    return error.name === "NotSupportedError" ? texts.oldBrowser : texts.other(said);
  }
  if (code === undefined) return texts.other(said);
  return WALLET_CODES.get(code) ?? texts.wallet(said);
}

function refused(error: ApiError): string {
  const held = heldMoney(error);
  if (held !== undefined) return `${held.what} ${held.advice}`;
  return VENUE_CODES.get(error.code) ?? texts.venue(venueWords(error.message));
}

/** The code, wherever it is in the chain of causes: some wallets wrap the error of another. */
function codeOf(error: unknown): unknown {
  for (let each = error; typeof each === "object" && each !== null; each = (each as Error).cause) {
    if ("code" in each && typeof each.code === "number") return each.code;
  }
  return undefined;
}

/** viem's short message where there is one: its full messages include versions and arguments. */
function saidBy(error: unknown): string {
  const { shortMessage, message } = Object(error) as { readonly shortMessage?: unknown; readonly message?: unknown };
  const said = String(shortMessage ?? message ?? error);
  return said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said;
}
