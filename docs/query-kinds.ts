// Makes the part of the endpoints page that describes the kinds of questions of the public query.

import { type EndpointRow, type ErrorEntry, errors, type QueryErrorName } from "@evermark/interface";
import {
  cell,
  fieldsOf,
  meaningOf,
  plainSchema,
  type Schema,
  typeText,
} from "@evermark/interface/documents/json-schema.ts";
import type { QueryKind } from "@evermark/interface/rows/query-kind.ts";

/** One section for each kind; empty for an endpoint that has no kinds. */
export function kindSections({ kinds }: EndpointRow): string[] {
  if (kinds === undefined) return [];
  return [refusals(), ...Object.entries(kinds).map(([type, kind]) => section(type, kind))];
}

/** In the order of the page. */
const WHEN: Readonly<Record<QueryErrorName, string>> = {
  UNKNOWN_TYPE: "`type` is missing or is not one of the types of this venue, or the body is not a JSON object",
  MISSING_PARAM: "a required member is absent or empty",
  INVALID_PARAM:
    "a member has the wrong type or form, is out of range, names an unknown market, or is a cursor of another question",
  ADDRESS_NOT_FOUND: "the wallet has no such account",
  ORDER_NOT_FOUND: "the wallet has no such order",
  RATE_LIMIT_EXCEEDED: "the weight that this address has left is less than the weight of the call",
  INTERNAL_ERROR: "unexpected failure of the venue",
  SERVICE_UNAVAILABLE: "data for the answer can't be read at present; try again",
};

function refusals(): string {
  const entries = Object.values<ErrorEntry>(errors);
  const rows = Object.entries(WHEN).map(([name, when]) => {
    const { http, code } = entries.find(({ query }) => query === name)!;
    return `| \`${name}\` | ${http} | ${code} | ${when} |`;
  });
  return [
    `The member \`type\` selects one of the questions below. An answer has \`ts\` instead of \`timestamp\`; a refusal also has one of`,
    `these names in \`error\` ([guide](../../public-query.md)).\n`,
    `| \`error\` | HTTP | \`code\` | When |\n|---|---|---|---|\n${rows.join("\n")}`,
  ].join("\n");
}

function section(type: string, { summary, weight, ageMaxMs, showsWallets, request, data }: QueryKind): string {
  const age = ageMaxMs === 0 ? "current" : `at most ${ageText(ageMaxMs)} old`;
  const facts = [`Weight: ${weight}`, `Data: ${age}`, ...(showsWallets ? ["Shows wallets"] : [])];
  const members = fieldsOf(plainSchema(request), () => false).map(
    ({ name, schema, isRequired }) =>
      `| \`${name}\` | ${cell(typeText(schema))} | ${isRequired ? "yes" : ""} | ${cell(meaningOf(schema))} |`,
  );
  return [
    `### ${type}`,
    `${summary}.`,
    facts.join(" · "),
    ...(members.length === 0
      ? []
      : [`| Member | Type | Required | Meaning |\n|---|---|---|---|\n${members.join("\n")}`]),
    ...alternatives(plainSchema(data)).map(answerTable),
  ].join("\n\n");
}

function alternatives(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? [schema];
}

function answerTable(schema: Schema, place: number): string {
  const rows = answerFields(schema, "").map(
    ({ name, type, meaning }) => `| \`${name}\` | ${cell(type)} | ${cell(meaning)} |`,
  );
  return `| ${place === 0 ? "`data`" : "or `data`"} | Type | Meaning |\n|---|---|---|\n${rows.join("\n")}`;
}

interface AnswerField {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}

/** The members of a schema, including one that may be null. */
function answerFields(schema: Schema, path: string): AnswerField[] {
  const inner = schema.anyOf?.find(({ type }) => type === "object" || type === "array") ?? schema;
  if (inner.items !== undefined && "type" in inner.items) return answerFields(inner.items, `${path}[]`);
  const required = new Set(inner.required);
  return Object.entries(inner.properties ?? {}).flatMap(([member, value]) => {
    const name = path === "" ? member : `${path}.${member}`;
    const words = [required.has(member) ? "" : "may be absent", meaningOf(value) || innerMeaning(value)];
    const field = { name, type: typeText(value), meaning: words.filter((word) => word !== "").join("; ") };
    return [field, ...answerFields(value, name)];
  });
}

function innerMeaning({ anyOf = [] }: Schema): string {
  return anyOf.map(meaningOf).find((meaning) => meaning !== "") ?? "";
}

function ageText(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${ms / 1_000} s`;
  return minutes < 1_440 ? `${minutes} min` : "1 day";
}
