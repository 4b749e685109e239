// The particulars of one venue's public spot feed: its address, what to send, how its messages are read. Everything that
// feeds have in common (connecting, limits, renewal, proof of life) is in lines/.

import type { Quote } from "./quote.ts";

export interface Driver {
  /** Address of its public feed; a row of the configuration may name another. */
  readonly url: string;
  /** How many pairs one connection may carry. */
  readonly pairsMax: number;
  /** How many messages may be sent within a second; no more than the venue's limit. */
  readonly sendsPerSecond: number;
  /** Milliseconds between the starts of two connections to the venue. */
  readonly connectEveryMs: number;
  /** What keeps a connection open, where ping frames are not enough. */
  readonly keepAlive?: KeepAlive;
  /** Present where a connection has to be requested first. */
  readonly ticket?: Ticket;
  /** Starts one connection's conversation about these pairs. It may keep state that later messages need to be understood. */
  converse(pairs: readonly string[]): Conversation;
}

export interface KeepAlive {
  /** The longest time between two of these messages. */
  readonly everyMs: number;
  /** @param now milliseconds since 1970 */
  text(now: number): string;
}

/** Where a connection goes, once that is known. */
export interface Endpoint {
  readonly url: string;
  /** The interval that the venue asks for now; it replaces `KeepAlive.everyMs`. */
  readonly pingEveryMs?: number;
}

export interface Ticket {
  /** Path below the feed's address, which is then an HTTP address; requested by POST. */
  readonly path: string;
  /** Undefined for an answer that is no ticket. */
  read(answer: unknown): Endpoint | undefined;
}

export interface Conversation {
  /** Sent when the connection is open. @param now milliseconds since 1970 */
  greeting(now: number): readonly string[];
  /** @param message parsed JSON, or text that is no JSON; never throws */
  read(message: unknown): Reading;
}

export interface Reading {
  readonly quotes?: readonly Quote[];
  /** Messages to send back. */
  readonly send?: readonly string[];
  /** The venue asks for a new connection, with its reason: one is opened before the present one ends. */
  readonly renew?: string;
  /** The venue refuses something; its message. */
  readonly complaint?: string;
}

/** A message without prices, which only proves that the connection lives. */
export const NOTHING: Reading = Object.freeze({});

/** A venue's refusal, as text for the log. */
export function complaint(...words: readonly unknown[]): Reading {
  const said = words.filter((word) => typeof word === "string" || typeof word === "number").join(" ");
  return { complaint: said.slice(0, COMPLAINT_LENGTH_MAX) || "refused" };
}

const COMPLAINT_LENGTH_MAX = 200;
