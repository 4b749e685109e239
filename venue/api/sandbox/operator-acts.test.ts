import { expect, test } from "bun:test";
import { memoryApi } from "../../testing/memory-api.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { post } from "../../testing/rest-caller.ts";
import type { Venue } from "../../venue.ts";
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

test("what left the vault unexplained is shown to an operator, and accepted by its transaction alone", async () => {
  const { venue } = memoryVenue();
  expect(operatorActsOf(venue)("custody", {})).rejects.toThrow("there is no chain");
  const transaction = `0x${"ab".repeat(32)}` as const;
  const unexplained = [{ kind: "queued", transaction, block: 7, text: "the vault has queued 20 USDC" }] as const;
  const acceptDeparture = (accepted: string) => accepted === transaction;
  const act = operatorActsOf({
    ...venue,
    chain: { unexplained, acceptDeparture } as unknown as NonNullable<Venue["chain"]>,
  });
  expect(await act("custody", {})).toEqual({ unexplained });
  expect(await act("custody", { accept: transaction })).toEqual({ unexplained });
  expect(act("custody", { accept: `0x${"cd".repeat(32)}` })).rejects.toThrow("the journal explains all of transaction");
  expect(act("custody", { accept: "all" })).rejects.toThrow("accept");
});

test("deposits that a chain has halted go on when an operator has looked, and not before there is anything to look at", async () => {
  const memory = memoryApi();
  let halts = 1;
  const chain = { acceptHalt: () => halts-- > 0 } as NonNullable<Venue["chain"]>;
  const act = operatorActsOf({ ...memory.venue, chain });
  await act("deposits", { state: "running" });
  expect(act("deposits", { state: "running" })).rejects.toThrow("deposits are not halted");
  const refused = await post(memory.api, "/sandbox/deposits", { state: "running" });
  expect([refused.json.code, refused.json.message]).toEqual([-1012, "deposits are not halted"]);
});
