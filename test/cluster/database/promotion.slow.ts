// A real standby takes over in the same way as the scripted one.

import { expect, test } from "bun:test";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { LOSING_CASES, PROMOTION_CASES } from "./promotion-cases.ts";
import { promotableDesk } from "./real-desk.ts";

test.skipIf(!isPostgresAsked).each(Object.entries(PROMOTION_CASES))("%s", async (_, { play, answers }) => {
  await using desk = await promotableDesk();
  expect(await play(desk)).toEqual([...answers]);
});

test.skipIf(!isPostgresAsked).each(Object.entries(LOSING_CASES))("%s", async (_, { play, answers }) => {
  await using desk = await promotableDesk({ isSynchronous: false });
  expect(await play(desk)).toEqual([...answers]);
});
