import { expect, test } from "bun:test";
import { loadConfiguration, sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { changeLines } from "./commands/cluster.ts";
import { sharedChange } from "./shared-change.ts";

const load = (flags: Record<string, string>) =>
  loadConfiguration({ flags, environment: {}, directory: "/nonexistent" });

test("a change is shown key by key, with what to do next", () => {
  const change = sharedChange(load({ "faucet.amount": "10" }), load({ "faucet.amount": "20", seed: "2" }));
  expect(changeLines(change, false)).toEqual([
    "faucet.amount: 10 → 20",
    "seed: 1 → 2",
    "nothing was changed; to change it: --apply",
  ]);
  expect(changeLines(change, true).at(-1)).toContain("the leader last");
  expect(changeLines([], false)).toEqual(["the venue already has this configuration"]);
});

test("a venue keeps its mode, and a market keeps the terms it was listed with", () => {
  const before = sandboxConfiguration("/nonexistent");
  expect(() => sharedChange(before, { ...before, mode: "production" })).toThrow(
    "the venue is in sandbox mode, which can't be changed",
  );
  const [first, ...others] = before.markets;
  const parameters = { ...first!.parameters, baseMin: others[0]!.parameters.baseMax };
  expect(() => sharedChange(before, { ...before, markets: [{ ...first!, parameters }, ...others] })).toThrow(
    "a listed market keeps its parameters",
  );
  const sourced = { ...first!, parameters: { ...first!.parameters, sources: ["other"] } };
  expect(sharedChange(before, { ...before, markets: [sourced, ...others] })).toEqual([]);
  expect(sharedChange(before, { ...before, markets: [] })).toEqual([]);
});
