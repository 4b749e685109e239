// The token contracts on the chains where accounts receive deposits by plain transfer, and the terms for
// each token. Interface 4.9.

import { type Micros, micros } from "@evermark/engine";
import { parseDecimal } from "../../wire/decimals.ts";

export interface ReceiverToken {
  readonly chainId: number;
  readonly token: string;
  /** As written, because its letter case is a checksum. */
  readonly address: string;
  /** The most of it that the venue takes; null for the general cap. */
  readonly cap: Micros | null;
  /** How far its worth may be from one USDC, in millionths; null for the general band. */
  readonly bandPpm: number | null;
  /** Whether it counts as one USDC by the operator's decision, whatever its price. */
  readonly isAtPar: boolean;
}

type Terms = Pick<ReceiverToken, "cap" | "bandPpm" | "isAtPar">;

/** Reads a list, or text with commas, or `none`. Undefined when an entry is invalid or two are the same. */
export function readTokens(raw: unknown): readonly ReceiverToken[] | undefined {
  if (raw === "none") return [];
  const texts = typeof raw === "string" ? raw.split(",") : raw;
  if (!Array.isArray(texts)) return undefined;
  const tokens = texts.map((text) => (typeof text === "string" ? readToken(text.trim()) : undefined));
  return tokens.every((token) => token !== undefined) && areDifferent(tokens) ? tokens : undefined;
}

/** On a chain, neither names nor contracts may repeat: money in one contract would count twice. */
function areDifferent(tokens: readonly ReceiverToken[]): boolean {
  const names = tokens.map(({ chainId, token }) => `${chainId}:${token}`);
  const contracts = tokens.map(({ chainId, address }) => `${chainId}:${address.toLowerCase()}`);
  return [names, contracts].every((each) => new Set(each).size === tokens.length);
}

function readToken(text: string): ReceiverToken | undefined {
  const [, chainId, token, address, rest = ""] =
    /^([1-9]\d{0,14}):([A-Z]{1,10}):(0x[0-9a-fA-F]{40})((?::[a-z]+=[^:]+)*)$/.exec(text) ?? [];
  if (chainId === undefined || token === undefined || address === undefined) return undefined;
  const terms = readTerms(rest.split(":").slice(1));
  return terms === undefined ? undefined : { chainId: Number(chainId), token, address, ...terms };
}

function readTerms(words: readonly string[]): Terms | undefined {
  let terms: Terms = { cap: null, bandPpm: null, isAtPar: false };
  for (const word of words) {
    const end = word.indexOf("=");
    const [name, value] = [word.slice(0, end), word.slice(end + 1)];
    if (name === "cap" && terms.cap === null) {
      const cap = scaled(value, Number.MAX_SAFE_INTEGER);
      if (cap === undefined) return undefined;
      terms = { ...terms, cap: micros(cap) };
    } else if (name === "band" && terms.bandPpm === null) {
      const bandPpm = scaled(value, BAND_PPM_MAX);
      if (bandPpm === undefined) return undefined;
      terms = { ...terms, bandPpm };
    } else if (word === "price=par" && !terms.isAtPar) terms = { ...terms, isAtPar: true };
    else return undefined;
  }
  return terms;
}

/** A token worth less than nine tenths is off its peg, whatever band an operator sets. */
export const BAND_PPM_MAX = 100_000;

function scaled(text: string, most: number): number | undefined {
  const read = parseDecimal(text, 6);
  return read.kind === "exact" && read.value >= 0 && read.value <= most ? read.value : undefined;
}
