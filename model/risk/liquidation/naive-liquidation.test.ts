// A paused market stops only itself: what happens to the rest of an account meanwhile, and what a debt that has to wait
// does to the fund. Rules 7.1, 7.3, 7.5, 7.7, 7.10, 11.4.

import { describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { deposit, START } from "@evermark/engine/testing/setup.ts";
import { money, quantity } from "@evermark/engine/testing/vectors.ts";
import type { NaiveAnswer } from "../../naive-exchange.ts";
import { ETH, SmallModel, SOL } from "../../testing/small-model.ts";
import { burdenedEstate, fundEstate, isInsolvent } from "../fund/naive-fund.ts";
import { openOffers } from "./naive-liquidation.ts";

const RICH = "10000000";

/** Account 0 is long 1 ETH at 3,000 and 1 SOL at 150 with 98.11 left; account 1 is on the other side. SOL then halts. */
function besideAHalt(): SmallModel {
  const model = new SmallModel(["100", RICH]);
  model.lever(0, 100);
  for (const [market, at] of [
    [ETH, "3000"],
    [SOL, "150"],
  ] as const) {
    model.sell({ account: 1, market, size: "1", at });
    model.buy({ account: 0, market, size: "1" });
  }
  model.enter("HALTED", SOL);
  return model;
}

function turns(answer: NaiveAnswer): string[] {
  return answer.events.flatMap((event) => {
    if (event.type !== "liquidation") return [];
    const { report } = event;
    if (report.type !== "transferred") return [report.type];
    return [`${report.kind} of ${report.positions!.length} for ${report.amount}`];
  });
}

function offered(model: SmallModel): number[][] {
  const offers = openOffers(model.state).filter(({ kind }) => kind === "liquidated");
  return offers.map(({ positions }) => positions.map(({ market }) => market));
}

const claim = (liquidationId: number) =>
  ({
    type: "claim_liquidation",
    at: START,
    account: 1,
    liquidationId,
    ratio: 100_000_000,
    extraRatio: 0,
    limits: [],
    ratios: [],
  }) as const;

describe("an account below maintenance that also has a position in a paused market", () => {
  test("is liquidated where markets are live, at fees that the whole account bears", () => {
    const model = besideAHalt();
    // 18.11 against 17.52 and 0.9.
    expect(turns(model.pin("2920"))).toEqual(["triggered"]);
    expect(offered(model)).toEqual([[ETH]]);
    const { liquidationId } = openOffers(model.state)[0]!;
    model.apply(claim(liquidationId));
    // ⌊18.11 × 2,920 ÷ 3,070⌋ is 17.225146 of the full 17.52.
    expect(model.exchange.margin(0).totalCollateral).toBe(884_854);
    expect(model.held(0, SOL)).toBe(quantity("1"));
    // 0.884854 against 0.9: it waits, frozen and without an offer.
    expect(offered(model)).toEqual([]);
    expect(model.sell({ account: 0, market: SOL, size: "0.1" }).rejection).toBe("refused");
    model.enter("ACTIVE", SOL);
    expect(offered(model)).toEqual([[SOL]]);
    expect(openOffers(model.state)[0]!.liquidationId).toBeGreaterThan(liquidationId);
  });

  test("loses its offers while their market stands still, and gets new ones with a new time when it resumes", () => {
    const model = besideAHalt();
    model.pin("2920");
    const [before] = openOffers(model.state);
    model.now += 9_000;
    model.enter("HALTED");
    expect(offered(model)).toEqual([]);
    model.apply(deposit(0, money("0.000001"), "a little"));
    expect(turns(model.tick())).toEqual([]);
    model.now += 5_000;
    model.enter("ACTIVE");
    const [after] = openOffers(model.state);
    expect(after).toMatchObject({ startedAt: model.now, liquidationId: before!.liquidationId + 1 });
  });

  test("is left alone while all its markets are paused", () => {
    const model = besideAHalt();
    model.enter("HALTED");
    Object.assign(model.state.markets[ETH]!, { mark: 292_000_000_000n, expected: 292_000_000_000n });
    expect(turns(model.apply(deposit(0, money("0.1"), "a little")))).toEqual([]);
    // 18.21 against 18.42 as soon as one of the two resumes.
    expect(turns(model.enter("ACTIVE", SOL))).toEqual(["triggered"]);
    expect(offered(model)).toEqual([[SOL]]);
  });

  test("goes to the fund in two steps, and its debt with the second", () => {
    const model = besideAHalt();
    // 100 − 1.8 − 110 − 0.09.
    expect(turns(model.pin("2890"))).toEqual(["triggered", "takeover of 1 for 0"]);
    expect(model.exchange.margin(0)).toMatchObject({ holding: -11_800_000, totalCollateral: -11_890_000 });
    expect(model.exchange.brokenInvariant()).toBeNull();
    // The fund's shown figures exclude that debt; its solvency includes it.
    expect(fundEstate(model.state).collateral).toBe(0n);
    expect(burdenedEstate(model.state).collateral).toBe(money("-11.89"));
    expect(isInsolvent(model.state)).toBe(true);
    expect(model.withdraw(1, "5").rejection).toBe("refused");
    expect(turns(model.enter("ACTIVE", SOL))).toEqual(["takeover of 1 for -11890000"]);
    expect(model.exchange.margin(0).holding).toBe(0);
    expect(model.state.insurance.holding).toBe(money("-11.89"));
    expect(model.state.liquidations.running).toEqual([]);
    expect(model.exchange.brokenInvariant()).toBeNull();
  });

  test("is released by money that came meanwhile, when the market resumes", () => {
    const model = besideAHalt();
    model.pin("2890");
    expect(turns(model.apply(deposit(0, money("13"), "later")))).toEqual([]);
    // 1.11 against 0.9.
    expect(turns(model.enter("ACTIVE", SOL))).toEqual(["recovered"]);
    expect(model.held(0, SOL)).toBe(quantity("1"));
    expect(model.exchange.margin(0).holding).toBe(1_200_000);
  });

  test("pays its debt from its profit in the paused market", () => {
    const model = besideAHalt();
    model.pin("2890");
    // The operator's price for a market that stands still: −11.89 + 20, of which nothing is settled yet.
    expect(turns(model.pin("170", SOL))).toEqual([]);
    expect(model.exchange.margin(0)).toMatchObject({ holding: -11_800_000, totalCollateral: 8_110_000 });
    expect(turns(model.enter("ACTIVE", SOL))).toEqual(["recovered"]);
    expect(model.exchange.margin(0)).toMatchObject({ holding: 8_110_000, totalCollateral: 8_110_000 });
    expect(model.exchange.brokenInvariant()).toBeNull();
  });

  test("is then offered like any other, if it can pay a liquidator", () => {
    const model = besideAHalt();
    model.pin("2890");
    model.apply(deposit(0, money("12.5"), "later"));
    // 0.61 against 0.45 and 0.9.
    expect(turns(model.enter("ACTIVE", SOL))).toEqual([]);
    expect(offered(model)).toEqual([[SOL]]);
  });

  test("counts in the fund ratio of auto-deleveraging", () => {
    const model = besideAHalt();
    model.pin("2890");
    model.apply({ type: "top_up_insurance", at: START, amount: micros(736_390_000), reference: "operator:1" });
    // 736.39 − 11.89 is more than a quarter of 2,890.
    for (let n = 0; n < 31; n++) model.tick();
    expect(model.state.insurance.rows[ETH]!.quantity).toBe(quantity("1"));
    model.pin("2800");
    model.tick();
    // 646.39 − 11.89 is 634.5: (2,800 − 634.5 ÷ 0.3) ÷ 2,800 is given back, rounded up to the lot.
    expect(model.state.insurance.rows[ETH]!.quantity).toBe(quantity("1") - quantity("0.2447"));
  });
});

describe("maintenance", () => {
  test("is a pause of everything: offers end with its start and return after it", () => {
    const model = besideAHalt();
    model.pin("2920");
    const window = { startAt: model.now + 1_000, endAt: model.now + 3_000, message: "" };
    model.apply({ type: "schedule_maintenance", at: START, ...window } as never);
    model.tick();
    expect(offered(model)).toEqual([]);
    model.tick(2_000);
    expect(offered(model)).toEqual([]);
    model.tick(60_000);
    expect(offered(model)).toEqual([[ETH]]);
  });
});

describe("an account without a position", () => {
  test("goes to the fund at once with its debt, whatever is paused", () => {
    const model = new SmallModel(["100", RICH]);
    model.enter("HALTED");
    model.enter("HALTED", SOL);
    // No rule leads there: only a manual change of balances does.
    model.state.accounts[0]!.holding -= money("103");
    model.state.insurance.holding += money("103");
    expect(model.exchange.brokenInvariant()).not.toBeNull();
    const answer = model.apply(deposit(1, money("1"), "any"));
    expect(turns(answer)).toEqual(["triggered", "takeover of 0 for -3000000"]);
    expect(model.state.insurance.holding).toBe(money("100"));
    expect(model.exchange.brokenInvariant()).toBeNull();
  });

  test("keeps what it has if only its isolated orders reserved too much", () => {
    const model = new SmallModel(["400", RICH]);
    model.buy({ account: 0, size: "1", at: "3000", more: { marginMode: "ISOLATED" } });
    model.state.accounts[0]!.holding -= money("200");
    model.state.insurance.holding += money("200");
    const answer = model.apply(deposit(1, money("1"), "any"));
    expect(turns(answer)).toEqual(["triggered", "recovered"]);
    expect(model.open(0)).toEqual([]);
    expect(model.exchange.margin(0).holding).toBe(200_000_000);
  });
});

test("a claimer stays within the position limits, and the cap on open interest does not apply", () => {
  const model = new SmallModel(["100", RICH, RICH]);
  model.lever(0, 100);
  model.sell({ account: 2, size: "1", at: "3000" });
  model.buy({ account: 0, size: "1" });
  const set = (maxNotional: number) =>
    model.apply({
      type: "set_market_rules",
      at: START,
      market: ETH,
      maxNotional: micros(maxNotional),
      globalMaxOiCap: micros(1_000_000),
    });
  // 100 − 1.8 − 85 against 17.49.
  model.pin("2915");
  const { liquidationId } = openOffers(model.state)[0]!;
  set(2_914_000_000);
  expect(model.apply(claim(liquidationId)).rejection).toBe("position_limit");
  set(2_915_000_000);
  expect(model.apply(claim(liquidationId)).rejection).toBeNull();
  expect(model.held(1)).toBe(quantity("1"));
});
