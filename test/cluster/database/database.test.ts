// The simulation believes of PostgreSQL what a real one does: both answer each case as it is written.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { CASES } from "./cases.ts";
import { LOSING_CASES, PROMOTION_CASES } from "./promotion-cases.ts";
import { realDesk } from "./real-desk.ts";
import { scriptedDesk } from "./scripted-desk.ts";

const cases = Object.entries(CASES);

describe("the scripted database", () => {
  test.each(cases)("%s", async (_, { play, answers }) => {
    await using desk = scriptedDesk();
    expect(await play(desk)).toEqual([...answers]);
  });

  test.each(Object.entries(PROMOTION_CASES))("%s", async (_, { play, answers }) => {
    await using desk = scriptedDesk();
    expect(await play(desk)).toEqual([...answers]);
  });
});

describe("the scripted database whose commits wait for no standby", () => {
  test.each(Object.entries(LOSING_CASES))("%s", async (_, { play, answers }) => {
    await using desk = scriptedDesk({ isSynchronous: false });
    expect(await play(desk)).toEqual([...answers]);
  });
});

describe.skipIf(!isPostgresAsked)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(cases)("%s", async (_, { play, answers }) => {
    await using desk = await realDesk(server);
    expect(await play(desk)).toEqual([...answers]);
  });
});
