// Checks that an answer is one that the reference promises: the envelope, `data` and the members beside it, without one
// too many or too few, and for a refusal a code that the row declares. The functions by which tests call a venue check
// every answer this way, so a test fails when it receives something undeclared. Interface 2.1, errors 1.

import Type, { type TSchema } from "typebox";
import { endpoints } from "../endpoints.ts";
import { operatorRows } from "../operators/operator.ts";
import type { EndpointRow } from "../rows/endpoint.ts";
import { errorsOf } from "../rows/endpoint-errors.ts";
import { type ErrorEntry, type ErrorName, errors } from "../rows/errors.ts";
import { type Check, checkOf } from "./closed-schema.ts";
import { noteProvoked } from "./provoked-errors.ts";

interface GivenAnswer {
  readonly method: string;
  /** Path and query, or the whole URL. */
  readonly target: string;
  readonly status: number;
  /** The content-type header; null without one. */
  readonly contentType: string | null;
  readonly text: string;
}

interface Envelope {
  readonly success?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly error?: unknown;
  readonly detail?: object;
}

/** Statuses of answers without an envelope, such as those that the HTTP server gives before the API sees the request. */
const WITHOUT_ENVELOPE = new Set([204, 400, 413, 414, 426, 431]);
const anyCode = Type.Object({
  success: Type.Literal(false),
  code: Type.Integer(),
  message: Type.String({ minLength: 1 }),
  timestamp: Type.Integer(),
  detail: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  check: Type.Optional(Type.String()),
  expected_text: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
});
const refusal = checkOf(anyCode);
const refusalOfKinds = checkOf(
  Type.Object({
    success: Type.Literal(false),
    code: Type.Integer(),
    error: Type.String(),
    message: Type.String({ minLength: 1 }),
    type: Type.Optional(Type.Unknown()),
    ts: Type.Integer(),
    retry_after: Type.Optional(Type.Integer()),
    request_id: Type.Optional(Type.String()),
  }),
);
const chartingRefusal = checkOf(
  Type.Object({ ...anyCode.properties, s: Type.Literal("error"), errmsg: Type.String({ minLength: 1 }) }),
);

/** @throws {Error} with a sentence about what is not as declared */
export function assertDeclaredAnswer(answer: GivenAnswer): void {
  const complaint = complaintAbout(answer);
  if (complaint === undefined) return;
  const shown = answer.text.length > 400 ? `${answer.text.slice(0, 400)}…` : answer.text;
  throw new Error(`${answer.method} ${answer.target} is answered with what is not declared: ${complaint}\n${shown}`);
}

function complaintAbout({ method, target, status, contentType, text }: GivenAnswer): string | undefined {
  const path = pathOf(target);
  const rows = rowsAt(path);
  // Paths for operators, such as health, have no row.
  if (rows.length === 0 || method === "HEAD") return undefined;
  if (contentType?.startsWith("application/json") !== true) {
    return WITHOUT_ENVELOPE.has(status) ? undefined : `a status of ${status} as ${contentType}`;
  }
  const json: Envelope = JSON.parse(text);
  const row = rows.find((each) => each.method === method);
  if (status === 200) {
    return row === undefined ? "success of a method that the path does not have" : successOf(row)(json);
  }
  if (row?.kinds !== undefined && "ts" in json) return refusalOfKinds(json) ?? undeclaredKind(row, status, json);
  const check = row?.charting === true ? chartingRefusal : refusal;
  return check(json) ?? (row === undefined ? withoutRow(status, json) : undeclared(row, status, json));
}

function undeclaredKind(row: EndpointRow, status: number, { error, code }: Envelope): string | undefined {
  const name = errorsOf(row).find((each) => {
    // A body that is not JSON has no kind either.
    const entry: ErrorEntry = errors[each];
    return entry.http === status && entry.code === code && (entry.query ?? errors.unknown_type.query) === error;
  });
  if (name === undefined) return `a refusal of ${status}, ${code} and ${error}`;
  noteProvoked(row, name);
  return undefined;
}

