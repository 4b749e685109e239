// Kits: each looks for another kind of attack with moves and worlds of its own, because a search that may do everything
// finds little of anything. A kit says which moves there are and how often, what worlds, and how far prices go.

import type { OrderType } from "@evermark/engine";
import type { Dice } from "../dice.ts";
import { type MoveName, PLACES, type Place } from "./moves.ts";
import { drawSetting, type Setting } from "./settings.ts";

export interface Kit {
  readonly name: string;
  readonly moves: Partial<Record<MoveName, number>>;
  readonly setting: Parameters<typeof drawSetting>[1];
  /** Moves of a plan that is made from nothing, at most. */
  readonly length: number;
  readonly kinds?: readonly OrderType[];
  readonly isolated?: "never" | "always";
  /** How far from the mark orders are, millionths at most; 0 for at the mark. */
  readonly reach?: number;
  /** Some orders carry the fee tag. */
  readonly tags?: true;
  /** Orders that rest are never worse than the mark for who places them. */
  readonly passive?: true;
  /** Single orders are hidden, so that the mark does not follow them. */
  readonly hidden?: true;
  /** Single orders are on the closing side of a position that there is. */
  readonly closing?: true;
  /** Where leaps in time go, when not only to the next sample or minute. */
  readonly places?: readonly Place[];
  /** So many millionths that the index moves in a step at most. */
  readonly pace?: number;
}

