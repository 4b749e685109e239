// The envelope around every answer: success, venue time, and the data or the refusal. Interface 2.1, errors 1.

import type { ApiError } from "../../wire/api-error.ts";
import { AnswerHeaders } from "./answer-headers.ts";

/** An answer whose top level has more than `data`; a member named `timestamp` replaces the venue's time. */
export class WithMembers<Data> {
  readonly data: Data;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(data: Data, members: Readonly<Record<string, unknown>>) {
    this.data = data;
    this.members = members;
  }
}

/** Data that is JSON text already, for example because it was written for an earlier caller with the same question. */
export class JsonText<Data> {
  readonly json: string;
  /** The type of the data; it exists only for the compiler. */
  declare readonly data: Data;

  constructor(json: string) {
    this.json = json;
  }
}

/** An answer that has its own envelope. */
export interface OwnAnswer {
  readonly status: number;
  readonly json: string;
}

export function ownAnswer({ status, json: text }: OwnAnswer, headers: AnswerHeaders): Response {
  return json(text, status, headers);
}

/** @param now venue time in milliseconds */
export function successAnswer(answered: unknown, now: number, headers: AnswerHeaders): Response {
  if (answered instanceof WithMembers) {
    const { data, members } = answered;
    return json(JSON.stringify({ success: true, timestamp: now, data, ...members }), 200, headers);
  }
  const data = answered === undefined ? "" : `,"data":${textOf(answered)}`;
  return json(`{"success":true,"timestamp":${now}${data}}`, 200, headers);
}

/** An answer whose members are next to `success`, and which has no `data`. */
export function flatAnswer(answered: unknown, now: number, headers: AnswerHeaders): Response {
  const members = textOf(answered).slice(1);
  return json(`{"success":true,"timestamp":${now},${members}`, 200, headers);
}

export function textOf(answered: unknown): string {
  return answered instanceof JsonText ? answered.json : JSON.stringify(answered);
}

export function failureAnswer(error: ApiError, now: number, headers = new AnswerHeaders()): Response {
  const { status, code, message, members } = error;
  return json(JSON.stringify({ success: false, code, message, timestamp: now, ...members }), status, headers);
}

function json(text: string, status: number, headers: AnswerHeaders): Response {
  const body = text.length < STREAMED_FROM ? text : streamed(text);
  return new Response(body, { status, headers: headers.toHeaders() });
}

/**
 * From this length on, the runtime sends an answer that was not ready at once in pieces: each name and each value of a header
 * separately, about thirty packets before the first byte of the body. If the body is a stream, it sends all of that together.
 */
const STREAMED_FROM = 15_360;

/** Delivers the whole text when the runtime first asks for it; it is sent in chunks, without `Content-Length`. */
function streamed(text: string): ReadableStream {
  const source: Bun.DirectUnderlyingSource<string> = {
    type: "direct",
    pull(controller) {
      controller.write(text);
      controller.end();
    },
  };
  // A kind of source that only this runtime has; the types of the web do not know it.
  return new ReadableStream(source as unknown as UnderlyingDefaultSource<string>);
}

/** The header that marks a placement that was answered with its first answer again. Rules 2.11. */
export function replayedHeader(brand: string): string {
  return `${brand.toUpperCase()}-Replayed`;
}

/** For invalid HTTP: without an envelope, like requests that the HTTP server itself refuses. */
export function severalHostsAnswer(): Response {
  return new Response("a request names one Host\n", { status: 400, headers: { "Content-Type": "text/plain" } });
}

/** Our only refusal without an envelope: the body is not read to its end. Errors 1. */
export function tooLargeAnswer(bytesMax: number, headers: AnswerHeaders): Response {
  return new Response(`request body too large, expected at most ${bytesMax} bytes`, {
    status: 413,
    headers: headers.toHeaders("text/plain"),
  });
}
