// The interface as a browser needs it. Its rows carry what the reference, the router and the tests read: descriptions,
// limits, refusals, the shape of every answer. A client sends by method, path and the members of an input, and a third of
// the terminal's script would be words that nobody sees. Modules that hold nothing but rows are written anew without them.

import type { BunPlugin } from "bun";

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A row without what only others read. */
export function spareRow({ method, path, auth, once, kinds, params, query, body, data, ...rest }: Plain): Plain {
  return {
    ...{ method, path, auth, once, params: spareSchema(params), query: spareSchema(query), body: spareSchema(body) },
    // Told in pages or not is all that is asked of it.
    data: isPlain(data) && isPlain(data.properties) && "meta" in data.properties ? PAGED : undefined,
    kinds: kinds && {},
    preview: rest.preview && {},
  };
}

const PAGED = { properties: { meta: {} } };

/** Names of members, and which of them are numbers: these are written as such, whatever their text. */
function spareSchema(schema: unknown): Plain | undefined {
  if (!isPlain(schema)) return undefined;
  const { type, anyOf, properties, items } = schema;
  if (type === "number" || type === "integer" || (Array.isArray(anyOf) && anyOf.some(takesNumber))) {
    return { type: "number" };
  }
  return {
    properties: isPlain(properties)
      ? Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, spareSchema(member) ?? {}]))
      : undefined,
    items: items && spareSchema(items),
  };
}

function takesNumber(schema: unknown): boolean {
  return spareSchema(schema)?.type === "number";
}

const isRow = (value: unknown): boolean =>
  isPlain(value) && typeof value.method === "string" && typeof value.path === "string";

/** Of topics a client knows the names that it is asked for; their rows give it types alone. */
const isTopic = (value: unknown): boolean => isPlain(value) && "cadence" in value;

function spare(value: unknown): unknown {
  if (isRow(value)) return spareRow(value as Plain);
  if (isTopic(value)) return {};
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spare(each)])) : value;
}

/** Modules with functions stay as they are. */
async function spareModule(path: string): Promise<string | undefined> {
  const exported = Object.entries((await import(path)) as Plain);
  if (exported.some(([, value]) => typeof value === "function")) return undefined;
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(spare(value))};`).join("\n");
}

export const spareInterface: BunPlugin = {
  name: "spare interface",
  setup(build) {
    build.onLoad({ filter: /[/\\]interface[/\\](?!node_modules).*\.ts$/ }, async ({ path }) => {
      const contents = (await spareModule(path)) ?? (await Bun.file(path).text());
      return { contents, loader: "ts" };
    });
  },
};