const KITS: readonly Kit[] = [
  {
    // Closing far from the mark.
    name: "far-close",
    moves: { meet: 10, order: 2, leverage: 1, settle: 1, withdraw: 1, transfer: 1, wait: 1 },
    setting: {},
    length: 8,
    isolated: "never",
  },
  {
    // Resting orders, and the margin that leaves from under them.
    name: "cover",
    moves: {
      order: 10,
      meet: 3,
      amend: 2,
      leverage: 3,
      settle: 2,
      withdraw: 4,
      transfer: 4,
      cancel: 1,
      wait: 1,
      algo: 1,
    },
    setting: { oneSided: [true] },
    length: 10,
    kinds: ["LIMIT", "IOC"],
    isolated: "never",
  },
  {
    // Market orders that walk the book.
    name: "walk",
    moves: { order: 10, leverage: 1, settle: 1, withdraw: 1, wait: 1 },
    setting: { oneSided: [true] },
    length: 8,
    kinds: ["LIMIT", "MARKET", "MARKET"],
    isolated: "never",
    passive: true,
  },
  {
    name: "isolated",
    moves: { order: 10, meet: 5, amend: 1, leverage: 2, margin: 3, settle: 1, withdraw: 1, transfer: 1, wait: 1 },
    setting: { oneSided: [true, false] },
    length: 8,
    isolated: "always",
  },
  {
    // Fees above the margin, at prices that cost nothing.
    name: "fees",
    tags: true,
    moves: { order: 6, meet: 10, fees: 3, leverage: 2, settle: 1, withdraw: 3, transfer: 2, margin: 1, wait: 1 },
    setting: { taker: [1_000, 60], maker: [1_000, 30] },
    length: 8,
    reach: 0,
  },
  {
    // A position in a paused market, beside others.
    name: "speck",
    moves: {
      meet: 10,
      state: 6,
      drift: 6,
      settle: 3,
      withdraw: 3,
      transfer: 2,
      wait: 2,
      claim: 1,
      margin: 1,
    },
    setting: {
      index: ["slow"],
      markets: [
        ["BTC", "ETH"],
        ["BTC", "NEAR"],
      ],
    },
    length: 10,
    reach: 200,
    pace: 500,
  },
  {
    // The mark is the ring's to move, within its bounds.
    name: "paint",
    moves: {
      paint: 8,
      meet: 10,
      order: 3,
      settle: 3,
      withdraw: 3,
      transfer: 2,
      wait: 2,
      claim: 2,
      "claim fund": 2,
      until: 2,
    },
    setting: {},
    length: 10,
    reach: 300,
  },
  {
    // Halts over an index that jumps or falls silent, and is believed later.
    name: "halt",
    moves: {
      jump: 5,
      silence: 3,
      meet: 8,
      settle: 4,
      withdraw: 4,
      transfer: 3,
      margin: 3,
      leverage: 2,
      wait: 3,
      state: 1,
      order: 3,
      claim: 1,
    },
    setting: { index: ["reported"], markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]] },
    length: 10,
    reach: 200,
  },
  {
    // The same by trades in another market.
    name: "leak",
    tags: true,
    moves: {
      jump: 5,
      silence: 1,
      meet: 10,
      order: 2,
      settle: 2,
      withdraw: 3,
      transfer: 3,
      wait: 2,
      fees: 1,
      leverage: 1,
    },
    setting: {
      index: ["reported"],
      markets: [
        ["BTC", "ETH"],
        ["BTC", "NEAR"],
      ],
    },
    length: 10,
    reach: 30_000,
  },
  {
    name: "vault",
    places: ["minute", "period", "period"],
    moves: {
      vault: 10,
      "vault state": 3,
      until: 6,
      meet: 6,
      order: 3,
      settle: 2,
      withdraw: 2,
      transfer: 2,
      paint: 2,
      wait: 1,
    },
    setting: { vault: [true], markets: [["BTC"], ["NEAR"]] },
    length: 14,
  },
  {
    // Orders that may only close, and the ones that are let through because they would.
    name: "flip",
    moves: { order: 14, meet: 8, amend: 2, leverage: 1, drift: 5, wait: 1, cancel: 1 },
    setting: { index: ["slow"], markets: [["BTC"], ["NEAR"], ["SOL"]] },
    length: 10,
    kinds: ["LIMIT"],
    isolated: "never",
    reach: 100,
    pace: 500,
    closing: true,
    hidden: true,
  },
  {
    // Funding at its cap, paid between the ring's wallets and by the fund.
    name: "funding",
    places: PLACES,
    moves: {
      paint: 6,
      order: 3,
      meet: 8,
      until: 4,
      premium: 10,
      settle: 3,
      withdraw: 3,
      transfer: 2,
      claim: 2,
      "claim fund": 2,
      wait: 2,
      leverage: 1,
    },
    setting: { markets: [["NEAR"], ["BTC"], ["ARB"], ["NEAR", "SOL"]] },
    length: 12,
    reach: 30_000,
  },
  {
    // Liquidated on purpose: offers, claims, the fund's inventory, deleveraging.
    name: "claims",
    tags: true,
    moves: {
      paint: 4,
      meet: 8,
      order: 3,
      claim: 6,
      "claim fund": 6,
      settle: 3,
      withdraw: 4,
      transfer: 2,
      wait: 6,
      fees: 1,
      drift: 2,
      leverage: 1,
    },
    setting: { fund: [20_000, 1_000, 1_000_000], index: ["standing", "standing", "slow"] },
    length: 12,
    pace: 500,
  },
  {
    // What the fund takes at one bound of the mark and gives at the other.
    name: "inventory",
    moves: { paint: 8, meet: 6, drift: 8, claim: 1, "claim fund": 5, wait: 3, settle: 1, withdraw: 1 },
    setting: { index: ["slow"], markets: [["NEAR"], ["ARB"], ["BTC"]] },
    length: 12,
    reach: 300,
  },
  {
    // A moving index: 0.2 % a second at most.
    name: "storm",
    moves: {
      drift: 8,
      meet: 8,
      order: 6,
      settle: 3,
      withdraw: 3,
      transfer: 2,
      margin: 2,
      claim: 2,
      "claim fund": 2,
      wait: 1,
      leverage: 2,
      paint: 1,
    },
    setting: { index: ["fast"], markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]] },
    length: 12,
    pace: 2_000,
  },
  {
    // Market states, maintenance and delisting.
    name: "states",
    moves: {
      state: 5,
      delist: 3,
      maintenance: 3,
      meet: 8,
      order: 5,
      settle: 3,
      withdraw: 3,
      transfer: 2,
      paint: 3,
      until: 3,
      wait: 3,
      drift: 3,
      margin: 2,
      claim: 2,
      "claim fund": 2,
    },
    setting: { index: ["standing", "slow"] },
    length: 12,
    pace: 500,
  },
  {
    name: "everything",
    places: PLACES,
    tags: true,
    moves: {
      order: 14,
      meet: 10,
      amend: 3,
      cancel: 2,
      algo: 4,
      paint: 4,
      premium: 2,
      leverage: 3,
      settle: 4,
      withdraw: 5,
      transfer: 4,
      deposit: 1,
      margin: 4,
      claim: 3,
      "claim fund": 3,
      vault: 2,
      "vault state": 1,
      fees: 2,
      wait: 5,
      until: 4,
      drift: 3,
      jump: 1,
      silence: 1,
      state: 2,
      delist: 1,
      maintenance: 1,
    },
    setting: { index: ["standing", "standing", "slow", "fast", "reported"], vault: [false, true] },
    length: 16,
    pace: 2_000,
  },
];

export const KIT_NAMES: readonly string[] = KITS.map(({ name }) => name);

export function findKit(name: string): Kit | undefined {
  return KITS.find((kit) => kit.name === name);
}

export function settingOf(kit: Kit, dice: Dice): Setting {
  return drawSetting(dice, kit.setting);
}
