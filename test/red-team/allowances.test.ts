// The gains that the rules leave to a ring are taken out of its score to the cent, and anything it takes in addition is
// still seen.

import { describe, expect, test } from "bun:test";
import { type Command, Engine } from "@evermark/engine";
import { State } from "@evermark/engine/inside.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import type { MeetMove, Move } from "./moves.ts";
import { type Played, play } from "./plan-play.ts";
import type { Setting } from "./world-settings.ts";

const USDC = 1_000_000;
const SECOND_MS = 1_000;
const INSURANCE = 0;

const SETTING: Setting = {
  feed: "sources",
  speed: 2_000,
  markets: ["BTC", "ETH"],
  money: [10_000, 10_000, 10_000, 10_000, 0, 1_000_000],
  leverage: [100, 100, 100, 100, 100, 100],
  fund: 1_000_000,
  taker: 60,
  maker: 0,
  tag: 1_000,
  tier: 0,
  referral: false,
  vault: "none",
  honest: false,
  past: 0,
  oneSided: false,
};

const FUNDING = { type: "paid", market: 0, marginMode: "CROSS", rate: 0, mark: 0, quantity: 0 } as const;

function meet(by: number, taker: number, market: number, size: number, unit: "most" | "usdc" = "usdc"): MeetMove {
  const terms = { off: 0, unit, size, mode: "CROSS", tagged: false } as const;
  return { do: "meet", by, with: taker, kind: "IOC", market, side: "SELL", ...terms };
}

/**
 * An engine that moves this many dollars from one player to another once the first market has been halted for five
 * seconds, and reports the move as funding or not at all.
 */
function stealing(usdc: number, from: number, to: number, asFunding = false): () => Engine {
  return () => {
    const state = new State();
    const engine = new Engine(state);
    const apply = engine.apply.bind(engine);
    let haltedAt = 0;
    engine.apply = (command: Command, out) => {
      const answer = apply(command, out);
      if (haltedAt === 0 && engine.marketCount > 0 && engine.market(0).state === "HALTED") haltedAt = command.at;
      if (haltedAt <= 0 || command.at < haltedAt + 5 * SECOND_MS) return answer;
      haltedAt = -1;
      const first = engine.accountCount - SETTING.money.length;
      for (const [player, amount] of [[from, -usdc] as const, [to, usdc] as const]) {
        const account = first + player;
        state.accounts.setHolding(account, state.accounts.holding(account) + amount * USDC);
        if (asFunding) out?.funding({ ...FUNDING, account, fee: -amount * USDC, at: command.at });
      }
      return answer;
    };
    return engine;
  };
}

function played(moves: readonly Move[], changes: Partial<Setting> = {}, newEngine = () => new Engine()): Played {
  return play({ setting: { ...SETTING, ...changes }, moves }, newEngine);
}

/** The ring's gain plus the fees that it paid, in dollars. */
function won(...world: Parameters<typeof played>): number {
  const { score, fault } = played(...world);
  expect([fault, score.harm, Math.round(score.open)]).toEqual(["", "", 0]);
  return Math.round(score.fundLoss / USDC) + 0;
}

/** What the ring has cost the fund, in dollars. */
function paidByFund(moves: readonly Move[], changes: Partial<Setting> = {}): number {
  const engine = new Engine();
  played(moves, changes, () => engine);
  return Math.round(SETTING.fund - engine.margin(INSURANCE).accountValue / USDC);
}

