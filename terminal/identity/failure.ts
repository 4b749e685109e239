// Why signing in or moving money did not work, in plain words. What wallets throw has no common shape but a code.

import { AnswerLost, ApiError, ChainError, type ChainFailure } from "@evermark/client";
import { venueWords } from "../format/venue-words.ts";
import { heldMoney } from "../texts/held-money.ts";
import { words } from "../texts/words.ts";

const texts = words.signIn.failures;

/** By codes of EIP-1193, EIP-3326 and JSON-RPC. */
const WALLET_CODES: ReadonlyMap<unknown, string> = new Map([
  [4001, texts.rejected],
  [4100, texts.locked],
  [4901, texts.wrongChain],
  [4902, texts.wrongChain],
  [-32002, texts.pending],
]);

/** By codes of the venue. */
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

/** What a wallet said may be long, and comes from others. */
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

/** The code, wherever in the chain of causes it stands: some wallets wrap what others say plainly. */
function codeOf(error: unknown): unknown {
  for (let each = error; typeof each === "object" && each !== null; each = (each as Error).cause) {
    if ("code" in each && typeof each.code === "number") return each.code;
  }
  return undefined;
}

/** One sentence where there is one: viem's messages go on with versions and arguments. */
function saidBy(error: unknown): string {
  const { shortMessage, message } = Object(error) as { readonly shortMessage?: unknown; readonly message?: unknown };
  const said = String(shortMessage ?? message ?? error);
  return said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said;
}
