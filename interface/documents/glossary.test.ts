import { expect, test } from "bun:test";
import { endpoints } from "../endpoints.ts";
import { orderRequests, streamRequests, type TopicRow, topics } from "../streams/topics.ts";
import { wordNames, wordOf } from "./glossary.ts";
import { fieldsOf, meaningOf, plainSchema } from "./json-schema.ts";

/** Every field of every row, and the row it is in. */
const fields = [
  ...endpoints.flatMap((row) =>
    ([row.params, row.query, row.body, row.data, row.preview, row.beside] as const).map(
      (schema) => [`${row.method} ${row.path}`, schema] as const,
    ),
  ),
  ...Object.values<TopicRow>(topics).flatMap(({ name, params, data }) => [
    [name, params] as const,
    [name, data] as const,
  ]),
  ...Object.entries(streamRequests).flatMap(([type, { params, data }]) => [
    [type, params] as const,
    [type, data] as const,
  ]),
]
  .filter(([, schema]) => schema !== undefined)
  .flatMap(([where, schema]) => fieldsOf(plainSchema(schema), () => false).map((field) => ({ where, ...field })));

test("every field has a meaning: from a description in its declaration, or from interface/documents/glossary.ts", () => {
  const silent = fields.filter(({ schema: { default: _, ...schema } }) => meaningOf(schema) === "");
  expect(silent.map(({ where, name }) => `${where}: ${name}`)).toEqual([]);
});

test("every name in the list of words is the name of some field", () => {
  const used = new Set(fields.map(({ name }) => wordOf(name.replace(/^.*[.\]]/, ""))));
  expect(wordNames.filter((name) => !used.has(wordOf(name)))).toEqual([]);
});

test("a name in camel case is the same word", () => {
  expect(wordOf("triggerPrice")).toBe(wordOf("trigger_price")!);
  expect(wordOf("constructor")).toBeUndefined();
});

test("order entry over a stream is described by its endpoint", () => {
  for (const { endpoint } of Object.values(orderRequests)) expect(endpoints).toContain(endpoint);
});