describe("a wallet with rows in two markets that are halted at once", () => {
  const first = [meet(0, 3, 1, 300_000), meet(0, 2, 0, 300_000)];
  const falls: Move = { do: "jump", market: 1, percent: -25 };
  const rises: Move = { do: "jump", market: 0, percent: 22 };
  const halfWay: Move = { do: "jump", market: 1, percent: 22 };
  const wait: Move = { do: "wait", seconds: 8 };

  test.each([
    ["one after the other", [falls, wait, rises, halfWay]],
    ["the other first", [rises, wait, falls, halfWay]],
    ["both at once", [falls, rises, wait, halfWay]],
  ])("may owe what both halts together make it owe, once: %s", (_, moves) => {
    const plan = [...first, ...moves];
    expect(paidByFund(plan)).toBeGreaterThan(9_000);
    expect(won(plan)).toBe(0);
  });

  test("may give away none of its money meanwhile except `stop_slippage` of the row that was halted later", () => {
    const given = (usdc: number) => won([...first, falls, rises, wait, halfWay], {}, stealing(usdc, 0, 1));
    expect([given(2_990), given(4_000)]).toEqual([0, 1_000]);
  });

  test("is judged alone: what another wallet would have owed elsewhere does not count as its debt", () => {
    // The short wallet would be in debt in ETH if BTC had stayed where it was.
    const hedged = [meet(0, 1, 0, 100_000), meet(2, 0, 1, 40_000)];
    const plan: Move[] = [
      ...hedged,
      { do: "state", market: 0, state: "HALTED" },
      { do: "drift", market: 0, ppm: -2_000, steps: 60 },
      { do: "drift", market: 0, ppm: -2_000, steps: 60 },
      { do: "drift", market: 1, ppm: -2_000, steps: 60 },
      { do: "drift", market: 1, ppm: -2_000, steps: 60 },
      { do: "drift", market: 1, ppm: -2_000, steps: 60 },
    ];
    const feed = { feed: "hand" } as const;
    expect(paidByFund(plan, feed)).toBeGreaterThan(5_000);
    expect(won(plan, feed)).toBe(0);
  });
});

describe("a wallet whose gain in a halted market carries a loss elsewhere", () => {
  /** Player 0 is short BTC, which falls while it is halted, and long ETH, which falls too. */
  const carried: Move[] = [
    meet(0, 1, 0, 400_000),
    meet(2, 0, 1, 400_000),
    { do: "state", market: 0, state: "HALTED" },
    { do: "drift", market: 0, ppm: -2_000, steps: 50 },
    { do: "drift", market: 1, ppm: -2_000, steps: 50 },
  ];
  const back: Move = { do: "drift", market: 0, ppm: 2_000, steps: 50 };
  const feed = { feed: "hand" } as const;

  test("may owe that loss when the gain is gone, but no more than the gain was", () => {
    const plan = [...carried, back];
    expect(paidByFund(plan, feed)).toBeGreaterThan(20_000);
    expect(won(plan, feed)).toBe(0);
    expect(won(carried, feed)).toBe(0);
    // In addition, `stop_slippage` of 400,000 may be lost.
    expect(won(plan, feed, stealing(5_000, 0, 3))).toBeGreaterThan(950);
  });
});

describe("while a market is halted, a wallet may lose elsewhere", () => {
  const jump: Move = { do: "jump", market: 0, percent: -40 };
  const wait: Move = { do: "wait", seconds: 10 };

  test("what it has beyond the margin for the largest believed jump, and no more", () => {
    const { maxIndexJump } = defaultMarket("PERP_BTC_USDC");
    const spare = 9_500 - (25_000 * maxIndexJump) / 10_000_000_000;
    // It owes 40 % of 25,000 less what it has left.
    const plan: Move[] = [{ do: "transfer", by: 2, to: 3, share: 50 }, meet(0, 2, 0, 25_000), jump, wait];
    expect(Math.abs(won(plan, {}, stealing(spare - 100, 2, 1)))).toBeLessThan(1);
    expect(Math.abs(won(plan, {}, stealing(spare + 400, 2, 1)) - 400)).toBeLessThan(50);
  });

  test("nothing if it has no more than that, except `stop_slippage` of the rows that it had elsewhere", () => {
    const alone = [meet(0, 2, 0, 1_000, "most"), jump, wait];
    expect(won(alone, {}, stealing(50, 2, 1))).toBe(50);
    // 40,000 of ETH: 400.
    const beside = [meet(0, 2, 1, 40_000), meet(0, 2, 0, 1_000, "most"), jump, wait];
    expect(won(beside, {}, stealing(390, 2, 1))).toBe(0);
    expect(won(beside, {}, stealing(500, 2, 1))).toBeGreaterThan(95);
  });
});

