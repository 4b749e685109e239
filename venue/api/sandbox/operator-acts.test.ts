import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { NOT_MONEY } from "../../chain/watcher/deposit-submitter.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { post } from "../../testing/rest-caller.ts";
import type { Venue } from "../../venue.ts";
import { OperatorActs } from "./operator-acts.ts";

/** Runs acts, whichever way they came in. */
const actsOf = (venue: Venue) => {
  const acts = new OperatorActs(venue);
  return async (name: string, input: Readonly<Record<string, unknown>>) => acts.ready(name, input).run("", () => {});
};

test("an operator can pause and resume the sending of withdrawals", async () => {
  const { venue, engine } = memoryVenue();
  const act = actsOf(venue);
  for (const state of ["paused", "paused", "running"]) {
    await act("withdrawals", { state });
    expect(engine.funds.withdrawalsPaused).toBe(state === "paused");
  }
  expect(act("withdrawals", { state: "stopped" })).rejects.toThrow("state");
  expect(act("withdrawals", {})).rejects.toThrow("state");
});

test("unexplained departures from the vault are shown to an operator, and accepted only by their transaction", async () => {
  const { venue } = memoryVenue();
  expect(actsOf(venue)("custody", {})).rejects.toThrow("there is no chain");
  const transaction = `0x${"ab".repeat(32)}` as const;
  const unexplained = [{ kind: "queued", transaction, block: 7, text: "the vault has queued 20 USDC" }] as const;
  const acceptDeparture = async (accepted: string) => (accepted === transaction ? null : "the journal explains it");
  const act = actsOf({
    ...venue,
    chain: { unexplained, acceptDeparture, custody: null } as unknown as NonNullable<Venue["chain"]>,
  });
  const held = { assets: null, liabilities: 0, shortfall: null, places: [] };
  const nothing = { balance: null, missing: 0, since_block: null, since_time: null, repaired: 0, ...held };
  expect(await act("custody", {})).toEqual({ ...nothing, unexplained });
  expect(await act("custody", { accept: transaction })).toEqual({ ...nothing, unexplained });
  expect(act("custody", { accept: `0x${"cd".repeat(32)}` })).rejects.toThrow("the journal explains it");
  expect(act("custody", { accept: "all" })).rejects.toThrow("accept");
});

test("a parked deposit is credited once, to the account that the chain has named, and other tokens never", async () => {
  const memory = memoryVenue();
  const act = actsOf(memory.venue);
  const { accountId, account } = memory.openAccount();
  const [ours, others] = ["deposit:196:0xaa:1@x", "deposit:196:0xaa:2"];
  memory.apply({ type: "park_deposit", accountId, amount: micros(5_000_000), reference: ours, reason: "moved" });
  memory.apply({ type: "park_deposit", accountId, amount: micros(7), reference: others, reason: NOT_MONEY });
  const { parked } = (await act("parked", { credit: ours })) as { readonly parked: object[] };
  expect(parked).toEqual([{ reference: others, account_id: accountId, amount: 0.000007, reason: NOT_MONEY }]);
  expect(Number(memory.engine.margin(account).holding)).toBe(5_000_000);
  expect(Number(memory.engine.funds.chainCustody)).toBe(5_000_000);
  expect(act("parked", { credit: ours })).rejects.toThrow("there is no such parked deposit");
  expect(act("parked", { credit: others })).rejects.toThrow("it is no USDC");
});

test("crediting a deposit that is not parked, or that no account can receive, is refused with the reason over REST", async () => {
  const memory = memoryApi();
  const { accountId, account } = memory.openAccount();
  const park = (accountId: string, reference: string, reason: string) =>
    memory.apply({ type: "park_deposit", accountId, amount: micros(5_000_000), reference, reason });
  park(accountId, "one", "moved");
  park(accountId, "token", NOT_MONEY);
  park(`0x${"77".repeat(32)}`, "stranger", "unknown builder");
  const credit = (reference: string) => post(memory.api, "/sandbox/parked_deposits", { credit: reference });
  expect((await credit("one")).status).toBe(200);
  expect(Number(memory.engine.margin(account).holding)).toBe(5_000_000);
  expect((await credit("token")).json.message).toContain("it is no USDC");
  expect((await credit("stranger")).json.message).toContain("its account does not exist");
  expect((await credit("one")).json.code).toBe(-1006);
});

test("halted deposits resume when an operator accepts the halt, and only if there is one", async () => {
  const memory = memoryApi();
  let halts = 1;
  const chain = { acceptHalt: () => halts-- > 0 } as NonNullable<Venue["chain"]>;
  const act = actsOf({ ...memory.venue, chain });
  await act("deposits", { state: "running" });
  expect(act("deposits", { state: "running" })).rejects.toThrow("deposits are not halted");
  const refused = await post(memory.api, "/sandbox/deposits", { state: "running" });
  expect([refused.json.code, refused.json.message]).toEqual([-1012, "deposits are not halted"]);
});
