// The simulation's scripted database answers each case as expected; database.slow.ts shows that a real PostgreSQL does
// so too.

import { describe, expect, test } from "bun:test";
import { CASES } from "./cases.ts";
import { LOSING_CASES, PROMOTION_CASES } from "./promotion-cases.ts";
import { scriptedCaseDatabase } from "./scripted-case-database.ts";

describe("the scripted database", () => {
  test.each(Object.entries(CASES))("%s", async (_, { play, answers }) => {
    await using database = scriptedCaseDatabase();
    expect(await play(database)).toEqual([...answers]);
  });

  test.each(Object.entries(PROMOTION_CASES))("%s", async (_, { play, answers }) => {
    await using database = scriptedCaseDatabase();
    expect(await play(database)).toEqual([...answers]);
  });
});

describe("the scripted database whose commits wait for no standby", () => {
  test.each(Object.entries(LOSING_CASES))("%s", async (_, { play, answers }) => {
    await using database = scriptedCaseDatabase({ isSynchronous: false });
    expect(await play(database)).toEqual([...answers]);
  });
});
