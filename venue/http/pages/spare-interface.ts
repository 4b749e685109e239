// Trims the interface to what a browser needs. Its rows carry descriptions, limits, refusals and the shape of every answer for
// the reference, the router and the tests. A client sends its input by method and path, so a third of the terminal's script
// would be words that are never shown. Modules that contain only rows are rewritten without them, and without endpoints that
// no file of the page or of its client names.

import { join } from "node:path";
import type { BunPlugin } from "bun";

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A row without the members that a client does not read. */
export function spareRow({ method, path, auth, role, once, kinds, query, body, data, preview }: Plain): Plain {
  return {
    ...{ method, path, auth, role, once, body: isPlain(body) ? spareSchema(body) : undefined },
    // A client reads the query's names only to distinguish its members from those of a body.
    query: body !== undefined && isPlain(query) ? { properties: namesOf(query.properties) } : undefined,
    // A client only reads whether the answer comes in pages.
    data: isPlain(data) && isPlain(data.properties) && "meta" in data.properties ? PAGED : undefined,
    kinds: kinds && {},
    preview: preview && {},
  };
}

const PAGED = { properties: { meta: {} } };
/** A client looks for this member by name: it makes a placement safe to repeat. */
const SOUGHT = "client_order_id";

const namesOf = (members: unknown): Plain =>
  Object.fromEntries(Object.keys(isPlain(members) ? members : {}).map((name) => [name, {}]));

/** Keeps the members that take numbers, because these are written as numbers, whatever their text. The rest is not needed. */
function spareSchema({ type, anyOf, properties, items }: Plain): Plain {
  if (type === "number" || type === "integer" || (Array.isArray(anyOf) && anyOf.some(takesNumber))) {
    return { type: "number" };
  }
  const members = Object.entries(isPlain(properties) ? properties : {})
    .map(([name, member]) => [name, isPlain(member) ? spareSchema(member) : {}] as const)
    .filter(([name, member]) => name === SOUGHT || !isEmpty(member));
  const each = isPlain(items) ? spareSchema(items) : {};
  return {
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(!isEmpty(each) && { items: each }),
  };
}

const isEmpty = (schema: Plain): boolean => Object.keys(schema).length === 0;

function takesNumber(schema: unknown): boolean {
  return isPlain(schema) && spareSchema(schema).type === "number";
}

const isRow = (value: unknown): boolean =>
  isPlain(value) && typeof value.method === "string" && typeof value.path === "string";

/** A client knows topics by the names that it subscribes to; their rows only provide types. */
const isTopic = (value: unknown): boolean => isPlain(value) && "cadence" in value;

/** A client distinguishes refusals by code and status; the text comes with the answer. */
const isRefusal = (value: unknown): value is Plain =>
  isPlain(value) && typeof value.code === "number" && typeof value.http === "number" && typeof value.text === "string";

/** Every word in the sources of a page: an endpoint whose name is not among them is never called. */
async function wordsOfSources(): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const room of ["terminal", "client"]) {
    const folder = join(import.meta.dir, "../../..", room);
    for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan(folder)) {
      if (path.includes(".test.")) continue;
      for (const [word] of (await Bun.file(join(folder, path)).text()).matchAll(/\w+/g)) words.add(word);
    }
  }
  return words;
}

/** Whether a value can be left out if it is not named: an endpoint, or a refusal whose code has the default status. */
function isSparable(value: unknown, beside: readonly unknown[]): boolean {
  if (!isRefusal(value)) return isRow(value);
  const others = beside.filter((each) => isRefusal(each) && each.code === value.code) as readonly Plain[];
  return others.every(({ http }) => http === OTHER_STATUS);
}

const OTHER_STATUS = 400;

function spare(value: unknown, words: ReadonlySet<string>): unknown {
  if (isRefusal(value)) return { code: value.code, http: value.http };
  if (isRow(value)) return spareRow(value as Plain);
  if (isTopic(value)) return {};
  if (!isPlain(value)) return value;
  const all = Object.values(value);
  const called = Object.entries(value).filter(([name, each]) => words.has(name) || !isSparable(each, all));
  return Object.fromEntries(called.map(([name, each]) => [name, spare(each, words)]));
}

/** @returns undefined for a module with functions, which is not rewritten */
async function spareModule(path: string, words: ReadonlySet<string>): Promise<string | undefined> {
  const exported = Object.entries((await import(path)) as Plain);
  if (exported.some(([, value]) => typeof value === "function")) return undefined;
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(spare(value, words))};`).join("\n");
}

/** Describing a shape has no side effects, so unused schemas can be dropped, and their library with them. */
const withPureSchemas = (code: string) => code.replace(/\bType\.[A-Z]\w+\(/g, "/* @__PURE__ */ $&");

export const spareInterface: BunPlugin = {
  name: "spare interface",
  setup(build) {
    const words = wordsOfSources();
    build.onLoad({ filter: /[/\\]interface[/\\](?!node_modules).*\.ts$/ }, async ({ path }) => {
      const contents = (await spareModule(path, await words)) ?? withPureSchemas(await Bun.file(path).text());
      return { contents, loader: "ts" };
    });
  },
};
