// Kits: each looks for another kind of attack with moves and worlds of its own, because a search that may do everything
// finds little of anything. A kit says which moves there are and how often, what worlds, and how far prices go.

import type { OrderType } from "@evermark/engine";
import type { Dice } from "../dice.ts";
import { type Move, type MoveName, PLACES, type Place, type Terms } from "./moves.ts";
import { drawSetting, type Setting } from "./settings.ts";

export interface Kit {
  readonly name: string;
  readonly moves: Partial<Record<MoveName, number>>;
  readonly setting: Parameters<typeof drawSetting>[1];
  /** What a plan that is made from nothing begins with, and moves that follow, at most. */
  readonly opening?: readonly Move[];
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
  /** Transfers are a vault provider's, to its fund, and it deposits specks. */
  readonly gifts?: true;
  /** What is asked of a vault may depend on where the index has gone. */
  readonly watchful?: true;
  /** Where leaps in time go, when not only to the next sample or minute. */
  readonly places?: readonly Place[];
}

const AT_THE_MARK: Terms = {
  market: 0,
  side: "BUY",
  off: 0,
  unit: "most",
  size: 1_000,
  mode: "CROSS",
  tagged: false,
};

/** A whole position, by an order that the mark does not follow. */
const CLOSING = {
  unit: "position",
  closes: true,
  reduceOnly: false,
  hidden: true,
  passive: false,
  byAmount: false,
} as const;

