// Makes `reference/history.md`: the tables that queries read, from history's declarations.

import { cell } from "@evermark/interface/documents/json-schema.ts";
import {
  type Column,
  type Index,
  type Leaving,
  POSTGRES_VERSION,
  SCHEMA,
  SCHEMA_VERSION,
  type Table,
} from "@evermark/venue/history/history-inside.ts";

const tables: readonly (readonly [name: string, table: Table])[] = Object.entries(SCHEMA);

export function historyPage(): string {
  return `# Tables of history

\`history.sqlite\` in the data directory contains orders, fills, candles, payments and so on, in ${tables.length} tables that a
thread of the venue derives from the journal. [Queries](endpoints.md) and the terminal's lists read it. It can be rebuilt at any
time, so it contains nothing that exists only here. Amounts are whole numbers in the unit that a column names; a market's tick and
lot are in its [parameters](configuration.md#markets), and 10⁶ micros are one USDC. The unit "number" stands for the number of an
account, an order, a market or the like.

Rows are kept for ever unless an operator sets a [number of days](../production.md#what-history-keeps); the description of a table whose
rows can be deleted says when they are.

Before you read the tables, see [operations](../operations.md#history). This is version ${SCHEMA_VERSION} of the tables, and
version ${POSTGRES_VERSION} of those [in PostgreSQL](../cluster.md#one-history-for-all-nodes); a venue upgrades older ones when it opens them.

| Table | Holds |
|---|---|
${tables.map(([name, { meaning }]) => `| [\`${name}\`](#${name}) | ${cell(meaning)} |`).join("\n")}

${tables.map(([name, table]) => section(name, table)).join("\n\n")}
`;
}

function section(name: string, table: Table): string {
  const { meaning, since, columns, key, check, indices = {}, leaves, leavesWith } = table;
  const facts = [
    `Key: ${names(key)}`,
    ...(check === undefined ? [] : [`always ${code(check)}`]),
    ...(since === undefined ? [] : [`since version ${since}`]),
    ...(leaves === undefined ? [] : [leaving(leaves)]),
    ...(leavesWith === undefined ? [] : [`rows are deleted with those of ${code(leavesWith.table)}`]),
  ];
  const rows = Object.entries(columns).map(([column, declared]) => line(column, declared));
  const columnLines = ["| Column | Type | Unit | Meaning |", "|---|---|---|---|", ...rows].join("\n");
  const found = Object.entries(indices).map(([index, declared]) => indexLine(index, declared));
  const sections = [`## ${name}`, cell(meaning), `${facts.join(" · ")}.`, columnLines];
  return [...sections, ...(found.length === 0 ? [] : [found.join("\n")])].join("\n\n");
}

function leaving({ group, begun, once, over = begun, newest = 0, whole }: Leaving): string {
  const words = [
    `rows are deleted ${code(`history.${group}_days`)} after ${code(over)}`,
    once === undefined ? "" : `once ${code(once)}`,
    whole === undefined ? "" : `all of one ${code(whole)} together`,
    newest === 0 ? "" : newest === 1 ? "never the last one" : `never the newest ${newest} of a market`,
    `partitioned by ${code(begun)} in PostgreSQL`,
  ];
  return words.filter((part) => part !== "").join(", ");
}

function line(name: string, { type, unit, meaning, isNull, isCounted, isUnique, since, before }: Column): string {
  const old = before === undefined ? "" : `, ${before} in older rows`;
  const words = [
    meaning,
    isCounted === true ? "rows are numbered from 1" : "",
    isUnique === true ? "unique" : "",
    since === undefined ? "" : `since version ${since}${old}`,
  ];
  const written = isNull === true ? `${type} or null` : type;
  return `| \`${name}\` | ${written} | ${unit ?? ""} | ${cell(words.filter((part) => part !== "").join("; "))} |`;
}

function indexLine(name: string, { on, where, meaning }: Index): string {
  const rows = where === undefined ? "" : ` where ${code(where)}`;
  const words = meaning === undefined ? "" : `: ${meaning}`;
  return `- Index \`${name}\` on ${names(on)}${rows}${words}`;
}

function names(columns: readonly string[]): string {
  return columns.map(code).join(", ");
}

function code(text: string): string {
  return `\`${text}\``;
}