describe("of a row that was opened during a pause elsewhere", () => {
  const opened: Move[] = [
    meet(2, 0, 0, 300_000),
    { do: "state", market: 0, state: "HALTED" },
    meet(0, 5, 1, 900_000),
    // After this the wallet has less than the margin counted for the halted row.
    { do: "drift", market: 1, ppm: 2_000, steps: 20 },
  ];
  const closes: Move = { ...meet(1, 0, 1, 300_000), off: 9_000 };
  const swing: Move[] = [
    { do: "drift", market: 1, ppm: 2_000, steps: 40 },
    { do: "drift", market: 0, ppm: -2_000, steps: 40 },
  ];
  const world = { feed: "hand", money: [100_000, 100_000, 100_000, 10_000, 0, 1_000_000] } as const;

  test("`stop_slippage` may be lost to another wallet, once", () => {
    expect(paidByFund([...opened, closes, ...swing], world)).toBeGreaterThan(1_000);
    expect(won([...opened, closes, ...swing], world)).toBe(0);
    // Everything beyond that is a gain.
    const stolen = (usdc: number) => won([...opened, ...swing], world, stealing(usdc, 0, 1));
    const [some, more] = [stolen(45_000), stolen(46_000)];
    expect(some).toBeGreaterThan(0);
    expect(more - some).toBe(1_000);
  });
});

describe("funding that comes due during a pause", () => {
  /** 100,000 pays 30 for each of three days. */
  const days: Move[] = Array.from({ length: 9 }, () => ({ do: "until", place: "funding" }));
  const fall: Move = { do: "drift", market: 0, ppm: -2_000, steps: 60 };
  const plan: Move[] = [meet(0, 2, 0, 100_000), { do: "clock", halted: true }, ...days, fall, fall];
  const feed = { feed: "hand", markets: ["BTC"] } as const;

  test("may be paid out of what a wallet will owe when the pause ends", () => {
    expect(paidByFund(plan, feed)).toBeGreaterThan(5_000);
    expect(won(plan, feed)).toBe(0);
    const haltedMarket = plan.with(1, { do: "state", market: 0, state: "HALTED" });
    expect(won(haltedMarket, feed)).toBe(0);
    expect(won(haltedMarket, feed, stealing(100, 2, 0))).toBe(100);
  });

  test("but must leave 0.5 % of a position in BTC", () => {
    const [halted, owing]: Move[][] = [
      [meet(0, 2, 0, 100_000), { do: "state", market: 0, state: "HALTED" }],
      [{ do: "wait", seconds: 10 }, fall, fall],
    ];
    const paying = (usdc: number) => won([...halted!, ...owing!], feed, stealing(usdc, 2, 1, true));
    expect(paying(9_400)).toBe(0);
    expect(Math.abs(paying(9_800) - 360)).toBeLessThan(15);
  });
});

