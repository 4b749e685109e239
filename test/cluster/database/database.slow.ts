// Checks the simulation's assumptions about PostgreSQL: a real one answers each case as expected.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { CASES } from "./cases.ts";
import { realCaseDatabase } from "./real-case-database.ts";

describe.skipIf(!isPostgresAsked)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(Object.entries(CASES))("%s", async (_, { play, answers }) => {
    await using database = await realCaseDatabase(server);
    expect(await play(database)).toEqual([...answers]);
  });
});
