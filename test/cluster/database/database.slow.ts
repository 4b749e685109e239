// Checks the simulation's assumptions about PostgreSQL: a real one answers each case as expected.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { CASES } from "./cases.ts";
import { realDesk } from "./real-desk.ts";

describe.skipIf(!isPostgresAsked)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(Object.entries(CASES))("%s", async (_, { play, answers }) => {
    await using desk = await realDesk(server);
    expect(await play(desk)).toEqual([...answers]);
  });
});
