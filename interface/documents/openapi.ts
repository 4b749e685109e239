// Every endpoint as an OpenAPI 3.1 document, made from the same rows that the router reads: what a call takes and
// answers, each refusal that it can give, and an example of both that was really exchanged.

import { sections, sectionTitle } from "../endpoints.ts";
import { brandedPath } from "../rows/brand.ts";
import type { EndpointRow } from "../rows/endpoint.ts";
import { errors } from "../rows/errors.ts";
import { accessOf, type DescribedVenue, limitOf } from "./access.ts";
import { type DocumentSchema, documentSchema, venueTime } from "./document-schema.ts";
import { shapes } from "./document-shapes.ts";
import { answered, type Example, exampleOf, given } from "./examples.ts";
import { plainSchema } from "./json-schema.ts";
import { failures, refusals } from "./refusals.ts";

interface OpenApiOptions extends DescribedVenue {
  readonly version: string;
  /** The server that the document's calls are for. */
  readonly server: { readonly url: string; readonly description: string };
}

const HEADERS = ["Account-Id", "Api-Key", "Timestamp", "Signature"] as const;
const SAID_OF: Readonly<Record<(typeof HEADERS)[number], string>> = {
  "Account-Id": "the account for which the request is made",
  "Api-Key": "`ed25519:` and the base58 form of the key's public half",
  Timestamp: "venue time in milliseconds since 1970, at most 300 seconds off",
  Signature: "Ed25519 over timestamp, method, path with query, and body, one after another; base64url",
};

export function openApiDocument(options: OpenApiOptions): object {
  const { version, server, brand } = options;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [section, rows] of Object.entries(sections)) {
    for (const [name, row] of Object.entries(rows)) {
      if (!options.isSandbox && isSandboxOnly(row)) continue;
      const path = brandedPath(row.path, brand);
      paths[path] ??= {};
      paths[path][row.method.toLowerCase()] = operation({ section, name, row, options });
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Evermark",
      version,
      description: introduction(brand),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [server],
    tags: Object.keys(sections).map((section) => ({ name: sectionTitle(section) })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries([...shapes].map(([name, schema]) => [name, documentSchema(schema, name)])),
        ...failures,
      },
      headers: limitHeaders,
      securitySchemes: Object.fromEntries(
        HEADERS.map((name) => [
          schemeOf(name),
          { type: "apiKey", in: "header", name: `${brand.toUpperCase()}-${name}`, description: SAID_OF[name] },
        ]),
      ),
    },
  };
}

function introduction(brand: string): string {
  const prefix = brand.toUpperCase();
  return `Every call that this venue answers. An answer is \`{"success": true, "timestamp": …, "data": …}\`, a refusal
\`{"success": false, "code": …, "message": …, "timestamp": …}\`; programs should go by the code. Numbers are decimals in the unit
that their description names, times are milliseconds since 1970 by the venue's clock.

A signed call carries four headers: \`${HEADERS.map((name) => `${prefix}-${name}`).join("`, `")}\`. The
signature covers the timestamp, the method, the path with its query, and the body, one after another, exactly as they are sent.

An internal error of the venue is status 500 with code ${errors.unknown.code} and a \`request_id\` to look for in its log; no
call should ever return it.`;
}

function isSandboxOnly({ auth, sandboxOnly }: EndpointRow): boolean {
  return auth === "sandbox" || sandboxOnly === true;
}

interface Operation {
  readonly section: string;
  readonly name: string;
  readonly row: EndpointRow;
  readonly options: OpenApiOptions;
}

function operation({ section, name, row, options }: Operation) {
  const example = exampleOf(section, name);
  const { body } = row;
  return {
    // The name in the client library.
    operationId: `${section}.${name}`,
    tags: [sectionTitle(section)],
    summary: row.summary,
    description: said(row, options),
    ...(row.auth === "signed" ? { security: [Object.fromEntries(HEADERS.map((each) => [schemeOf(each), []]))] } : {}),
    parameters: [
      ...parameters("path", row.params, example?.request.params),
      ...parameters("query", row.query, example?.request.query),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: needsBody(row),
            content: {
              "application/json": { schema: documentSchema(plainSchema(body)), ...given(example?.request.body) },
            },
          },
        }),
    responses: { "200": success(row, example), ...refusals(row, example) },
  };
}

/** False when all members may also be in the query. */
function needsBody({ query, body }: EndpointRow): boolean {
  const { required = [] } = (body ?? {}) as { readonly required?: readonly string[] };
  return query === undefined || required.length > 0;
}

function said(row: EndpointRow, venue: DescribedVenue): string {
  return [
    `Access: ${accessOf(row)}.`,
    `Limit: ${limitOf(row, venue)}.`,
    ...(row.once === true
      ? ["If the same signed request is sent again, it returns the first answer and is not carried out again."]
      : []),
    ...(isSandboxOnly(row) ? ["Available only in a sandbox."] : []),
    `Source: ${row.source}.`,
  ].join(" ");
}

function schemeOf(header: string): string {
  return header.replace("-", "").replace(/^./, (letter) => letter.toLowerCase());
}

function parameters(place: "path" | "query", declared: unknown, values: Readonly<Record<string, unknown>> = {}) {
  if (declared === undefined) return [];
  const { properties = {}, required = [] } = plainSchema(declared);
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = documentSchema(schema);
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...given(values[name]),
    };
  });
}

const successFlag = { type: "boolean", const: true } as const;

function success(row: EndpointRow, example: Example | undefined) {
  return {
    description: "Done",
    headers: Object.fromEntries(
      Object.keys(limitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: { "application/json": { schema: envelope(row), ...given(answered(example, 200)) } },
  };
}

/** The envelope of the answer, and that of a preview where the row has one. */
function envelope(row: EndpointRow): DocumentSchema {
  const { preview } = row;
  if (preview === undefined) return envelopeOf(row);
  return { anyOf: [envelopeOf(row), envelopeOf({ ...row, data: preview })] };
}

function envelopeOf({ data, beside, kinds }: EndpointRow): DocumentSchema {
  const { properties: extra = {}, required = [] } = beside === undefined ? {} : documentSchema(plainSchema(beside));
  const time = kinds === undefined ? "timestamp" : "ts";
  return {
    type: "object",
    required: ["success", time, ...(data === undefined ? [] : ["data"]), ...required],
    properties: {
      success: successFlag,
      [time]: venueTime,
      ...(data === undefined ? {} : { data: documentSchema(plainSchema(data)) }),
      ...extra,
    },
  };
}

const limitHeaders = {
  "X-RateLimit-Limit": { description: "requests allowed in a window", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "number of those that are left", schema: { type: "integer" } },
  "X-RateLimit-Reset": {
    description: "when a slot becomes free, in milliseconds since 1970 by the machine's clock",
    schema: { type: "integer" },
  },
} as const;
