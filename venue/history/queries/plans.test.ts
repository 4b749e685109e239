// How SQLite plans every read of history. A list that an account has built up over years is read through an index, in the
// list's own order: the cost of a page must not depend on other accounts' activity or on the age of the venue.

import { expect, test } from "bun:test";
import { askEach } from "../testing/asked-queries.ts";
import { memoryTables } from "../testing/databases.ts";
import { historyQueries } from "../thread/history-queries.ts";

/** Plan steps that look at more rows than an index leads to, and why they stay cheap. */
const BOUNDED: readonly { readonly step: RegExp; readonly of?: RegExp; readonly because: string }[] = [
  { step: /^SCAN fills$/, of: /from \(select \* from fills/, because: "at most 500 fills" },
  { step: /^USE TEMP B-TREE FOR ORDER BY$/, of: /from \(select \* from fills/, because: "at most 500 fills" },
  { step: /^USE TEMP B-TREE FOR LAST TERM OF ORDER BY$/, because: "what happened in one millisecond" },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    of: /from orders where order_id in/,
    // Another index would have to be written with every change of every order.
    because: "a page; by the time of updates, the index entries of one account, which its count looks at too",
  },
  { step: /^USE TEMP B-TREE FOR GROUP BY$/, of: /from account_market_days/, because: "some accounts, a month" },
  { step: /^USE TEMP B-TREE FOR ORDER BY$/, of: /from distributions/, because: "a few of each account and day" },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    of: /from liquidation_transfers .*(account|taker|liquidation_id) = \?/s,
    because: "of one account as giver and taker, or of one liquidation",
  },
  { step: /^SCAN announcements$/, because: "the newest 200, in their order" },
  {
    step: /^SCAN liquidation_transfers USING INDEX liquidation_transfers_by_time$/,
    because: "the public list, in its own order, until the page is full",
  },
  {
    step: /^SCAN liquidation_transfers USING COVERING INDEX/,
    of: /^select count/,
    because: "how long the public list is: one of its indexes, and no row",
  },
];

/** Every statement that the queries run, with the steps of its plan. */
function plans(): { readonly sql: string; readonly steps: string[] }[] {
  const tables = memoryTables();
  const statements = new Set<string>();
  const { all, first } = tables;
  tables.all = (statement, values) => {
    statements.add(statement.compiledFor(values, "sqlite").sql);
    return all.call(tables, statement as never, values) as never;
  };
  tables.first = (statement, values) => {
    statements.add(statement.compiledFor(values, "sqlite").sql);
    return first.call(tables, statement as never, values) as never;
  };
  askEach(historyQueries(tables));
  return Array.from(statements, (sql) => ({
    sql: sql.replaceAll('"', ""),
    steps: tables.ask<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail),
  }));
}

const found = plans();

test("every query of history uses an index, in the order of its answer", () => {
  expect(found.length).toBeGreaterThan(200);
  const tooMuch = found.flatMap(({ sql, steps }) =>
    steps
      .filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step))
      .filter((step) => !BOUNDED.some((bounded) => bounded.step.test(step) && (bounded.of?.test(sql) ?? true)))
      .map((step) => `${step}: ${sql}`),
  );
  expect(tooMuch).toEqual([]);
});

test("a list of transfers is sorted, filtered and counted without reading a row that is not shown", () => {
  const counts = found.filter(({ sql }) => /count\(\*\).* from transfers/.test(sql));
  expect(counts.length).toBeGreaterThan(10);
  for (const { steps } of counts) expect(steps).toEqual([expect.stringContaining("USING COVERING INDEX")]);
  const lists = found.filter(({ sql }) => /^select transfer_id/.test(sql) && / from transfers /.test(sql));
  for (const { steps } of lists) expect(steps).toEqual([expect.stringMatching(/^SEARCH transfers USING INDEX/)]);
});
