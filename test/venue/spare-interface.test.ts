import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CallInput, type JsonSchema, requestText } from "@evermark/client/rest/request-text.ts";
import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { type ErrorEntry, type ErrorName, errors } from "@evermark/interface/rows/errors.ts";
import { spareInterface, spareRow } from "@evermark/venue/http/pages/spare-interface.ts";

/** A value with every member of a schema, each of them the text of a number, which every type of member can encode. */
function filled(schema: JsonSchema | undefined): unknown {
  if (schema?.items !== undefined) return [filled(schema.items)];
  if (schema?.properties === undefined) return "1.50";
  return Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, filled(member)]));
}

const rows = Object.values(endpoints) as readonly EndpointRow[];

test("a reduced row makes the same request from the same input", () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const row of rows) {
    const input: CallInput = {
      params: filled(row.params as JsonSchema) as never,
      query: filled(row.query as JsonSchema) as never,
      body: filled(row.body as JsonSchema) as never,
    };
    const spared = spareRow({ ...row }) as unknown as EndpointRow;
    const url = "http://127.0.0.1:8196";
    expect(requestText(spared, input, url)).toEqual(requestText(row, input, url));
  }
});

test("a reduced row says who signs, what may be repeated, where each input goes, and whether it is returned in pages", () => {
  const membersOf = (schema: unknown) => (schema as JsonSchema | undefined)?.properties ?? {};
  for (const row of rows) {
    const spared = spareRow({ ...row }) as unknown as EndpointRow;
    const facts = (each: EndpointRow) => ({
      ...{
        auth: each.auth,
        once: each.once,
        isPaged: "meta" in membersOf(each.data),
        hasKinds: each.kinds !== undefined,
      },
      ...{ hasBody: each.body !== undefined, namesOrders: "client_order_id" in membersOf(each.body) },
      // Without a body, every input that is not in the path is in the query.
      query: each.body === undefined ? [] : Object.keys(membersOf(each.query)),
    });
    expect(facts(spared)).toEqual(facts(row));
  }
});

test("a reduced row has nothing that only other readers need", () => {
  const words = JSON.stringify(rows.map((row) => spareRow({ ...row })));
  expect(words).not.toMatch(/"(summary|description|limit|errors|source|scopes)":"/);
  expect(words.length).toBeLessThan(20_000);
});

test("an error code has the same status as in the full rows, even where a page does without its row", async () => {
  const entry = import.meta.resolve("@evermark/interface/rows/errors.ts");
  const outdir = mkdtempSync(join(tmpdir(), "evermark-spare-"));
  const { outputs } = await Bun.build({ entrypoints: [fileURLToPath(entry)], plugins: [spareInterface], outdir });
  const spared: { readonly errors: typeof errors } = await import(outputs[0]!.path);
  rmSync(outdir, { recursive: true, force: true });
  const statusOf = (rows: object, code: number) =>
    (Object.values(rows) as ErrorEntry[]).find((row) => row.code === code)?.http ?? 400;
  const names = Object.keys(errors) as ErrorName[];
  expect(Object.keys(spared.errors).length).toBeLessThan(names.length);
  for (const name of names) {
    const { code } = errors[name];
    expect([name, statusOf(spared.errors, code)]).toEqual([name, statusOf(errors, code)]);
  }
});
