// The other people's side of the score: what they agreed to is not the ring's gain, wherever the ring has put the mark.

import { expect, test } from "bun:test";
import { Engine } from "@evermark/engine";
import type { Move } from "./moves.ts";
import { play } from "./plan-play.ts";
import type { Setting } from "./world-settings.ts";

const SETTING: Setting = {
  feed: "hand",
  speed: 500,
  markets: ["BTC"],
  money: [100_000, 100_000, 100_000, 10_000, 0, 1_000_000],
  leverage: [50, 100, 50, 50, 10, 100],
  fund: 20_000,
  taker: 60,
  maker: 0,
  tag: 1_000,
  tier: 0,
  referral: false,
  vault: "none",
  honest: true,
  past: 3_000,
  oneSided: false,
};

function scoreOf(moves: readonly Move[], changes: Partial<Setting> = {}) {
  const { gain, harm } = play({ setting: { ...SETTING, ...changes }, moves }, () => new Engine()).score;
  return { gain: Math.round(gain / 1_000_000) + 0, harm };
}

test("what one of them has brought the fund is earned by the claimer of the position, even at a painted mark", () => {
  const fall: Move = { do: "drift", market: 0, ppm: -500, steps: 55 };
  const paint: Move = {
    do: "paint",
    by: 1,
    with: 2,
    market: 0,
    bid: -2_600,
    ask: -2_590,
    usdc: 500_000,
    minutes: 4,
    keep: false,
    toward: 0,
  };
  const claim: Move = { do: "claim fund", by: 5, which: 2, share: 1_000 };
  // The keen long holder is liquidated, and the fund deleverages a part of what it took over.
  const moves: Move[] = [{ do: "honest", act: "close", who: 4, market: 0 }, fall, paint, claim];
  expect(scoreOf(moves)).toEqual({ gain: 0, harm: "" });
  expect(scoreOf([...moves.slice(0, 2), claim])).toEqual({ gain: 0, harm: "" });
});

test("a holder whose margin has become thin closes where it can pay for it", () => {
  const rise: Move = { do: "step", market: 0, percent: 19 };
  const moves: Move[] = [
    rise,
    rise,
    { do: "step", market: 0, percent: 5.26 },
    { do: "honest", act: "close", who: 2, market: 0 },
  ];
  expect(scoreOf(moves, { past: 0 })).toEqual({ gain: 0, harm: "" });
});

test("a holder who closes where nothing may be opened has a bid as large as the maker's own position can take", () => {
  const moves: Move[] = [
    { do: "drift", market: 0, ppm: 3_000, steps: 20 },
    { do: "honest", act: "close", who: 3, market: 0 },
    { do: "state", market: 0, state: "REDUCE_ONLY" },
    { do: "honest", act: "close", who: 5, market: 0 },
  ];
  expect(scoreOf(moves, { past: 0, speed: 300 })).toEqual({ gain: 0, harm: "" });
});

test("an investor's part of the funding that the fund pays in the second of a start is the provider's to trade away", () => {
  const until: Move = { do: "until", place: "period" };
  const quotes = { bid: -1_250, ask: -1_050, usdc: 110_000, minutes: 0, keep: true, toward: -1 } as const;
  const paint: Move = { do: "paint", by: 1, with: 7, market: 0, ...quotes };
  // The fourth start is at 08:00, when funding is paid: the fund is short against one of the ring's wallets.
  const moves: Move[] = [
    { do: "vault", by: 6, operation: "SP_DEPOSIT", share: 1_000, seen: 0 },
    until,
    paint,
    { do: "vault state", state: "live" },
    until,
    paint,
    { do: "honest", act: "invest" },
    until,
    until,
  ];
  const money = [10_000, 10_000, 10_000, 10_000, 0, 1_000_000, 1_000_000, 0];
  const leverage = [50, 50, 100, 100, 50, 50, 50, 50];
  const world = { vault: "ring", past: 0, speed: 0, tier: 4, fund: 1_000_000, maker: 30, money, leverage } as const;
  const { gain, harm } = scoreOf(moves, world);
  expect(harm).toBe("");
  expect(gain).toBeLessThanOrEqual(0);
});
