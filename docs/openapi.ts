// `reference/openapi.json`: the endpoints as an OpenAPI 3.1 document, from the rows that the router reads.

import { type EndpointRow, endpoints } from "@evermark/interface";
import { queryErrors } from "@evermark/interface/public-query.ts";
import { accessOf } from "./endpoints-page.ts";
import { plainSchema, type Schema } from "./schema.ts";
import { shapeName, shapes } from "./shapes.ts";

const SIGNATURE_HEADERS = {
  account: "SVC-Account-Id",
  key: "SVC-Api-Key",
  timestamp: "SVC-Timestamp",
  signature: "SVC-Signature",
} as const;

export function openApiDocument(version: string): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of endpoints) {
    const path = paths[row.path] ?? {};
    path[row.method.toLowerCase()] = operation(row);
    paths[row.path] = path;
  }
  const document = {
    openapi: "3.1.0",
    info: { title: "Evermark", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "http://127.0.0.1:8196", description: "a sandbox on this machine" }],
    paths,
    components: {
      schemas: { ...Object.fromEntries(shapes), Failure: failure },
      securitySchemes: Object.fromEntries(
        Object.entries(SIGNATURE_HEADERS).map(([id, name]) => [id, { type: "apiKey", in: "header", name }]),
      ),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function operation(row: EndpointRow) {
  const { body } = row;
  return {
    summary: row.summary,
    description: `Access: ${accessOf(row)}. Source: ${row.source}.`,
    ...(row.auth === "signed"
      ? { security: [Object.fromEntries(Object.keys(SIGNATURE_HEADERS).map((id) => [id, []]))] }
      : {}),
    parameters: [...parameters("path", row.params), ...parameters("query", row.query)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: needsBody(row), content: { "application/json": { schema: plainSchema(body) } } } }),
    responses: {
      "200": { description: "Done", content: { "application/json": { schema: envelope(row) } } },
      default: {
        description: "Refused",
        content: {
          "application/json": {
            schema: row.kinds === undefined ? { $ref: "#/components/schemas/Failure" } : queryFailure,
          },
        },
      },
    },
  };
}

function parameters(place: "path" | "query", declared: unknown) {
  if (declared === undefined) return [];
  const { properties = {}, required = [] } = plainSchema(declared);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}

const envelopeFields = {
  success: { const: true },
  timestamp: { type: "integer", description: "venue time in milliseconds since 1970" },
} as const;

/** Of a row of kinds, whose time has another name. */
const queryEnvelopeFields = { success: envelopeFields.success, ts: envelopeFields.timestamp };

function envelope(row: EndpointRow): unknown {
  const { preview } = row;
  if (preview === undefined) return envelopeOf(row);
  return { anyOf: [envelopeOf(row), envelopeOf({ ...row, data: preview })] };
}

function envelopeOf({ data, beside, kinds }: EndpointRow) {
  if (kinds !== undefined) {
    const properties = { ...queryEnvelopeFields, data: plainSchema(data) };
    return { type: "object", required: ["success", "ts", "data"], properties };
  }
  const { properties: extra = {}, required = [] } = beside === undefined ? {} : plainSchema(beside);
  if (data === undefined) {
    const always = ["success", "timestamp", ...required];
    return { type: "object", required: always, properties: { ...envelopeFields, ...extra } };
  }
  return {
    type: "object",
    required: ["success", "timestamp", "data"],
    properties: { ...envelopeFields, data: referenced(plainSchema(data)), ...extra },
  };
}

/** With references in place of the shapes that are described once. */
function referenced(schema: Schema): unknown {
  const name = shapeName(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const { items, properties } = schema;
  return {
    ...schema,
    ...(items !== undefined && "type" in items ? { items: referenced(items) } : {}),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, referenced(value)])) }),
  };
}

const queryFailure = {
  type: "object",
  required: ["success", "code", "error", "message", "type", "ts"],
  properties: {
    success: { const: false },
    code: { type: "integer" },
    error: { enum: Object.keys(queryErrors) },
    message: { type: "string" },
    type: { type: ["string", "null"], description: "of the question, as it was sent" },
    ts: envelopeFields.timestamp,
    retry_after: { type: "integer", description: "when the weight is there, in milliseconds since 1970" },
    request_id: { type: "string", description: "of a fault: what the venue's log names it by" },
  },
};

const failure = {
  type: "object",
  required: ["success", "code", "message", "timestamp"],
  properties: {
    success: { const: false },
    code: { type: "integer" },
    message: { type: "string" },
    timestamp: envelopeFields.timestamp,
    detail: { type: "object", description: "the numbers of the failed check" },
    check: { type: "string", description: "of refused credentials: the check that failed" },
    expected_text: { type: "string", description: "of a wrong signature, in a sandbox: the text to sign" },
  },
};

/** What takes its parameters in the query as well needs no body. */
function needsBody({ query, body }: EndpointRow): boolean {
  const { required = [] } = (body ?? {}) as { readonly required?: readonly string[] };
  return query === undefined || required.length > 0;
}
