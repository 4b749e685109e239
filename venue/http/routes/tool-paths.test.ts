import { expect, test } from "bun:test";
import { memoryApi } from "../../testing/memory-api.ts";
import { call } from "../../testing/rest-caller.ts";

test("a venue that can't make anything durable is alive, but not ready", async () => {
  const { api, failJournal } = memoryApi();
  const asked = async (path: string) => {
    const { status, text } = await call(api, "GET", path);
    return [status, JSON.parse(text)];
  };
  expect(await asked("/ready")).toEqual([200, { status: "ok", reasons: {} }]);

  failJournal("the venue's disk is full");
  const condition = { status: "unready", reasons: { journal: "the venue's disk is full" } };
  expect(await asked("/ready")).toEqual([503, condition]);
  expect(await asked("/health")).toEqual([200, expect.objectContaining(condition)]);

  failJournal(null);
  expect(await asked("/ready")).toEqual([200, { status: "ok", reasons: {} }]);
});
