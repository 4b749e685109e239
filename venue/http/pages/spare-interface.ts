// The interface as a browser needs it. Its rows carry what the reference, the router and the tests read: descriptions,
// limits, refusals, the shape of every answer. A client sends what it is given by method and path, and a third of the
// terminal's script would be words that are never shown. Modules that hold nothing but rows are written anew without them,
// and without the endpoints that no file of the page and of its client names.

import { join } from "node:path";
import type { BunPlugin } from "bun";

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A row without what only others read. */
export function spareRow({ method, path, auth, role, once, kinds, query, body, data, preview }: Plain): Plain {
  return {
    ...{ method, path, auth, role, once, body: isPlain(body) ? spareSchema(body) : undefined },
    // What a query names is asked of a row only to distinguish its members from those of a body.
    query: body !== undefined && isPlain(query) ? { properties: namesOf(query.properties) } : undefined,
    // Returned in pages or not is all that is asked of it.
    data: isPlain(data) && isPlain(data.properties) && "meta" in data.properties ? PAGED : undefined,
    kinds: kinds && {},
    preview: preview && {},
  };
}

const PAGED = { properties: { meta: {} } };
/** The member that makes a placement a repeatable one is looked for by its name. */
const SOUGHT = "client_order_id";

const namesOf = (members: unknown): Plain =>
  Object.fromEntries(Object.keys(isPlain(members) ? members : {}).map((name) => [name, {}]));

/** The members that take numbers: these are written as such, whatever their text. What all others say is not asked. */
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

/** Of topics a client knows the names that it is asked for; their rows give it types alone. */
const isTopic = (value: unknown): boolean => isPlain(value) && "cadence" in value;

/** A client distinguishes refusals by code and status; the words come with the answer. */
const isRefusal = (value: unknown): value is Plain =>
  isPlain(value) && typeof value.code === "number" && typeof value.http === "number" && typeof value.text === "string";

/** Every word of the sources that a page is made of: an endpoint whose name is not among them is never called. */
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

/** What is of no use where it is not named: an endpoint, or a refusal whose code has the status of one without a row. */
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

/** Modules with functions stay as they are. */
async function spareModule(path: string, words: ReadonlySet<string>): Promise<string | undefined> {
  const exported = Object.entries((await import(path)) as Plain);
  if (exported.some(([, value]) => typeof value === "function")) return undefined;
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(spare(value, words))};`).join("\n");
}

/** To describe a shape does nothing else: what is not read of it can be left out, and its library with it. */
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