/** A sandbox's own path does not exist for callers elsewhere, whatever the method. */
function withoutRow(status: number, { code }: Envelope): string | undefined {
  const { method_not_allowed, path_not_found } = errors;
  const isRight = [method_not_allowed, path_not_found].some((entry) => entry.http === status && entry.code === code);
  return isRight ? undefined : `a method that the path does not have is refused with ${status} and ${code}`;
}

function undeclared(row: EndpointRow, status: number, { code, message, detail }: Envelope): string | undefined {
  const declared = errorsOf(row).filter((name) => errors[name].http === status && errors[name].code === code);
  const [first] = declared;
  if (first === undefined) {
    const known = Object.keys(errors) as ErrorName[];
    const names = known.filter((name) => errors[name].http === status && errors[name].code === code);
    return `a refusal of ${status} and ${code}; if it should be, add ${names.join(" or ")} to the row's \`errors\``;
  }
  // Refusals of one row that share a code are told apart by their texts.
  const name = declared.find((each) => String(message).startsWith(errors[each].text)) ?? first;
  noteProvoked(row, name);
  return undeclaredDetail(declared, detail);
}

/** The details of a refused value are not listed, because each parameter has its own name. */
function undeclaredDetail(names: readonly ErrorName[], detail: Envelope["detail"]): string | undefined {
  if (names.includes("invalid_parameter")) return undefined;
  const known = names.flatMap((name): readonly string[] => (errors[name] as ErrorEntry).details ?? []);
  const unknown = Object.keys(detail ?? {}).filter((number) => !known.includes(number));
  return unknown.length === 0 ? undefined : `details of ${names.join(" or ")} that are not declared: ${unknown}`;
}

const successes = new Map<EndpointRow, Check>();

function successOf(row: EndpointRow): Check {
  const known = successes.get(row);
  if (known !== undefined) return known;
  const { data, preview, beside, kinds } = row;
  const shown =
    preview === undefined ? data : data === undefined ? Type.Optional(preview) : Type.Union([data, preview]);
  const check = checkOf(
    Type.Object({
      success: Type.Literal(true),
      // In a call with many kinds, the time has another name. Interface 2.1.
      ...(kinds === undefined ? { timestamp: Type.Integer() } : { ts: Type.Integer() }),
      ...(shown !== undefined && { data: shown }),
      ...(beside as { readonly properties?: Record<string, TSchema> } | undefined)?.properties,
    }),
  );
  successes.set(row, check);
  return check;
}

function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/]*/, "");
  const [before = ""] = path.split("?");
  return before;
}

// `svc` in a path may be any brand.
const templates = [...endpoints, ...operatorRows].map((row) => ({
  row,
  pattern: new RegExp(
    `^${row.path.replaceAll(/\{[^}]+\}/g, "[^/]+").replaceAll(/(?<![a-z])svc(?![a-z])/g, "[a-z][a-z0-9]*")}$`,
  ),
}));
const found = new Map<string, readonly EndpointRow[]>();
const FOUND_MAX = 1_000;

/** A path with dot segments is a different path, which does not exist, but here it would look resolved. */
const DOT_SEGMENT = /\/(\.|%2e){1,2}(\/|$)/i;

/** The rows of a path. If a fixed path matches, rows with a parameter in its place are not meant, whatever the method. */
function rowsAt(path: string): readonly EndpointRow[] {
  const known = found.get(path);
  if (known !== undefined) return known;
  const all = DOT_SEGMENT.test(path) ? [] : templates.filter(({ pattern }) => pattern.test(path)).map(({ row }) => row);
  const fixed = all.filter((row) => !row.path.includes("{"));
  const rows = fixed.length > 0 ? fixed : all;
  if (found.size >= FOUND_MAX) found.clear();
  found.set(path, rows);
  return rows;
}
