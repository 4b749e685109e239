// A real standby takes over in the same way as the scripted one.

import { expect, test } from "bun:test";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { LOSING_CASES, PROMOTION_CASES } from "./promotion-cases.ts";
import { promotableDatabase } from "./real-case-database.ts";

test.skipIf(!isPostgresAsked).each(Object.entries(PROMOTION_CASES))("%s", async (_, { play, answers }) => {
  await using database = await promotableDatabase();
  expect(await play(database)).toEqual([...answers]);
});

test.skipIf(!isPostgresAsked).each(Object.entries(LOSING_CASES))("%s", async (_, { play, answers }) => {
  await using database = await promotableDatabase({ isSynchronous: false });
  expect(await play(database)).toEqual([...answers]);
});
