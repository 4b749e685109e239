// Checks whether copies of one signed request, sent for several accounts of its signer, had the effect of one: only the
// first account is served, its repetitions get the first answer, and all others are refused. Interface 5.2, rules 2.11.

import type { Reply } from "./bare-wire.ts";

export interface Copy {
  /** The account for which it was sent. */
  readonly account: string;
  /**
   * Whether its bytes differ from the signed ones, in a way that may keep the signature valid; such a copy may also be
   * refused.
   */
  readonly isRespelled: boolean;
  readonly reply: Reply;
}

/** The header of a repeated answer, in lower case. */
export const REPLAYED = "svc-replayed";

/**
 * Statuses that mean that nothing happened and the same request may be sent again: too many requests, no room, an
 * unread type of body.
 */
const UNDONE = new Set([415, 429, 503]);
/** Statuses of something that is not a valid request, as a respelled one often is. */
const NONE = new Set([400, 401, 404, 405, 413]);

/** @returns what is wrong with the answers, in any order */
export function complaintAboutCopies(copies: readonly Copy[]): string | undefined {
  const served = copies.filter(isServed);
  const accounts = new Set(served.map(({ account }) => account));
  if (accounts.size > 1) return `one signature was served for ${accounts.size} accounts`;
  const originals = served.filter(({ reply }) => !isReplay(reply));
  if (originals.length > 1) return `one signature was executed ${originals.length} times`;
  if (originals.length === 0 && served.length > 0 && !copies.some(mayBeFirst)) return "no answer equals the first one";
  const answers = new Set(served.map(({ reply }) => wordsOf(reply)));
  return answers.size > 1
    ? `repeats got answers different from the first: ${[...answers].join(" / ").slice(0, 400)}`
    : undefined;
}

/** Whether it was carried out, or refused for its content; not for its sender, nor because it was answered before. */
function isServed({ reply, isRespelled }: Copy): boolean {
  if (reply.kind !== "answer" || UNDONE.has(reply.status) || reply.status === 401) return false;
  if (reply.status === 409 && /sign it anew/.test(reply.body)) return false;
  return !(isRespelled && NONE.has(reply.status));
}

/** A copy without an answer may have been carried out, and a respelled one may have been refused as the first. */
function mayBeFirst({ reply, isRespelled }: Copy): boolean {
  return reply.kind !== "answer" || (isRespelled && NONE.has(reply.status) && !isReplay(reply));
}

function isReplay(reply: Reply): boolean {
  return reply.kind === "answer" && reply.headers.get(REPLAYED) === "true";
}

/** An answer without its time. */
function wordsOf(reply: Reply): string {
  return reply.kind === "answer" ? `${reply.status} ${reply.body.replace(/"(timestamp|ts)":\d+/, "")}` : reply.kind;
}
