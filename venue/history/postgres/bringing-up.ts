// Migrates tables of an older version in place to this version: in one transaction, under the writer's lock. Rows are not
// rewritten. When a table becomes partitioned by time, its existing rows become its oldest partition.

import { DAY_MS } from "../../sums/candle-sums.ts";
import { type Retention, stretchDays } from "../retention/retention.ts";
import type { Table } from "../schema/column.ts";
import { POSTGRES_VERSION, SCHEMA } from "../schema/schema.ts";
import { createInPostgres, keptApartBy, keyIn } from "../tables/create-tables.ts";
import { CHANNEL } from "./line/line-protocol.ts";

/** The last version in which no table was partitioned by time, and the oldest that can be migrated. */
const ONE_PIECE = 8;

export function canMigrate(version: number): boolean {
  return version >= ONE_PIECE && version < POSTGRES_VERSION;
}

/** Reads of the tables wait meanwhile; from then on, older programs refuse to read them, because of the version. */
export function migrationSql(retention: Retention): string {
  const tables = Object.entries<Table>(SCHEMA).filter(([name]) => keptApartBy(name) !== undefined);
  return [
    "BEGIN",
    ...tables.map(([name, table]) => keepApart(name, table, retention)),
    `UPDATE meta SET schema_version = ${POSTGRES_VERSION}`,
    `SELECT pg_notify('${CHANNEL}', position::text) FROM meta`,
    "COMMIT",
  ].join(";\n");
}

function keepApart(name: string, { key, indices = {}, leaves }: Table, retention: Retention): string {
  const former = `${name}_former`;
  const time = leaves!.begun;
  const wholeKey = keyIn(name, "postgres");
  const isKeyWhole = wholeKey.length === key.length;
  const oldKey = key.length === 1 ? `${name}_pkey` : `${name}_key`;
  const width = stretchDays(retention[leaves!.group]) * DAY_MS;
  return [
    `ALTER TABLE ${name} RENAME TO ${former}`,
    ...Object.keys(indices).map((index) => `ALTER INDEX ${index} RENAME TO former_${index}`),
    isKeyWhole
      ? `ALTER TABLE ${former} RENAME CONSTRAINT ${oldKey} TO ${former}_key`
      : `ALTER TABLE ${former} DROP CONSTRAINT ${oldKey}, ADD CONSTRAINT ${former}_key PRIMARY KEY (${wholeKey.join(", ")})`,
    createInPostgres(name).replace(/;$/, ""),
    `DO $$ DECLARE last bigint; BEGIN
      SELECT max(${time}) INTO last FROM ${former};
      IF last IS NULL THEN DROP TABLE ${former};
      ELSE EXECUTE 'ALTER TABLE ${name} ATTACH PARTITION ${former} FOR VALUES FROM (MINVALUE) TO ('
        || (last / ${width} + 1) * ${width} || ')';
      END IF; END $$`,
  ].join(";\n");
}
