// Kits that trade: prices, fees, closing orders, and what must be covered by margin.

import { AT_THE_MARK, CLOSING, type Kit } from "./kit.ts";

export const TRADING_KITS: readonly Kit[] = [
  {
    // Closing far from the mark.
    name: "far-close",
    moves: { meet: 10, order: 2, leverage: 1, settle: 1, withdraw: 1, transfer: 1, wait: 1 },
    setting: {},
    length: 8,
    isolated: "never",
  },
  {
    // Resting orders whose margin is moved away.
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
    // Market orders that walk up the book.
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
    // Closing orders, and those that are accepted because they would close.
    name: "flip",
    moves: { order: 14, meet: 8, amend: 2, leverage: 1, drift: 5, wait: 1, cancel: 1 },
    setting: { speed: [50, 300, 500], markets: [["BTC"], ["NEAR"], ["SOL"]] },
    length: 10,
    kinds: ["LIMIT"],
    isolated: "never",
    reach: 100,
    closing: true,
    hidden: true,
  },
  {
    // The same from a profitable state: a losing position in a market that hardly moves, its two orders already
    // resting.
    name: "turn",
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
];
