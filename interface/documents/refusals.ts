// A call's refusals by status, each with the codes that it can have. A row with kinds has names beside the codes, and
// an envelope of its own. Internal errors (500) are nothing that a client can rely on, so no call describes one. Errors
// 1, interface 4.3.

import type { EndpointRow } from "../rows/endpoint.ts";
import { errorsOf } from "../rows/endpoint-errors.ts";
import { type ErrorEntry, errors } from "../rows/errors.ts";
import { venueTime } from "./document-schema.ts";
import { answered, type Example, given } from "./examples.ts";

/** The refusals as a document's responses. */
export function refusals(row: EndpointRow, example: Example | undefined): Readonly<Record<string, unknown>> {
  const schema = row.kinds === undefined ? "Failure" : "QueryFailure";
  return Object.fromEntries(
    [
      ...[...byStatus(row)].map(([status, lines]) => [
        status,
        refusal(schema, lines, answered(example, Number(status))),
      ]),
      ["405", wrongMethod],
      // The body of a GET is not read.
      ...(row.method === "GET" ? [] : [["413", tooLarge]]),
    ].sort(),
  );
}

function byStatus(row: EndpointRow): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const name of errorsOf(row)) {
    const { http, code, text, query }: ErrorEntry = errors[name];
    const named = row.kinds === undefined || query === undefined ? "" : `\`${query}\` `;
    lines.set(String(http), [...(lines.get(String(http)) ?? []), `\`${code}\` ${named}${text}`]);
  }
  return lines;
}

function refusal(schema: keyof typeof failures, lines: readonly string[], example: unknown) {
  return {
    description: lines.length === 1 ? lines[0] : lines.map((line) => `- ${line}`).join("\n"),
    content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, ...given(example) } },
  };
}

const wrongMethod = {
  ...refusal("Failure", [`\`${errors.method_not_allowed.code}\` ${errors.method_not_allowed.text}`], undefined),
  headers: { Allow: { description: "the methods that the path supports", schema: { type: "string" } } },
} as const;

const tooLarge = {
  description: "The body is longer than this call allows",
  content: { "text/plain": { schema: { type: "string" } } },
} as const;

const failure = {
  type: "object",
  required: ["success", "code", "message", "timestamp"],
  properties: {
    success: { type: "boolean", const: false },
    code: { type: "integer", description: "permanent code, by which programs should go" },
    message: { type: "string", description: "what is wrong, with the values" },
    timestamp: venueTime,
    detail: { type: "object", description: "the numbers of the failed check" },
    check: { type: "string", description: "the failed check, if credentials were refused" },
    expected_text: { type: "string", description: "the text to sign, if the signature was wrong, in a sandbox" },
    request_id: { type: "string", description: "id to look for in the log, after an internal error of the venue" },
  },
} as const;

const queryFailure = {
  type: "object",
  required: ["success", "code", "error", "message", "type", "ts"],
  properties: {
    success: failure.properties.success,
    code: failure.properties.code,
    error: {
      type: "string",
      enum: Object.values<ErrorEntry>(errors).flatMap(({ query }) => query ?? []),
      description: "name of the refusal",
    },
    message: failure.properties.message,
    type: { type: ["string", "null"], description: "type of the question, if it could be read" },
    ts: venueTime,
    retry_after: { type: "integer", description: "when the weight is available, in milliseconds since 1970" },
    request_id: failure.properties.request_id,
  },
} as const;

/** The shapes of refusals, by name. */
export const failures = { Failure: failure, QueryFailure: queryFailure } as const;
