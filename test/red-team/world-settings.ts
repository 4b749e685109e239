// What a world is before the ring begins: markets, money, leverage, fees, who else takes part, and how index prices come
// and how fast they move.

import type { Dice } from "../workload/dice.ts";

/** Index prices are set by hand, or said by sources, which may fall silent or jump. */
export type Feed = "hand" | "sources";
/** No strategy vault; one that the ring provides; one whose provider is honest. */
export type VaultKind = "none" | "ring" | "honest";

export interface Setting {
  readonly feed: Feed;
  /** So many millionths an index moves in a second at most; 0 when it stands still. */
  readonly speed: number;
  /** Bases of default markets: BTC, NEAR, … */
  readonly markets: readonly string[];
  /** Of each player, whole dollars. */
  readonly money: readonly number[];
  readonly leverage: readonly number[];
  /** What the insurance fund starts with, whole dollars. */
  readonly fund: number;
  /** Of the ring's builder, 10⁻⁵. */
  readonly taker: number;
  readonly maker: number;
  readonly tag: number;
  readonly tier: number;
  readonly referral: boolean;
  readonly vault: VaultKind;
  /** Whether others than the ring take part: test/red-team/honest.ts. */
  readonly honest: boolean;
  /** Millionths that the index has moved since those opened their positions, so that some are near liquidation. */
  readonly past: number;
  /** Each player trades one side only, so that nothing is ever closed by a trade. */
  readonly oneSided: boolean;
}

/** Four wallets, a sub-account of the first, a rich one who claims; with a vault of the ring its provider and its fund. */
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

/** A setting of a kit: what it does not choose is drawn from what there is. */
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
    // A rebate that another's order earns its maker is the venue's to give.
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
