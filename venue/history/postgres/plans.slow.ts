// How PostgreSQL plans every read of a partitioned table: through an index of each partition. The cost of a query grows with the
// number of partitions, which is small (../retention/retention.ts).

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { patient } from "@evermark/engine/testing/property-runs.ts";
import { DAY_MS } from "../../sums/candle-sums.ts";
import { keptApartBy } from "../tables/create-tables.ts";
import { askEach } from "../testing/asked-queries.ts";
import { memoryTables, TestDatabase } from "../testing/databases.ts";
import { LEAVING } from "../testing/staying-rows.ts";
import { historyQueries } from "../thread/history-queries.ts";
import { creationOf } from "./stretches.ts";

const PARTS = 3;

/** Every statement that the queries run. */
function statements(): string[] {
  const tables = memoryTables();
  const found = new Set<string>();
  const { all, first } = tables;
  tables.all = (statement, values) => {
    found.add(statement.compiledFor(values, "postgres").sql);
    return all.call(tables, statement as never, values) as never;
  };
  tables.first = (statement, values) => {
    found.add(statement.compiledFor(values, "postgres").sql);
    return first.call(tables, statement as never, values) as never;
  };
  askEach(historyQueries(tables));
  return [...found];
}

describe.skipIf(!isPostgresAsked)("plans of PostgreSQL", () => {
  const database = new TestDatabase();
  beforeAll(() => database.start(), patient);
  afterAll(() => database.stop());

  test(
    "use an index in each partition, for each kind of look-up",
    () => {
      const tables = database.fresh();
      for (const table of LEAVING) {
        expect(keptApartBy(table)).toBeDefined();
        for (let part = 0; part < PARTS; part++) {
          const stretch = { name: `${table}_${part}`, from: part * DAY_MS, to: (part + 1) * DAY_MS };
          tables.execute(creationOf(table, stretch));
        }
      }
      // On empty tables all plans cost the same; this rules out a sequential scan where there is another way.
      tables.execute("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan");
      const asked = statements();
      const scans = new Set<string>();
      for (const [i, text] of asked.entries()) {
        const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
        const nulls = Array.from({ length: count }, () => "NULL").join(", ");
        tables.execute(`PREPARE plan_${i} AS ${text}`);
        const plan = tables.ask<{ "QUERY PLAN": string }>(
          `EXPLAIN EXECUTE plan_${i}${count === 0 ? "" : `(${nulls})`}`,
        );
        for (const line of plan) {
          if (/Seq Scan/.test(line["QUERY PLAN"])) scans.add(`${line["QUERY PLAN"].trim()} ${text}`);
        }
      }
      const ofParts = [...scans].filter((scan) => LEAVING.some((table) => scan.includes(` on ${table}_`)));
      expect(ofParts).toEqual([]);
      expect(asked.length).toBeGreaterThan(200);
    },
    patient,
  );
});
