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
  headers: { Allow: { description: "the methods that the path has", schema: { type: "string" } } },
} as const;

const tooLarge = {
  description: "The body is longer than this call reads",
  content: { "text/plain": { schema: { type: "string" } } },
} as const;

const failure = {
  type: "object",
  required: ["success", "code", "message", "timestamp"],
  properties: {
    success: { type: "boolean", const: false },
    code: { type: "integer", description: "what to decide by; permanent" },
    message: { type: "string", description: "what is wrong, with the values" },
    timestamp: venueTime,
    detail: { type: "object", description: "the numbers of the failed check" },
    check: { type: "string", description: "of refused credentials: the check that failed" },
    expected_text: { type: "string", description: "of a wrong signature, in a sandbox: the text to sign" },
    request_id: { type: "string", description: "of a fault of ours: what to look for in the log" },
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
      description: "the refusal by name",
    },
    message: failure.properties.message,
    type: { type: ["string", "null"], description: "what was asked for, as far as that could be read" },
    ts: venueTime,
    retry_after: { type: "integer", description: "when the weight is there, in milliseconds since 1970" },
    request_id: failure.properties.request_id,
  },
} as const;

/** The shapes of refusals, by name. */
export const failures = { Failure: failure, QueryFailure: queryFailure } as const;
