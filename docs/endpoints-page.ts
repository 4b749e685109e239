// Makes `reference/endpoints.md` and a page for each section of the interface: every call, from the declarations that
// the router reads.

import { BODY_BYTES, type EndpointRow, errors, errorsOf } from "@evermark/interface";
import { accessOf, limitOf } from "@evermark/interface/documents/access.ts";
import { shapeName, shapes } from "@evermark/interface/documents/document-shapes.ts";
import {
  cell,
  type Field,
  fieldsOf,
  meaningOf,
  plainSchema,
  type Schema,
  typeText,
} from "@evermark/interface/documents/json-schema.ts";
import { sections as open, sectionTitle } from "@evermark/interface/endpoints.ts";
import { operatorCalls, operatorViews } from "@evermark/interface/operators/operator.ts";
import { kindSections } from "./query-kinds.ts";

/** The calls of the operator's console have their own listener. */
const sections: typeof open = { ...open, operatorConsole: { ...operatorViews, ...operatorCalls } };

/** Pages by file name. Those of the sections are in their own folder. */
export function endpointPages(): Record<string, string> {
  return {
    "endpoints.md": contentsPage(),
    ...Object.fromEntries(
      Object.entries(sections).map(([name, rows]) => [pageOf(name), sectionPage(name, Object.values(rows))]),
    ),
    "endpoints/shapes.md": `# Shapes\n\nObjects that several calls return or accept.\n\n${[...shapes].map(shapeSection).join("\n\n")}\n`,
  };
}

/** A link to the description of a call, relative to `docs/reference/`. */
export function linkTo(row: EndpointRow): string {
  const [name] = Object.entries(sections).find(([, rows]) => Object.values(rows).includes(row))!;
  return `${pageOf(name)}#${anchorOf(heading(row))}`;
}

function pageOf(section: string): string {
  return `endpoints/${sectionTitle(section).toLowerCase().replaceAll(" ", "-")}.md`;
}

function contentsPage(): string {
  return `# Endpoints

Every call that this venue answers, generated from the declarations that its router reads. An answer is
\`{"success": true, "timestamp": <venue ms>, "data": …}\`; a refusal is
\`{"success": false, "code": …, "message": …, "timestamp": …}\`, with the numbers of the failed check in \`detail\` if
there are any ([errors](errors.md)). Numbers in a body may also be sent as text; members that a call does not know are
ignored. A body may have at most ${bytes(BODY_BYTES)} unless the call states another limit; a longer body is answered with 413
and plain text, a content type other than JSON with 415, an unsupported method of a path with 405 and the header \`Allow\`. How to
sign: [Signing requests by hand](../signing.md). A running venue serves the same information as OpenAPI 3.1, and as a page on
which [calls can be tried](../trying-calls.md).

The calls under *Operator console* are answered by the [operator's console](../operator-console.md), which has its own port.

Limits apply to any window of the stated length. A limit marked *fixed* is the same everywhere; a sandbox
multiplies the others by 10 (\`limits.factor\`). The headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` of an answer show how much is left; a 429 carries \`Retry-After\`. The header \`Server-Timing\` shows
how long each stage took ([the stages](../bots.md#where-the-time-goes)).

${Object.entries(sections)
  .map(([name, rows]) => `## ${sectionTitle(name)}\n\n${summaryTable(Object.values(rows))}`)
  .join("\n\n")}
`;
}

function summaryTable(rows: readonly EndpointRow[]): string {
  return `| Call | What it does | Access |\n|---|---|---|\n${rows.map(summaryLine).join("\n")}`;
}

function sectionPage(name: string, rows: readonly EndpointRow[]): string {
  return `# ${sectionTitle(name)}

Rules for all calls: [Endpoints](../endpoints.md).

${rows.map(section).join("\n\n")}
`;
}

function bytes(count: number): string {
  return `${count.toLocaleString("en")} bytes`;
}

function summaryLine(row: EndpointRow): string {
  return `| [\`${row.method} ${row.path}\`](${linkTo(row)}) | ${row.summary} | ${accessOf(row)} |`;
}

