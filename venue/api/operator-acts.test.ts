import { expect, test } from "bun:test";
import { memoryVenue } from "../testing/memory-venue.ts";
import { operatorActsOf } from "./operator-acts.ts";

test("an operator keeps withdrawals from being sent until they are let go on", async () => {
  const { venue, engine } = memoryVenue();
  const act = operatorActsOf(venue);
  for (const state of ["paused", "paused", "running"]) {
    await act("withdrawals", { state });
    expect(engine.funds.withdrawalsPaused).toBe(state === "paused");
  }
  expect(act("withdrawals", { state: "stopped" })).rejects.toThrow("state");
  expect(act("withdrawals", {})).rejects.toThrow("state");
});
