import { expect, test } from "bun:test";
import { dayAndTime } from "../../format/time.ts";
import type { SymbolRule } from "../../session/asking/answers.ts";
import { stoppedState } from "./market-state.ts";

const WORKING = { status: 0, msg: "" };
const rule = (state: Partial<SymbolRule>) =>
  ({ status: "ACTIVE", status_reason: "OPERATOR", status_detail: "", in_doubt: false, ...state }) as SymbolRule;

test("a market that trades normally has no note", () => {
  expect(stoppedState(rule({}), WORKING)).toBeUndefined();
  expect(stoppedState(undefined, WORKING)).toBeUndefined();
});

test("a market that does not gives the reason, with the operator's text if there is one", () => {
  expect(stoppedState(rule({ status: "HALTED", status_reason: "STALE_INDEX" }), WORKING)).toEqual({
    name: "Halted",
    why: "No source sends a price. Nothing is matched or liquidated; orders can only be cancelled.",
  });
  const halted = rule({ status: "HALTED", status_reason: "VENUE_HALT", status_detail: "moving house." });
  expect(stoppedState(halted, WORKING)?.why).toStartWith("The operator has halted the venue: moving house. Nothing");
});

test("a delisting shows when the market ends", () => {
  const delist_time = 1_700_000_000_000;
  const delisting = rule({ status: "DELISTING", status_detail: `delisted at ${delist_time}`, delist_time });
  expect(stoppedState(delisting, WORKING)?.why).toContain(`By the operator. Only orders`);
  expect(stoppedState(delisting, WORKING)?.why).toContain(dayAndTime(delist_time));
  expect(stoppedState({ ...delisting, status: "DELISTED" }, WORKING)?.why).not.toContain(dayAndTime(delist_time));
});

test("an index in doubt is reported with its effect, unless the market is halted anyway", () => {
  expect(stoppedState(rule({ in_doubt: true }), WORKING)).toEqual({
    name: "Index in doubt",
    why: "Too few price sources support it at the moment. Until enough do, orders here can only close positions, stops wait, and nothing is liquidated.",
  });
  const why = (status: SymbolRule["status"]) => stoppedState(rule({ status, in_doubt: true }), WORKING)?.why;
  expect(why("DELISTING")).toContain("Index in doubt: Too few");
  expect(why("HALTED")).not.toContain("in doubt");
});

test("maintenance of the venue comes before the state of a market", () => {
  const state = stoppedState(rule({ status: "HALTED" }), { status: 2, msg: "New disks." });
  expect(state).toEqual({ name: "Maintenance", why: "New disks. Orders can only be cancelled." });
});