function section(row: EndpointRow): string {
  const facts = [
    `Access: ${accessOf(row)}`,
    `Limit: ${limitOf(row)}`,
    ...(row.bodyBytes === undefined ? [] : [`Body: at most ${bytes(row.bodyBytes)}`]),
    ...(row.once === true ? ["Carried out [once](../../signing.md#sending-a-request-again)"] : []),
    ...(row.sandboxOnly === true || row.auth === "sandbox" ? ["Sandbox only"] : []),
    `Source: ${row.source}`,
  ];
  return [
    `## ${heading(row)}`,
    `${row.summary}.`,
    facts.join(" · "),
    ...inputTable("Path", row.params),
    ...inputTable("Query", row.query),
    ...(row.kinds === undefined ? [...inputTable("Body", row.body), answerOf(row)] : kindSections(row)),
    ...previewOf(row),
    ...refusalsOf(row),
  ].join("\n\n");
}

function heading({ method, path }: EndpointRow): string {
  return `${method} ${path}`;
}

/** The anchor that GitHub makes from a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

function inputTable(title: string, declared: unknown): string[] {
  if (declared === undefined) return [];
  const rows = fieldsOf(plainSchema(declared), isShape).map(
    ({ name, schema, isRequired }) =>
      `| \`${name}\` | ${cell(linked(schema))} | ${isRequired ? "yes" : ""} | ${cell(meaningOf(schema))} |`,
  );
  return [`| ${title} | Type | Required | Meaning |\n|---|---|---|---|\n${rows.join("\n")}`];
}

function answerOf({ data, beside }: EndpointRow): string {
  if (beside !== undefined)
    return `Beside \`success\` and \`timestamp\`:\n\n${fieldTable("Field", fieldsOf(plainSchema(beside), isShape))}`;
  if (data === undefined) return "Answer: only `success` and `timestamp`.";
  return answerTable(plainSchema(data));
}

function answerTable(schema: Schema): string {
  const fields = fieldsOf(schema, isShape);
  return fields.length === 0 ? `Answer: \`data\` is ${linked(schema)}.` : fieldTable("`data`", fields);
}

function previewOf({ preview }: EndpointRow): string[] {
  if (preview === undefined) return [];
  return ["With `preview: true` nothing changes, and the answer is:", answerTable(plainSchema(preview))];
}

/** By code, in the order of the table of errors. */
function refusalsOf(row: EndpointRow): string[] {
  const codes = [...new Set(errorsOf(row).map((name) => errors[name].code))].toSorted((a, b) => b - a);
  return codes.length === 0 ? [] : [`[Refusals](../errors.md): ${codes.map((code) => `\`${code}\``).join(", ")}`];
}

function shapeSection([name, schema]: readonly [string, Schema]): string {
  return `### ${name}\n\n${fieldTable(
    "Field",
    fieldsOf(schema, () => false),
  )}`;
}

function fieldTable(title: string, fields: readonly Field[]): string {
  const rows = fields.map(({ name, schema, isRequired }) => {
    const meaning = [isRequired ? "" : "may be absent", meaningOf(schema)].filter((words) => words !== "").join("; ");
    return `| \`${name}\` | ${cell(linked(schema))} | ${cell(meaning)} |`;
  });
  return `| ${title} | Type | Meaning |\n|---|---|---|\n${rows.join("\n")}`;
}

const isShape = (schema: Schema): boolean => shapeName(schema) !== undefined;

/** The type, as a link if a shape has its own section. */
function linked(schema: Schema): string {
  const name = shapeName(schema);
  if (name !== undefined) return `[${name}](shapes.md#${name.toLowerCase()})`;
  const { items, anyOf } = schema;
  if (anyOf !== undefined) return anyOf.map(linked).join(" or ");
  if (items !== undefined && "type" in items && isShape(items)) return `list of ${linked(items)}`;
  return typeText(schema);
}
