// What a world is before the ring begins: markets, money, leverage, fees, and how its index prices behave.

import type { Dice } from "../dice.ts";

/**
 * How index prices behave. `standing`: not at all. `slow`: so slowly that whoever is liquidated in time leaves no debt.
 * `fast`: up to 0.2 % a second. `reported`: by sources that jump and fall silent, and markets halt.
 */
export type IndexKind = "standing" | "slow" | "fast" | "reported";

export interface Setting {
  readonly index: IndexKind;
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
  readonly vault: boolean;
  /** Each player trades one side only, so that nothing is ever closed by a trade. */
  readonly oneSided: boolean;
}

/** Four wallets, a sub-account of the first, a rich one who claims; with a vault its provider and its fund. */
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
  return setting.vault ? VAULT_FUND + 1 : RICH + 1;
}

type Choices = Partial<{ [Key in keyof Setting]: readonly Setting[Key][] }>;

const MONEY = [100, 1_000, 10_000, 100_000] as const;

/** A setting of a kit: what it does not choose is drawn from what there is. */
export function drawSetting(dice: Dice, choices: Choices): Setting {
  const choose = <Key extends keyof Setting>(key: Key, all: readonly Setting[Key][]): Setting[Key] =>
    dice.pick(choices[key] ?? all);
  const markets = choose("markets", [["BTC"], ["BTC"], ["NEAR"], ["SOL"], ["ARB"], ["BTC", "ETH"], ["BTC", "NEAR"]]);
  const vault = choose("vault", [false]);
  const money = dice.pick(MONEY);
  const players = vault ? VAULT_FUND + 1 : RICH + 1;
  return {
    index: choose("index", ["standing"]),
    markets,
    money:
      choices.money === undefined
        ? Array.from({ length: players }, (_, player) => moneyOf(dice, player, money))
        : dice.pick(choices.money),
    leverage: Array.from({ length: players }, () => dice.pick([100, 100, 100, 50, 50, 10])),
    fund: choose("fund", [1_000_000, 1_000_000, 20_000]),
    taker: choose("taker", [30, 60, 60, 10]),
    maker: choose("maker", [0, 30, -2]),
    tag: choose("tag", [1_000]),
    tier: choose("tier", [0, 4]),
    referral: choose("referral", [false, false, true]),
    vault,
    oneSided: choose("oneSided", [false]),
  };
}

function moneyOf(dice: Dice, player: number, usual: number): number {
  if (player === VAULT_FUND || player === SUB_ACCOUNT) return 0;
  if (player === RICH || player === PROVIDER) return 1_000_000;
  return dice.chance(700) ? usual : dice.pick(MONEY);
}
