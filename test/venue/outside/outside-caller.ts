// Calls a venue as an outside client does, with fetch, and keeps the whole answer for tests to examine. Each answer is
// checked against its endpoint's declaration; an undeclared one fails the test that receives it.

import { assertDeclaredAnswer } from "@evermark/interface/testing/declared-answers.ts";

/** The parts of an answer that tests examine. */
interface Envelope {
  readonly success?: boolean;
  readonly timestamp?: number;
  readonly code?: number;
  readonly message?: string;
  readonly data?: Data;
}

/** `data` unchanged: tests say what they expect of it. */
type Data = Readonly<Record<string, unknown>> & { readonly rows?: readonly Row[] };
export type Row = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty when the answer is not JSON. */
  readonly json: Envelope;
  /** `data` of a success; empty without one. */
  readonly data: Data;
}

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export async function call(url: string, { method = "GET", headers = {}, body }: Call = {}): Promise<Answer> {
  const response = await fetch(url, { method, headers: { ...headers }, ...(body !== undefined && { body }) });
  const text = await response.text();
  const { status, headers: received } = response;
  assertDeclaredAnswer({ method, target: url, status, contentType: received.get("content-type"), text });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const json: Envelope = isJson && text !== "" ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, json, data: json.data ?? {} };
}

export function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return call(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