describe("while a market is in doubt", () => {
  const rises: Move = { do: "jump", market: 0, percent: 25 };
  const goesOn: Move = { do: "state", market: 0, state: "ACTIVE" };
  const falls: Move = { do: "jump", market: 0, percent: -28 };
  const wait: Move = { do: "wait", seconds: 10 };
  /**
   * The short wallet, which is in debt at the sources' price, closes a part with the long wallet, which would have
   * gained there.
   */
  const closed = (mode: "CROSS" | "ISOLATED"): Move[] => [
    { ...meet(0, 2, 0, 300_000), mode },
    rises,
    goesOn,
    { ...meet(2, 0, 0, 100_000), mode },
  ];

  test.each([
    ["where sources are", []],
    ["where they come back to", [falls]],
  ])("a pair may close a part of its positions there, at the believed index, before the doubt ends %s", (_, moves) => {
    const plan = [...closed("CROSS"), ...moves, wait];
    expect(paidByFund(plan)).toBeGreaterThan(5_000);
    expect(won(plan)).toBe(0);
  });

  test("closing a part of an isolated row releases that part's margin", () => {
    const plan = [...closed("ISOLATED"), falls, wait];
    expect(paidByFund(plan)).toBeGreaterThan(5_000);
    expect(won(plan)).toBe(0);
  });

  test("but the pair may give away none of its money by that", () => {
    expect(won([...closed("CROSS"), falls, wait], {}, stealing(500, 2, 1))).toBe(500);
  });
});

test("rows that a wallet closes elsewhere during a pause need no margin any more", () => {
  // The margin of 90,000 at 10× becomes free with them, and a maker fee of one per cent takes some of it.
  const plan: Move[] = [
    { do: "leverage", by: 0, market: 1, leverage: 10, mode: "CROSS" },
    meet(0, 3, 0, 100),
    { do: "jump", market: 0, percent: -25 },
    meet(0, 1, 1, 90_000),
    { do: "fees", taker: 60, maker: 1_000, tag: 1_000 },
    { ...meet(0, 1, 1, 140_000), side: "BUY" },
    { do: "jump", market: 1, percent: -25 },
    { do: "wait", seconds: 30 },
  ];
  expect(paidByFund(plan)).toBeGreaterThan(3_000);
  expect(won(plan)).toBe(0);
});

describe("a pause ends", () => {
  test("at the price level that is acted on, although the price moves on while sources are silent", () => {
    const plan: Move[] = [
      meet(0, 2, 0, 1_000, "most"),
      { do: "jump", market: 0, percent: -28 },
      { do: "silence", market: 0, sources: 3, seconds: 25 },
      { do: "state", market: 0, state: "REDUCE_ONLY" },
      { do: "drift", market: 0, ppm: -2_000, steps: 2 },
      { do: "wait", seconds: 30 },
      { do: "jump", market: 0, percent: 39 },
    ];
    expect(won(plan)).toBe(0);
    expect(won(plan, {}, stealing(100, 2, 3))).toBeLessThanOrEqual(100);
  });

  test("where a delisting closes the market, with every sample or with some missed", () => {
    const delisted: Move[] = [
      meet(0, 2, 0, 1_000, "most"),
      { do: "delist", market: 0, minutes: 2 },
      { do: "clock", halted: true },
      { do: "drift", market: 0, ppm: -2_000, steps: 50 },
      { do: "drift", market: 0, ppm: 2_000, steps: 20 },
    ];
    const away: Move = { do: "session", seconds: 60, heard: 1, market: 0, ppm: 0 };
    const wait: Move = { do: "wait", seconds: 60 };
    const feed = { feed: "hand", markets: ["NEAR"] } as const;
    expect(paidByFund([...delisted, wait], feed)).toBeGreaterThan(4_000);
    expect(won([...delisted, wait], feed)).toBe(0);
    expect(won([...delisted, away, wait], feed)).toBe(0);
    const halted = delisted.with(2, { do: "state", market: 0, state: "HALTED" });
    expect(won([...halted, away, wait], feed)).toBe(0);
    expect(won([...halted, away, wait], feed, stealing(100, 2, 1))).toBe(100);
  });
});

