// History's tables in PostgreSQL as programs of version 8 made them, before any table was partitioned by time, with rows in them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { literal } from "../postgres/value-texts.ts";

const MADE = join(import.meta.dir, "tables-of-8.sql");

/** @param rows the rows of each table, including `meta` */
export function tablesOf8(rows: Readonly<Record<string, readonly unknown[]>>): string {
  const filled = Object.entries(rows).flatMap(([table, own]) =>
    own.map((row) => {
      const values = Object.entries({
        ...(row as Record<string, string | number | null>),
        ...(table === "meta" && { schema_version: 8 }),
      });
      const names = values.map(([column]) => `"${column}"`).join(", ");
      return `INSERT INTO ${table} (${names}) VALUES (${values.map(([, value]) => literal(value)).join(", ")});`;
    }),
  );
  return `BEGIN; CREATE SCHEMA evermark_history; SET LOCAL search_path = evermark_history;
    ${readFileSync(MADE, "utf8")} ${filled.join("\n")} COMMIT`;
}