/** As far as one minute moves the mark, and kept up. */
const PAINTED = {
  do: "paint",
  by: 1,
  with: 2,
  market: 0,
  bid: 25_800,
  ask: 26_000,
  usdc: 110_000,
  minutes: 1,
  keep: true,
  toward: 0,
} as const;

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
      speed: [50, 300, 500],
      markets: [
        ["BTC", "ETH"],
        ["BTC", "NEAR"],
      ],
    },
    length: 10,
    reach: 200,
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
    setting: { feed: ["sources"], speed: [0, 500, 2_000], markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]] },
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
      feed: ["sources"],
      speed: [0, 500, 2_000],
      markets: [
        ["BTC", "ETH"],
        ["BTC", "NEAR"],
      ],
    },
    length: 10,
    reach: 30_000,
  },
  {
    // The same at the mark, painted to and fro, which costs a maker without a fee nothing.
    name: "shuttle",
    moves: { meet: 10, paint: 9, state: 3, drift: 4, wait: 1 },
    setting: { speed: [2_000], markets: [["BTC", "ETH"]], taker: [30], maker: [0] },
    length: 10,
    isolated: "never",
    reach: 0,
  },
  {
    // One whose market stands still has claimed elsewhere what a friend has lost, and may sell it to another one.
    name: "burden",
    opening: [
      { do: "meet", by: 0, with: 5, kind: "IOC", ...AT_THE_MARK },
      { do: "meet", by: 2, with: 5, kind: "IOC", ...AT_THE_MARK, market: 1 },
      { do: "state", market: 0, state: "HALTED" },
      { do: "drift", market: 1, ppm: -2_000, steps: 5 },
      { do: "claim fund", by: 0, which: 0, share: 1_000 },
      { do: "order", by: 0, kind: "LIMIT", ...AT_THE_MARK, ...CLOSING, market: 1, off: -9_000 },
    ],
    moves: { meet: 8, drift: 6, claim: 1, "claim fund": 1, wait: 1 },
    setting: {
      speed: [2_000],
      markets: [["BTC", "ETH"]],
      taker: [30],
      maker: [0],
      money: [[100_000, 100_000, 10_000, 100_000, 0, 1_000_000]],
    },
    length: 6,
    isolated: "never",
    reach: 9_000,
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
    setting: { vault: ["ring"], markets: [["BTC"], ["NEAR"]] },
    length: 14,
  },
  {
    // Orders that may only close, and the ones that are let through because they would.
    name: "flip",
    opening: [
      { do: "meet", by: 0, with: 5, kind: "IOC", ...AT_THE_MARK },
      { do: "drift", market: 0, ppm: -500, steps: 5 },
      { do: "order", by: 0, kind: "LIMIT", ...AT_THE_MARK, ...CLOSING, off: -5_900 },
      { do: "order", by: 0, kind: "LIMIT", ...AT_THE_MARK, ...CLOSING, off: -6_000, reduceOnly: true },
    ],
    moves: { order: 14, meet: 8, amend: 2, leverage: 1, drift: 3, wait: 1, cancel: 1 },
    setting: {
      speed: [500],
      markets: [["BTC"]],
      taker: [30],
      maker: [0],
      money: [[10_000, 100_000, 100_000, 100_000, 0, 1_000_000]],
    },
    length: 8,
    kinds: ["LIMIT"],
    isolated: "never",
    reach: 6_000,
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
    setting: { fund: [20_000, 1_000, 1_000_000], speed: [0, 0, 50, 300, 2_000] },
    length: 12,
  },
  {
    // What the fund takes at one bound of the mark and gives at the other.
    name: "inventory",
    opening: [
      { do: "meet", by: 0, with: 5, kind: "IOC", ...AT_THE_MARK },
      { do: "drift", market: 0, ppm: -2_000, steps: 4 },
    ],
    moves: { paint: 6, meet: 2, drift: 3, claim: 1, "claim fund": 8, wait: 1 },
    // Slower ones let an offer be assigned before it is taken over, and then it has brought the whole fee.
    setting: {
      speed: [2_000],
      markets: [["BTC"]],
      taker: [30],
      maker: [0],
      money: [[10_000, 100_000, 100_000, 100_000, 0, 1_000_000]],
    },
    length: 8,
    reach: 300,
  },
  {
    // A moving index: 0.2 % a second at most.
    name: "storm",
    moves: {
      honest: 2,
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
    setting: { speed: [2_000], honest: [false, true], markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]] },
    length: 12,
  },
  {
    // Market states, maintenance and delisting.
    name: "states",
    moves: {
      clock: 2,
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
    setting: { speed: [0, 300, 2_000] },
    length: 12,
  },
  {
    // Money that leaves while the venue rests or a market is halted, and prices go on.
    name: "pause",
    moves: {
      maintenance: 4,
      clock: 4,
      state: 6,
      drift: 10,
      meet: 8,
      withdraw: 6,
      transfer: 2,
      margin: 2,
      leverage: 1,
      wait: 2,
      order: 2,
      honest: 1,
    },
    setting: {
      speed: [300, 2_000],
      honest: [false, false, true],
      money: [
        [1_000, 1_000, 1_000, 1_000, 0, 1_000_000],
        [10_000, 10_000, 10_000, 10_000, 0, 1_000_000],
      ],
      markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]],
    },
    length: 10,
    reach: 30_000,
  },
  {
    // The mean of half an hour, while prices walk.
    name: "delisting",
    places: ["minute", "delisting", "delisting"],
    moves: {
      delist: 6,
      drift: 10,
      until: 6,
      meet: 8,
      withdraw: 3,
      order: 2,
      claim: 1,
      "claim fund": 1,
      state: 1,
      wait: 1,
    },
    setting: { speed: [300, 2_000], markets: [["BTC"], ["NEAR"]] },
    length: 8,
    reach: 300,
  },
  {
    // Positions at a mark that others know to be old: after a start, and while sources are silent.
    name: "outage",
    moves: {
      session: 6,
      silence: 6,
      drift: 8,
      jump: 2,
      step: 1,
      meet: 10,
      order: 3,
      withdraw: 4,
      state: 3,
      wait: 3,
      honest: 1,
      claim: 1,
    },
    setting: {
      feed: ["sources"],
      speed: [500, 2_000],
      honest: [false, false, true],
      markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]],
    },
    length: 8,
    reach: 300,
  },
  {
    // Positions of others: liquidated, stopped out, kept from closing.
    name: "people",
    moves: {
      paint: 8,
      honest: 8,
      drift: 5,
      order: 6,
      meet: 3,
      claim: 5,
      "claim fund": 2,
      wait: 4,
      until: 3,
      cancel: 1,
      withdraw: 1,
    },
    setting: { honest: [true], speed: [0, 50, 500, 2_000], markets: [["BTC"], ["BTC"], ["NEAR"]] },
    length: 10,
    reach: 30_000,
  },
  {
    // Others who are liquidated rightly, and what their positions are taken over at.
    name: "heirs",
    opening: [
      { ...PAINTED, bid: -26_000, ask: -25_800 },
      { do: "drift", market: 0, ppm: -500, steps: 3 },
    ],
    moves: { claim: 6, "claim fund": 3, paint: 2, drift: 2, wait: 1 },
    setting: {
      honest: [true],
      speed: [500],
      markets: [["BTC"]],
      past: [-3_500],
      money: [[10_000, 10_000, 10_000, 10_000, 0, 1_000_000]],
    },
    length: 6,
  },
  {
    // Shares of an honest provider's vault, at values that the ring has painted.
    name: "investor",
    places: ["minute", "period", "period"],
    moves: {
      vault: 10,
      paint: 8,
      until: 6,
      honest: 2,
      drift: 3,
      state: 2,
      maintenance: 1,
      meet: 2,
      wait: 2,
      withdraw: 1,
    },
    setting: { honest: [true], vault: ["honest"], speed: [0, 300, 2_000], markets: [["BTC"], ["NEAR"]] },
    length: 12,
    reach: 300,
  },
  {
    // The same around a start at which sources are silent, and the ring knows the price.
    name: "eve",
    opening: [{ do: "until", place: "eve" }],
    places: ["eve", "period"],
    watchful: true,
    moves: { vault: 8, silence: 5, drift: 6, until: 4, wait: 1 },
    setting: {
      feed: ["sources"],
      honest: [true],
      vault: ["honest"],
      speed: [2_000],
      markets: [["BTC"], ["NEAR"]],
      past: [0],
    },
    length: 8,
  },
  {
    // Investors in the ring's own vault: not what its provider trades away, but what a period start takes.
    name: "provider",
    places: ["period"],
    gifts: true,
    moves: { vault: 10, "vault state": 4, until: 8, honest: 6, transfer: 5, withdraw: 2, settle: 1, wait: 1 },
    setting: { honest: [true], vault: ["ring"], markets: [["BTC"]], past: [0] },
    length: 14,
  },
  {
    // Single steps below what stops a market, and what is opened, painted and claimed around them.
    name: "step",
    moves: {
      step: 6,
      meet: 8,
      paint: 4,
      claim: 4,
      "claim fund": 5,
      wait: 4,
      order: 3,
      withdraw: 3,
      drift: 2,
      honest: 1,
    },
    setting: {
      speed: [50, 2_000],
      honest: [false, true],
      fund: [1_000_000, 20_000],
      markets: [["BTC"], ["NEAR"], ["BTC", "ETH"]],
    },
    length: 10,
    reach: 300,
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
      step: 1,
      session: 1,
      clock: 1,
      honest: 5,
    },
    setting: {
      feed: ["hand", "sources"],
      speed: [0, 50, 300, 500, 2_000],
      vault: ["none", "ring", "honest"],
      honest: [false, true],
    },
    length: 16,
  },
];

/** Any ring can paint. */
const EVERYWHERE = { paint: 2 } as const;

export const KIT_NAMES: readonly string[] = KITS.map(({ name }) => name);

export function findKit(name: string): Kit | undefined {
  const kit = KITS.find((each) => each.name === name);
  return kit === undefined ? undefined : { ...kit, moves: { ...EVERYWHERE, ...kit.moves } };
}

export function settingOf(kit: Kit, dice: Dice): Setting {
  return drawSetting(dice, kit.setting);
}