describe("a fund in need gives away a row after the pause in which it received the row", () => {
  const moves: Move[] = [
    meet(2, 5, 1, 200_000),
    { ...meet(2, 5, 0, 100_000), side: "BUY" },
    { do: "state", market: 0, state: "HALTED" },
    { do: "drift", market: 0, ppm: -2_000, steps: 50 },
    { do: "state", market: 0, state: "POST_ONLY" },
    { do: "claim fund", by: 3, which: 2, share: 1_000 },
  ];
  const world: Partial<Setting> = {
    ...{ feed: "hand", fund: 20_000, taker: 30, tier: 4, leverage: [10, 100, 50, 100, 100, 100] },
    money: [100_000, 100_000, 10_000, 100_000, 0, 1_000_000],
  };

  test("whose fee was needed for its account's debts elsewhere: the full discount is allowed, and no more", () => {
    const { steps, score } = played(moves, world);
    expect(steps.some((step) => "command" in step && step.command.type === "claim_insurance_fund")).toBe(true);
    expect(won(moves, world)).toBe(0);
    expect(Math.abs(score.fundLoss)).toBeLessThan(100_000);
  });
});

describe("an index that lags because one of three sources is silent", () => {
  const pair: Move = { ...meet(0, 2, 0, 1_000, "most"), mode: "ISOLATED" };
  const silence: Move = { do: "silence", market: 0, sources: 1, seconds: 25 };
  const fall: Move = { do: "drift", market: 0, ppm: -2_000, steps: 12 };

  test("leaves an allowed debt of accounts that are taken over meanwhile", () => {
    expect(paidByFund([pair, silence, fall])).toBeGreaterThan(500);
    expect(won([pair, silence, fall])).toBe(0);
  });

  test("and allows nothing else", () => {
    const halted: Move = { do: "state", market: 0, state: "HALTED" };
    const goesOn: Move = { do: "state", market: 0, state: "ACTIVE" };
    const moves = [pair, silence, fall, halted, { do: "wait", seconds: 6 } as const, goesOn];
    expect(won(moves, {}, stealing(200, 0, 1))).toBe(200);
  });
});

describe("no jump goes unnoticed just after sources have fallen silent:", () => {
  const pair = meet(0, 2, 0, 1_000, "most");
  const silence: Move = { do: "silence", market: 0, sources: 3, seconds: 8 };
  const jump: Move = { do: "jump", market: 0, percent: 25 };
  const stale: Move = { do: "jump", market: 0, percent: -25 };

  test.each<[string, Move[], number[]]>([
    ["in a live market", [silence, { do: "drift", market: 0, ppm: 2_000, steps: 1 }, jump], [601_200]],
    ["in the last seconds of a halt", [stale, { do: "wait", seconds: 28 }, silence, jump], [450_000]],
    [
      "after a start that a few of them have seen",
      [{ do: "session", seconds: 1, heard: 1, market: 0, ppm: 0 }, { ...silence, sources: 2 }, jump],
      [],
    ],
    ["it comes once they are missed", [silence, { do: "wait", seconds: 5 }, jump], [750_000]],
  ])("%s", (_, moves, prices) => {
    const { steps } = played([pair, ...moves]);
    expect(steps.flatMap((step) => ("said" in step ? [step.said] : []))).toEqual(prices);
    expect(won([pair, ...moves])).toBe(0);
  });
});

describe("while one of three sources is silent, and the index lags a little", () => {
  const moves: Move[] = [
    { do: "drift", market: 0, ppm: -500, steps: 20 },
    { do: "until", place: "eve" },
    { do: "vault", by: 0, operation: "LP_DEPOSIT", share: 1_000, seen: -1 },
    { do: "wait", seconds: 11 },
    { do: "silence", market: 0, sources: 1, seconds: 3 },
    { do: "drift", market: 0, ppm: 500, steps: 4 },
    { do: "until", place: "period" },
  ];
  const world: Partial<Setting> = { vault: "honest", honest: true, markets: ["BTC"], taker: 10 };

  test("shares of a vault may be bought at the fund's value by that index", () => {
    const money = [100_000, 100_000, 100_000, 10_000, 0, 1_000_000];
    const { score, steps } = played(moves, { ...world, money });
    expect(steps.some((step) => "command" in step && step.command.type === "request_vault_operation")).toBe(true);
    expect(Math.abs(score.gain)).toBeLessThan(10_000);
  });
});
