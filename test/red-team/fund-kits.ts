// Kits aimed at the fund's money: painted marks, funding, liquidation, claims, fast and far moves of the index.

import { AT_THE_MARK, type Kit } from "./kit.ts";
import { PLACES } from "./moves.ts";

export const FUND_KITS: readonly Kit[] = [
  {
    // The ring moves the mark within its bounds.
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
    // Positions that the fund takes at one bound of the mark and gives away at the other.
    name: "inventory",
    moves: { paint: 6, meet: 5, drift: 6, claim: 1, "claim fund": 6, wait: 1 },
    // With slower moves an offer is assigned before it is taken over, and then it has brought the whole fee.
    setting: { speed: [500, 2_000, 2_000], markets: [["BTC"], ["BTC"], ["NEAR"], ["ARB"]] },
    length: 8,
    reach: 300,
  },
  {
    // The same with a fund that has just taken over positions.
    name: "stock",
    opening: [
      { do: "meet", by: 0, with: 5, kind: "IOC", ...AT_THE_MARK },
      { do: "drift", market: 0, ppm: -2_000, steps: 4 },
    ],
    moves: { paint: 6, meet: 2, drift: 3, claim: 1, "claim fund": 8, wait: 1 },
    // With slower moves an offer is assigned before it is taken over, and then it has brought the whole fee.
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
    // A moving index: at most 0.2 % a second.
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
    // Single steps too small to stop a market, and trades, painted marks and claims around them.
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
];
