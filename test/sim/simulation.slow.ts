// A fixed handful of worlds: every promise holds in each of them, and together they reach every corner of the rulebook.

import { expect, test } from "bun:test";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { Counters } from "../workload/counters.ts";
import { hashesInNode } from "./in-node.ts";
import { ModelJudge } from "./model-judge.ts";
import { simulate, withoutModel } from "./simulate.ts";

const PATIENT_MS = 120_000;
const byModel = (engine: EngineByOpening) => new ModelJudge(engine);

/** Worlds that the model judges, and longer ones in which the engine is checked only by its own audit. */
const JUDGED = [1, 2, 3, 4, 5, 6, 7, 8];
const LONG = [101, 102, 103, 104, 105, 106, 115, 131, 135, 141, 143, 144];

/** Events that the worlds must contain: a simulation that never reaches one can't find an error there. */
const CORNERS = [
  "trades",
  "liquidation triggered",
  "liquidation recovered",
  "transferred liquidated",
  "transferred liquidated, assigned",
  "transferred takeover",
  "transferred claim",
  "transferred adl",
  "funding applied",
  "funding paid",
  "algo triggered",
  "algo fill",
  "algo rejected",
  "withdrawal COMPLETED",
  "withdrawal FAILED",
  "funds transferred",
  "funds settled",
  "funds distributed",
  "ledger isolated_close",
  "ledger top_up",
  "market HALTED by STALE_INDEX",
  "market HALTED by INDEX_JUMP",
  "market ACTIVE by FRESH_AGAIN",
  "market delisted",
  "market liquidation_held",
  "venue solvency_halt",
  "venue maintenance",
  "venue venue_halt",
  "venue clock_halt",
  "vault period_started",
  "cancel LIQUIDATION",
  "cancel PRICE_RANGE",
  "cancel REDUCE_ONLY_CLOSED",
  "cancel MARKET_STATE",
  "cancel SELF_TRADE",
  "add_sub_account accepted",
  "set_margin_mode accepted",
  "move_position_margin accepted",
  "edit_fee_tag accepted",
  "bind_referral accepted",
  "crash: kill",
  "crash: power",
  "crash: power during the stop",
  "restarts",
  "log: snapshot written",
  "log: pruned",
  "log: the journal's incomplete tail was cut off",
  "start from a snapshot",
  "start from the journal alone",
  "fault: full disk",
  "fault: flipped bit refused",
  "fault: flipped bit skipped",
  "fault: end of the journal refused",
  "fault: oracle: zero",
  "fault: oracle: tenfold",
  "fault: oracle: frozen",
  "fault: oracle: not a number",
  "fault: oracle: all sources silent",
];

const seen = new Counters();

test.each(JUDGED)(
  "world %i is what the model says it is",
  async (seed) => {
    const { violation, counts } = await simulate({ seed, commands: 600, judged: true, makeJudge: byModel });
    expect(violation).toBe(undefined);
    seen.merge(counts);
  },
  PATIENT_MS,
);

test.each(LONG)(
  "world %i keeps every promise over a long time",
  async (seed) => {
    const { violation, counts } = await simulate({ seed, commands: 1_500, judged: false, makeJudge: withoutModel });
    expect(violation).toBe(undefined);
    seen.merge(counts);
  },
  PATIENT_MS,
);

test("together they get to every corner", () => {
  expect(CORNERS.filter((corner) => seen.of(corner) === 0)).toEqual([]);
});

test(
  "the same seed gives the same world, under Node.js as well",
  async () => {
    const seeds = [11, 12];
    const here: string[] = [];
    for (const seed of seeds) {
      const { hash } = await simulate({ seed, commands: 500, judged: false, makeJudge: withoutModel });
      here.push(hash);
    }
    expect(await hashesInNode(seeds, 500, false)).toEqual(here);
  },
  PATIENT_MS,
);
