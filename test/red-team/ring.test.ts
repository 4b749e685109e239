// A small fixed part of the red team's work: no kit gains anything in its first worlds, and the score can be trusted.

import { expect, test } from "bun:test";
import { Engine } from "@evermark/engine";
import { State } from "@evermark/engine/inside.ts";
import { Dice } from "../workload/dice.ts";
import { findKit, KIT_NAMES } from "./kits.ts";
import { freshPlan, mutate } from "./mutation.ts";
import { play } from "./plan-play.ts";
import { Search } from "./search.ts";
import { shrink } from "./shorter-find.ts";
import { type RingRecording, recordingOf, recordingText, replayRecording } from "./written-find.ts";

const WORLDS = 60;
const INSURANCE = 0;
const newEngine = () => new Engine();

test.each(KIT_NAMES.map((name, number) => [name, number] as const))(
  "wallets that act together gain nothing at the fund's expense: %s",
  (name, number) => {
    const search = new Search(findKit(name)!, 500 + number, newEngine);
    for (let left = WORLDS; left > 0; left--) {
      const find = search.next();
      expect(find?.plan).toBeUndefined();
    }
    expect(search.commands).toBeGreaterThan(WORLDS * 50);
  },
);

test("what the ring, the fund and the venue have sums to the custody, in every world, and the engine's audit agrees", () => {
  const dice = new Dice(7);
  for (const name of KIT_NAMES) {
    const kit = findKit(name)!;
    let plan = freshPlan(dice, kit);
    for (let left = 4; left > 0; left--) {
      const engine = new Engine();
      const { score, fault } = play(plan, () => engine);
      expect([fault, Math.round(score.open)]).toEqual(["", 0]);
      engine.audit();
      plan = mutate(dice, kit, plan, freshPlan(dice, kit));
    }
  }
});

test("where other people take part, no world pays a rebate for their orders", () => {
  const dice = new Dice(9);
  for (const name of ["storm", "people", "everything"]) {
    const kit = findKit(name)!;
    let plan = freshPlan(dice, kit);
    for (let left = 2_000; left > 0; left--) {
      expect(plan.setting.honest && plan.setting.maker < 0).toBe(false);
      plan = mutate(dice, kit, plan, freshPlan(dice, kit));
    }
  }
});

test("a seed always gives the same search", () => {
  const [first, second] = [0, 1].map(() => new Search(findKit("everything")!, 3, newEngine));
  for (let left = 30; left > 0; left--) expect(first!.next()).toEqual(second!.next());
  expect([first!.commands, first!.best]).toEqual([second!.commands, second!.best]);
});

test("a recording is played again from its steps alone, to the same score", () => {
  const dice = new Dice(12);
  for (const name of ["halt", "storm", "vault", "speck", "people", "outage", "provider"]) {
    const plan = freshPlan(dice, findKit(name)!);
    const played = play(plan, newEngine);
    const text = recordingText(recordingOf(name, 1, { plan, played }));
    const texts: string[] = [];
    const replayed = replayRecording(JSON.parse(text) as RingRecording, new Engine(), (step) => texts.push(step.text));
    expect(texts).toHaveLength(played.steps.length);
    // The edge and the harm are only found while playing the moves.
    expect({ ...replayed, edge: 0, harm: "" }).toEqual({ ...played.score, edge: 0, harm: "" });
  }
});

test("a find is shortened to what it needs", () => {
  // In this venue the insurance fund pays every account that cancels the orders of one market.
  const broken = () => {
    const state = new State();
    const engine = new Engine(state);
    const apply = engine.apply.bind(engine);
    engine.apply = (command, out) => {
      const answer = apply(command, out);
      if (command.type !== "cancel_all_orders" || command.market !== 0) return answer;
      state.accounts.setHolding(INSURANCE, state.accounts.holding(INSURANCE) - 9_000_000);
      state.accounts.setHolding(command.account, state.accounts.holding(command.account) + 9_000_000);
      return answer;
    };
    return engine;
  };
  const plan = freshPlan(new Dice(5), findKit("walk")!);
  const cancel = { do: "cancel" as const, by: 0, market: 0 };
  const found = { ...plan, moves: [...plan.moves, cancel, ...plan.moves] };
  const short = shrink({ plan: found, played: play(found, broken) }, broken);
  expect(short.plan.moves).toEqual([cancel]);
  expect(short.played.score.fundLoss).toBe(9_000_000);
});
