// What is peculiar to one venue's public spot feed: where it is, what to send, how its messages are read. All that feeds
// have in common (connecting, limits, renewal, proof of life) stands in lines/, once.

import type { Quote } from "./quote.ts";

export interface Driver {
  /** Where its public feed is, unless a row of the configuration names another address. */
  readonly url: string;
  /** As many pairs as one connection is to carry. */
  readonly pairsMax: number;
  /** Messages that may be sent within a second, which the venue's limit is no lower than. */
  readonly sendsPerSecond: number;
  /** Milliseconds between the beginnings of two connections to the venue. */
  readonly connectEveryMs: number;
  /** What keeps a connection open beyond ping frames; absent where those are enough. */
  readonly keepAlive?: KeepAlive;
  /** Where a connection has to be asked for first. */
  readonly ticket?: Ticket;
  /** One connection's conversation about these pairs. It may keep what later messages need to be understood. */
  converse(pairs: readonly string[]): Conversation;
}

export interface KeepAlive {
  /** Sent at least that often. */
  readonly everyMs: number;
  /** @param now milliseconds since 1970 */
  text(now: number): string;
}

/** Where a connection goes, once that is known. */
export interface Endpoint {
  readonly url: string;
  /** As the venue wants it now; it takes the place of `KeepAlive.everyMs`. */
  readonly pingEveryMs?: number;
}

export interface Ticket {
  /** Below the feed's address, which is then one of HTTP; asked by POST. */
  readonly path: string;
  /** Undefined for an answer that is no ticket. */
  read(answer: unknown): Endpoint | undefined;
}

export interface Conversation {
  /** Sent when the connection is open. @param now milliseconds since 1970 */
  greeting(now: number): readonly string[];
  /** @param message what JSON says, or text that is no JSON; never throws */
  read(message: unknown): Reading;
}

export interface Reading {
  readonly quotes?: readonly Quote[];
  /** To be sent back. */
  readonly send?: readonly string[];
  /** The venue asks for a new connection, with its reason: one is opened before this one ends. */
  readonly renew?: string;
  /** The venue refuses something, in its words. */
  readonly complaint?: string;
}

/** A message that says nothing of prices, and proves that the connection lives. */
export const NOTHING: Reading = Object.freeze({});

/** Words of a venue, for the log. */
export function complaint(...words: readonly unknown[]): Reading {
  const said = words.filter((word) => typeof word === "string" || typeof word === "number").join(" ");
  return { complaint: said.slice(0, COMPLAINT_LENGTH_MAX) || "refused" };
}

const COMPLAINT_LENGTH_MAX = 200;
