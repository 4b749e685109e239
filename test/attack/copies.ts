// Whether copies of one signed request, sent for several accounts of its signer, had the effect of one: the first account
// alone is served, its repeats get the first answer, and all others are refused. Interface 5.2, rules 2.11.

import type { Reply } from "./bare-wire.ts";

export interface Copy {
  /** For which account it was sent. */
  readonly account: string;
  /** Not byte for byte as signed, but so that the signature may still be right: it may be refused as well. */
  readonly isRespelled: boolean;
  readonly reply: Reply;
}

/** Header of an answer that was given before, in lower case. */
export const REPLAYED = "svc-replayed";

/** Nothing happened, and the request may be sent again as it is: too many, no room, a type of body that is not read. */
const UNDONE = new Set([415, 429, 503]);
/** What is no such request at all; a respelled one often isn't. */
const NONE = new Set([400, 401, 404, 405, 413]);

/** @returns what is wrong with the answers, in whatever order they came */
export function complaintAboutCopies(copies: readonly Copy[]): string | undefined {
  const served = copies.filter(isServed);
  const accounts = new Set(served.map(({ account }) => account));
  if (accounts.size > 1) return `one signature was served for ${accounts.size} accounts`;
  const originals = served.filter(({ reply }) => !isReplay(reply));
  if (originals.length > 1) return `one signature was carried out ${originals.length} times`;
  if (originals.length === 0 && served.length > 0 && !copies.some(mayBeFirst)) return "no answer is the first one";
  const answers = new Set(served.map(({ reply }) => wordsOf(reply)));
  return answers.size > 1
    ? `repeats got other answers than the first: ${[...answers].join(" / ").slice(0, 400)}`
    : undefined;
}

/** Carried out, or refused for what it asks; not for who asks, nor for having been answered before. */
function isServed({ reply, isRespelled }: Copy): boolean {
  if (reply.kind !== "answer" || UNDONE.has(reply.status) || reply.status === 401) return false;
  if (reply.status === 409 && /sign it anew/.test(reply.body)) return false;
  return !(isRespelled && NONE.has(reply.status));
}

/** What was lost may have been carried out, and what is no request in this spelling may have been refused as one. */
function mayBeFirst({ reply, isRespelled }: Copy): boolean {
  return reply.kind !== "answer" || (isRespelled && NONE.has(reply.status) && !isReplay(reply));
}

function isReplay(reply: Reply): boolean {
  return reply.kind === "answer" && reply.headers.get(REPLAYED) === "true";
}

/** An answer without the time at which it was given. */
function wordsOf(reply: Reply): string {
  return reply.kind === "answer" ? `${reply.status} ${reply.body.replace(/"(timestamp|ts)":\d+/, "")}` : reply.kind;
}
