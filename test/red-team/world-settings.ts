// A world before the ring begins: markets, money, leverage, fees, who else takes part, and how index prices arrive and
// how fast they move.

import type { Dice } from "../workload/dice.ts";

/** Index prices are set by hand, or reported by sources, which may fall silent or jump. */
export type Feed = "hand" | "sources";
/** No strategy vault; one that the ring provides; or one with an honest provider. */
export type VaultKind = "none" | "ring" | "honest";

export interface Setting {
  readonly feed: Feed;
  /** The index's largest move in a second, in millionths; 0 when it does not move. */
  readonly speed: number;
  /** Bases of default markets: BTC, NEAR, … */
  readonly markets: readonly string[];
  /** The money of each player, in whole dollars. */
  readonly money: readonly number[];
  readonly leverage: readonly number[];
  /** The insurance fund's initial balance, in whole dollars. */
  readonly fund: number;
  /** The fees of the ring's builder, in 10⁻⁵. */
  readonly taker: number;
  readonly maker: number;
  readonly tag: number;
  readonly tier: number;
  readonly referral: boolean;
  readonly vault: VaultKind;
  /** Whether others than the ring take part: test/red-team/honest.ts. */
  readonly honest: boolean;
  /**
   * How far the index has moved since other people opened their positions, in millionths, so that some are near
   * liquidation.
   */
  readonly past: number;
  /** Whether each player trades one side only, so that no trade closes anything. */
  readonly oneSided: boolean;
}

/**
 * Four wallets, a sub-account of the first, and a rich one who claims; with a vault of the ring also its provider and
 * its fund.
 */
export const SUB_ACCOUNT = 4;
export const RICH = 5;
export const PROVIDER = 6;
export const VAULT_FUND = 7;

export const FIRST_PRICES: Readonly<Record<string, number>> = {
  BTC: 6_000_000_000_000,
  ETH: 300_000_000_000,
  SOL: 15_000_000_000,
  NEAR: 500_000_000,
  ARB: 40_000_000,
};

export function playersOf(setting: Setting): number {
  return setting.vault === "ring" ? VAULT_FUND + 1 : RICH + 1;
}

type Choices = Partial<{ [Key in keyof Setting]: readonly Setting[Key][] }>;

const MONEY = [100, 1_000, 10_000, 100_000] as const;

/** A kit's setting: what the kit does not choose is drawn from all possibilities. */
export function drawSetting(dice: Dice, choices: Choices): Setting {
  const choose = <Key extends keyof Setting>(key: Key, all: readonly Setting[Key][]): Setting[Key] =>
    dice.pick(choices[key] ?? all);
  const markets = choose("markets", [["BTC"], ["BTC"], ["NEAR"], ["SOL"], ["ARB"], ["BTC", "ETH"], ["BTC", "NEAR"]]);
  const vault = choose("vault", ["none"]);
  const honest = choose("honest", [false]);
  const money = dice.pick(MONEY);
  const players = vault === "ring" ? VAULT_FUND + 1 : RICH + 1;
  return {
    feed: choose("feed", ["hand"]),
    speed: choose("speed", [0]),
    markets,
    money:
      choices.money === undefined
        ? Array.from({ length: players }, (_, player) => moneyOf(dice, player, money))
        : dice.pick(choices.money),
    leverage: Array.from({ length: players }, () => dice.pick([100, 100, 100, 50, 50, 10])),
    fund: choose("fund", [1_000_000, 1_000_000, 20_000]),
    taker: choose("taker", [30, 60, 60, 10]),
    // A rebate for a maker whose order other people take is the venue's to give, not a gain of the ring.
    maker: choose("maker", honest ? [0, 30] : [0, 30, -2]),
    tag: choose("tag", [1_000]),
    tier: choose("tier", [0, 4]),
    referral: choose("referral", [false, false, true]),
    vault,
    honest,
    past: choose("past", [0, 0, 2_000, -2_000, 3_000, -3_000, 3_500, -3_500]),
    oneSided: choose("oneSided", [false]),
  };
}

function moneyOf(dice: Dice, player: number, usual: number): number {
  if (player === VAULT_FUND || player === SUB_ACCOUNT) return 0;
  if (player === RICH || player === PROVIDER) return 1_000_000;
  return dice.chance(700) ? usual : dice.pick(MONEY);
}
