// Reads an HTTP answer: as the envelope of interface 2.1 when it is one, and otherwise by its status.

import { ApiError } from "./failures.ts";

export interface Answer<Data> {
  readonly data: Data;
  /** The venue's time of the answer in milliseconds: `timestamp`, or `ts` for endpoints that call it that. */
  readonly venueTimeMs: number;
  /** Whether this repeats the first answer to a placement that was sent more than once. Rules 2.11. */
  readonly wasReplayed: boolean;
}

interface Envelope {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly timestamp?: unknown;
  readonly ts?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly error?: unknown;
  readonly check?: unknown;
  readonly detail?: unknown;
}

/** An answer came but leaves the outcome of the call open: a gateway's page, a truncated body. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** @throws {Unreadable} when the answer is no envelope and its status does not decide the call either */
export function readAnswer(response: Response, text: string, brand: string): Answer<unknown> | ApiError {
  const { status, headers } = response;
  const isJson = headers.get("Content-Type")?.includes("json") ?? false;
  const envelope = isJson ? envelopeOf(text) : undefined;
  const retryAfterMs = status === 429 ? retryAfterOf(headers) : undefined;
  if (typeof envelope?.success !== "boolean") {
    // 413 and the like are decisions of a gateway; a 5xx, or a page in place of a success, leaves the call open.
    if (status < 400 || status >= 500) throw new Unreadable(`HTTP ${status} without a JSON envelope`);
    return new ApiError({ status, code: null, message: text.slice(0, 500), retryAfterMs });
  }
  const time = envelope.timestamp ?? envelope.ts;
  const venueTimeMs = typeof time === "number" ? time : undefined;
  if (envelope.success === true) {
    if (venueTimeMs === undefined) throw new Unreadable("an envelope without a time");
    return { data: dataOf(envelope), venueTimeMs, wasReplayed: headers.get(`${brand}-Replayed`) === "true" };
  }
  const { code, message, error, check, detail } = envelope;
  return new ApiError({
    status,
    code: typeof code === "number" ? code : null,
    message: typeof message === "string" ? message : `HTTP ${status}`,
    error: typeof error === "string" ? error : undefined,
    check: typeof check === "string" ? check : undefined,
    detail: isRecord(detail) ? detail : undefined,
    venueTimeMs,
    retryAfterMs,
  });
}

/** `data`, or else the other members of the top level. */
function dataOf({ success, timestamp, ts, data, ...beside }: Envelope): unknown {
  return data === undefined && Object.keys(beside).length > 0 ? beside : data;
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The header's whole seconds as milliseconds; one second when the header is missing or hidden from a browser. */
function retryAfterOf(headers: Headers): number {
  const seconds = Number(headers.get("Retry-After") ?? 1);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : 1_000;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
