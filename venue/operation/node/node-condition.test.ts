import { expect, test } from "bun:test";
import { Registry } from "prom-client";
import { nodeConditionOf } from "./node-condition.ts";
import { nodeMetrics } from "./node-metrics.ts";

const PROGRAM = { version: "0.1.0", behaviours: { oldest: 1, newest: 5 }, messages: 2, snapshots: 14 };
const other = (aheadMs: number | null, version: string | null = "0.1.0") => ({
  ...{ node: "00000000000000a1", batch: 9, behaviour: 5, aheadMs },
  program: version === null ? null : { ...PROGRAM, version },
});
const STATUS = {
  ...{ holdsLead: true, epoch: 3, batch: 90, confirmed: 92, behindMs: 250, leaseMs: 400, silentMs: 80, rowMs: 900 },
  ...{ waiting: 2, aheadMs: null, roll: null, isBusUp: true, unfit: null },
};
const OWN = { version: "0.1.0", behaviour: 4, newestBehaviour: 5, needsStandby: true };
const roll = (...others: ReturnType<typeof other>[]) => ({
  wanted: 0,
  moved: { ms: 0, to: 0 },
  clock: 0,
  standbys: 1,
  others,
});

test("a clock is compared with the median of PostgreSQL's and of all known nodes' clocks", () => {
  const ahead = (aheadMs: number | null, ...others: ReturnType<typeof other>[]) =>
    nodeConditionOf({ ...STATUS, aheadMs, roll: roll(...others) }, OWN).clockAheadMs;
  expect(ahead(null, other(0))).toBeNull();
  expect(ahead(40)).toBe(20);
  expect(ahead(3_000, other(null))).toBe(1_500);
  // Two of three agree against the third, whichever the third is.
  expect([ahead(3_600_000, other(20)), ahead(20, other(3_600_000)), ahead(3_600_000, other(3_600_020))]).toEqual([
    3_599_980, 0, 0,
  ]);
});

test("versions are those of the running nodes, and a node without a known version counts as another version", () => {
  const versions = (...others: ReturnType<typeof other>[]) =>
    nodeConditionOf({ ...STATUS, roll: roll(...others) }, OWN).versions;
  expect(nodeConditionOf(STATUS, OWN).versions).toBeNull();
  expect([versions(), versions(other(0)), versions(other(0, "0.2.0")), versions(other(0, null), other(0))]).toEqual([
    1, 1, 2, 2,
  ]);
});

test("known measurements are shown, and unknown ones have no value", async () => {
  const registry = new Registry();
  const metrics = nodeMetrics(registry);
  const values = async () =>
    Object.fromEntries(
      (await registry.metrics())
        .split("\n")
        .filter((line) => /^evermark_node_[a-z_]+ /.test(line))
        .map((line) => line.replace("evermark_node_", "").split(" ")),
    );
  expect(await values()).toEqual({ append_seconds_sum: "0", append_seconds_count: "0" });
  metrics.append.observe(4);
  metrics.set(nodeConditionOf(STATUS, OWN));
  expect(await values()).toEqual({
    ...{ append_seconds_sum: "0.004", append_seconds_count: "1" },
    ...{ leads: "1", epoch: "3", lease_age_seconds: "0.4", batch: "90", confirmed_batch: "92", behind_seconds: "0.25" },
    ...{ bus_up: "1", leader_silent_seconds: "0.08", row_age_seconds: "0.9", commands_waiting: "2" },
    ...{ behaviour: "4", newest_behaviour: "5" },
  });
  metrics.set(nodeConditionOf({ ...STATUS, aheadMs: -3_000, roll: roll(other(0)) }, OWN));
  expect(await values()).toMatchObject({
    others: "1",
    versions: "1",
    clock_ahead_seconds: "-3",
    synchronous_standbys: "1",
  });
  metrics.set(nodeConditionOf({ ...STATUS, roll: roll() }, { ...OWN, needsStandby: false }));
  expect(await values()).not.toHaveProperty("synchronous_standbys");
});
