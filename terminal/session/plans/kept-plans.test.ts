import { expect, test } from "bun:test";
import { KeptPlans, type PlanStorage } from "./kept-plans.ts";
import { newPlan, type Plan, type TwapTerms } from "./moves/plan.ts";

const terms: TwapTerms = {
  ...{
    kind: "TWAP",
    symbol: "PERP_BTC_USDC",
    side: "BUY",
    marginMode: "CROSS",
    reduceOnly: false,
    lot: 0.001,
    tick: 0.1,
  },
  ...{ sizeLots: 10, slices: 2, intervalMs: 1_000, isRandom: false, limitTicks: null, mostLots: 100 },
};
const plan = (random: string, state: Plan["state"]) => ({ ...newPlan(terms, random), state });

function storage(): PlanStorage & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return { held, getItem: (name) => held.get(name) ?? null, setItem: (name, text) => void held.set(name, text) };
}

test("plans outlive the page, each account its own", () => {
  const tab = storage();
  const plans = [plan("one", { is: "running" }), plan("two", { is: "paused", why: { is: "by trader" } })];
  new KeptPlans(tab, "0xa").write(plans);
  expect(new KeptPlans(tab, "0xa").read()).toEqual(plans);
  expect(new KeptPlans(tab, "0xb").read()).toEqual([]);
});

test("of finished plans the last twenty are kept, of the others all", () => {
  const kept = new KeptPlans(storage(), "0xa");
  const over = Array.from({ length: 25 }, (_, at) => plan(`o${at}`, { is: "over", why: "filled", executedLots: 10 }));
  kept.write([plan("first", { is: "stopping" }), ...over]);
  expect(kept.read().map(({ id }) => id)).toEqual(["twap-first", ...over.slice(5).map(({ id }) => id)]);
});

test("entries written by another version or by hand are left out", () => {
  const [good] = [plan("good", { is: "running" })];
  for (const text of ["", "{", "null", '{"a":1}', '[1,null,{"id":"x"}]', JSON.stringify([{ ...good, named: -1 }])]) {
    const tab = storage();
    tab.setItem("evermark.plans.0xa", text);
    expect(new KeptPlans(tab, "0xa").read()).toEqual([]);
  }
});
