// Checks whether a reply is one that the interface promises. Interface 2.1 and 7, errors 1: JSON in the envelope, a
// documented code with its status, `data` of the documented shape; never a 500, never silence, nothing about our
// source.

import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { errorsOf } from "@evermark/interface/rows/endpoint-errors.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Answer, Reply } from "./bare-wire.ts";
import type { Expectation } from "./requests.ts";

/** Statuses of refusals by the HTTP server below the interface, which have no envelope. */
const BELOW = new Set([400, 408, 411, 413, 414, 417, 426, 431, 501, 505]);
const DENIED = new Set([400, 401, 404, 405, 413, 415, 429, 503]);
const documented = new Set(Object.values(errors).map(nameOf));
const ofRows = new Map<EndpointRow, ReadonlySet<string>>();
const OURS = /\bat \S+ \(|\.ts:\d+|node_modules|ENOENT|SQLITE_|\/home\/|\/tmp\/evermark/;

/** @param isPreview whether the request asked for a preview; @returns what is wrong with the reply */
export function complaintAbout(
  row: EndpointRow | undefined,
  expects: Expectation,
  reply: Reply,
  isPreview = false,
): string | undefined {
  if (reply.kind === "silent") return "no answer";
  if (reply.kind === "closed") return expects === "loose" ? undefined : "closed without an answer";
  if (reply.status === 500) return "status 500";
  if (OURS.test(reply.body)) return "the answer shows source code of the venue";
  if (expects === "denied" && !DENIED.has(reply.status)) return `accepted with status ${reply.status}`;
  if (reply.headers.get("content-type")?.startsWith("application/json") !== true) return aboutPlain(reply, expects);
  return aboutEnvelope(row, expects, reply, isPreview);
}

/** The class under which a reply is counted. */
export function classOf(reply: Reply): string {
  if (reply.kind !== "answer") return reply.kind;
  const code = /"code":(-?\d+)/.exec(reply.body)?.[1];
  return code === undefined ? String(reply.status) : `${reply.status} ${code}`;
}

function aboutPlain({ status, body }: Answer, expects: Expectation): string | undefined {
  if (status === 413 || status === 429 || status === 503) return undefined;
  if (expects === "loose" && (BELOW.has(status) || body === "")) return undefined;
  return `status ${status} without JSON`;
}

function aboutEnvelope(
  row: EndpointRow | undefined,
  expects: Expectation,
  { status, body }: Answer,
  isPreview: boolean,
): string | undefined {
  if (body === "" && expects === "loose") return undefined;
  const envelope = objectIn(body);
  if (envelope === undefined) return "the body is not a JSON object";
  const { success, code, message, timestamp, ts, data } = envelope;
  // The public query names its time `ts`.
  if (!Number.isSafeInteger(timestamp ?? ts)) return "no timestamp in the envelope";
  if (status !== 200) {
    if (success !== false) return `status ${status} with success ${String(success)}`;
    if (typeof message !== "string" || message === "") return "a refusal without a message";
    const known = row === undefined || expects === "loose" ? documented : documentedOf(row);
    return known.has(`${String(code)} ${status}`) ? undefined : `undocumented code ${String(code)} with ${status}`;
  }
  if (success !== true) return "status 200 without success";
  // Under another method or path, the answer belongs to another endpoint.
  const schema = isPreview ? row?.preview : row?.data;
  if (schema === undefined || expects === "loose") return undefined;
  return checkOf(schema)(data) ? undefined : "the data does not have the documented shape";
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The errors that the endpoint declares, and those that any endpoint can give. */
function documentedOf(row: EndpointRow): ReadonlySet<string> {
  const known = ofRows.get(row);
  if (known !== undefined) return known;
  // A parameter that is empty or contains a slash makes a different path.
  const names = [...errorsOf(row), "method_not_allowed", "path_not_found"] as const;
  const own = new Set(names.map((name) => nameOf(errors[name])));
  ofRows.set(row, own);
  return own;
}

function nameOf({ code, http }: { readonly code: number; readonly http: number }): string {
  return `${code} ${http}`;
}

const checks = new Map<TSchema, (data: unknown) => boolean>();
function checkOf(schema: TSchema): (data: unknown) => boolean {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const validator = Compile(schema);
  const check = (data: unknown) => validator.Check(data);
  checks.set(schema, check);
  return check;
}
