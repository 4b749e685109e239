// Random worlds about money beside trading: builders who set rates and tags, referrers, sub-accounts, deposits,
// withdrawals and transfers, over midnights and months. Wishes are resolved by what exists when their turn comes.

import fc from "fast-check";
import { feeE5, priceE8 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { addBroker, deposit, listMarket, openAccount, START } from "./setup.ts";
import { type LiquidationMarket, liquidationMarkets } from "./trouble-markets.ts";

export const BROKERS = ["plain", "cheap", "third"] as const;
export const fundsMarkets: readonly LiquidationMarket[] = liquidationMarkets.slice(0, 2);

/** Accounts 0 and 4, 1 and 5 share their wallets under different builders. */
export function fundsOpening(): Command[] {
  const brokerOf = (number: number) => BROKERS[number % BROKERS.length]!;
  const accounts = [0, 1, 2, 3, 4, 5, 6, 7];
  const tags = ["HERE", "A"];
  return [
    ...fundsMarkets.map((each) => listMarket(each.parameters, each.firstPrice)),
    addBroker("plain", 60, 30),
    addBroker("cheap", 31, 0),
    addBroker("third", 100, 20),
    ...accounts.map((number) => ({
      ...openAccount(number, brokerOf(number)),
      wallet: openAccount(number % 4, "plain").wallet,
    })),
    ...[0, 1].map((account): Command => {
      const accountId = `0x${(0xdddd - account).toString(16).padStart(64, "0")}`;
      return { type: "add_sub_account", at: START, account, number: 1, accountId, description: "" };
    }),
    // A trader who is to be referred is so before his first deposit.
    {
      type: "create_referral_code",
      at: START,
      broker: 0,
      account: 0,
      code: "HOME",
      maxRebate: 70_000_000,
      referrerShare: 66_666_667,
      refereeShare: 33_333_333,
    },
    { type: "bind_referral", at: START, account: 3, code: "HOME" },
    // The last ones have nothing yet.
    ...accounts
      .slice(0, 6)
      .map((number) => deposit(number, number % 3 === 0 ? 900_000_000_000 : 20_000_000_001, `faucet:${number}`)),
    ...tags.map(
      (enumId): Command => ({
        type: "create_fee_tag",
        at: START,
        broker: 0,
        enumId,
        name: "a name",
        description: "",
        rate: feeE5(7),
        overrides: [],
      }),
    ),
    {
      type: "set_index_prices",
      at: START,
      prices: fundsMarkets.map((each, number) => ({ market: number, price: priceE8(each.firstPrice) })),
    },
  ];
}

export type FundsWish =
  | {
      readonly do: "trade";
      readonly taker: number;
      readonly maker: number;
      readonly market: number;
      readonly buys: boolean;
      readonly size: number;
      /** By number among the tags and codes that there are, or a plain word. */
      readonly tag: number;
      readonly hidden: boolean;
    }
  | { readonly do: "move"; readonly market: number; readonly by: number }
  | { readonly do: "wait"; readonly until: "second" | "midnight" | "month" }
  | {
      readonly do: "rates";
      readonly of: "broker" | "accounts" | "reset";
      readonly broker: number;
      readonly accounts: readonly number[];
      readonly taker: number;
      readonly maker: number;
    }
  | { readonly do: "tier"; readonly broker: number; readonly tier: number }
  | {
      readonly do: "tag";
      readonly action: "create" | "edit" | "archive" | "unarchive";
      readonly broker: number;
      readonly id: string;
      readonly rate: number;
      readonly override: number;
      readonly replaces: boolean;
    }
  | {
      readonly do: "code";
      readonly broker: number;
      readonly account: number;
      readonly code: string;
      readonly rebate: number;
      readonly split: number;
    }
  | { readonly do: "affiliate"; readonly account: number; readonly rate: number; readonly parent: number }
  | { readonly do: "basis"; readonly broker: number; readonly basis: "builder_revenue" | "trading_fee" }
  | { readonly do: "bind"; readonly account: number; readonly code: string }
  | { readonly do: "nonce"; readonly account: number; readonly kind: "withdraw" | "settle" | "transfer" }
  | {
      readonly do: "withdraw";
      readonly account: number;
      /** Added to the last nonce handed out. */
      readonly nonce: number;
      /** Of what is withdrawable, in thousandths; and some micros more. */
      readonly part: number;
      readonly more: number;
      /** To a wallet that is not the owner's. */
      readonly astray: boolean;
    }
  | { readonly do: "advance"; readonly which: number; readonly to: number }
  | {
      readonly do: "transfer";
      readonly account: number;
      readonly receivers: readonly { readonly account: number; readonly part: number }[];
      readonly nonce: number | null;
      readonly more: number;
      /** Which of a few signed requests it comes with, so that one is sent again now and then; null for none. */
      readonly signed: number | null;
    }
  | { readonly do: "allow"; readonly account: number; readonly broker: number; readonly allowed: boolean }
  | { readonly do: "sub-account"; readonly account: number; readonly skip: number; readonly words: number }
  | { readonly do: "describe"; readonly account: number; readonly sub: number; readonly words: number }
  | { readonly do: "delegate"; readonly account: number }
  | { readonly do: "deposit"; readonly account: number; readonly amount: number; readonly reference: number }
  /** A deposit shows up at one of a few places on the chain, under one of a few numbers. */
  | {
      readonly do: "see";
      readonly account: number;
      readonly amount: number;
      readonly place: number;
      readonly number: number;
      readonly isSwept: boolean;
    }
  /** One of those on their way is credited as it was shown, now and then under another number. */
  | { readonly do: "final"; readonly which: number; readonly number: number }
  | { readonly do: "gone"; readonly place: number }
  | { readonly do: "send"; readonly which: number; readonly hash: number; readonly step: number }
  | { readonly do: "pause"; readonly paused: boolean }
  | { readonly do: "open"; readonly number: number; readonly forDeposit: boolean }
  | { readonly do: "park"; readonly amount: number; readonly reference: number }
  | { readonly do: "settle"; readonly account: number; readonly nonce: number | null }
  /** The operator stops one market, or lets it go on. */
  | { readonly do: "halt"; readonly market: number; readonly halted: boolean }
  | { readonly do: "clock halt"; readonly halted: boolean };

const account = fc.nat({ max: 11 });
const broker = fc.nat({ max: 2 });
const market = fc.nat({ max: 1 });
/** A nonce relative to the last one handed out. */
const nonce = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 1 }) },
);
const part = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1_000) },
);
/** Sub-accounts of others more often than chance would have it. */
const receiver = fc.oneof({ weight: 2, arbitrary: account }, { weight: 1, arbitrary: fc.constantFrom(8, 9) });
const more = fc.constantFrom(0, 0, 0, 1);
const astray = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const reference = fc.nat({ max: 9 });
const code = fc.constantFrom("CODE1", "CODE2", "ABCD", "XYZ", "lower");

const wishes: readonly [number, fc.Arbitrary<FundsWish>][] = [
  [
    12,
    fc.record({
      do: fc.constant("trade" as const),
      taker: account,
      maker: account,
      market,
      buys: fc.boolean(),
      size: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 4_000 })),
      tag: fc.nat({ max: 7 }),
      hidden: fc.boolean(),
    }),
  ],
  [3, fc.record({ do: fc.constant("move" as const), market, by: fc.integer({ min: -30, max: 30 }) })],
  [
    4,
    fc.record({
      do: fc.constant("wait" as const),
      until: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom("second" as const, "midnight" as const) },
        { weight: 1, arbitrary: fc.constant("month" as const) },
      ),
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant("rates" as const),
      of: fc.constantFrom("broker" as const, "accounts" as const, "accounts" as const, "reset" as const),
      broker,
      accounts: fc.array(account, { minLength: 1, maxLength: 3 }),
      taker: fc.constantFrom(9, 10, 25, 28, 29, 30, 45, 60, 1_000, 1_001),
      maker: fc.constantFrom(-3, -2, -1, 0, 5, 30, 1_001),
    }),
  ],
  [1, fc.record({ do: fc.constant("tier" as const), broker, tier: fc.integer({ min: -1, max: 5 }) })],
  [
    4,
    fc.record({
      do: fc.constant("tag" as const),
      action: fc.constantFrom(
        "create" as const,
        "create" as const,
        "edit" as const,
        "archive" as const,
        "unarchive" as const,
      ),
      broker,
      id: fc.constantFrom("A", "B_2", "C", "bad", "L".repeat(37)),
      rate: fc.constantFrom(1, 7, 100, 1_000, 0, 1_001),
      override: fc.constantFrom(-1, -1, 0, 1, 9),
      replaces: fc.boolean(),
    }),
  ],
  [
    2,
    fc.record({
      do: fc.constant("code" as const),
      broker,
      account,
      code,
      rebate: fc.constantFrom(0, 40_000_000, 66_666_667, 100_000_000, 100_000_001),
      split: fc.constantFrom(0, 50_000_000, 33_333_333, 100_000_000),
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant("bind" as const),
      account: fc.oneof(fc.constantFrom(6, 7), account),
      code,
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant("affiliate" as const),
      account: fc.oneof(fc.constantFrom(0, 3, 6), account),
      rate: fc.constantFrom(0, 10_000_000, 25_000_001, 40_000_000, 99_999_999, 100_000_000, 100_000_001),
      parent: fc.oneof(fc.constantFrom(-1, 0, 3, 6), account),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant("basis" as const),
      broker,
      basis: fc.constantFrom("builder_revenue" as const, "trading_fee" as const),
    }),
  ],
  [
    5,
    fc.record({
      do: fc.constant("nonce" as const),
      account,
      kind: fc.constantFrom("withdraw" as const, "settle" as const, "transfer" as const),
    }),
  ],
  [5, fc.record({ do: fc.constant("withdraw" as const), account, nonce, part, more, astray })],
  [4, fc.record({ do: fc.constant("advance" as const), which: fc.nat({ max: 5 }), to: fc.nat({ max: 4 }) })],
  [
    5,
    fc.record({
      do: fc.constant("transfer" as const),
      account,
      receivers: fc.array(fc.record({ account: receiver, part }), { minLength: 1, maxLength: 3, size: "small" }),
      nonce: fc.oneof(fc.constant(null), nonce),
      more,
      signed: fc.option(fc.nat({ max: 5 }), { nil: null }),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant("allow" as const),
      account: fc.integer({ min: -1, max: 11 }),
      broker: fc.integer({ min: -1, max: 2 }),
      allowed: fc.boolean(),
    }),
  ],
  [
    2,
    fc.record({
      do: fc.constant("sub-account" as const),
      account,
      skip: fc.constantFrom(0, 0, 0, 1),
      words: fc.constantFrom(0, 9, 64, 65),
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant("describe" as const),
      account,
      sub: account,
      words: fc.constantFrom(0, 9, 64, 65),
    }),
  ],
  [1, fc.record({ do: fc.constant("delegate" as const), account: fc.constantFrom(3, 4, 5) })],
  [
    2,
    fc.record({
      do: fc.constant("deposit" as const),
      account,
      amount: fc.integer({ min: 1, max: 90_000_000 }),
      reference,
    }),
  ],
  [
    1,
    fc.record({
      do: fc.constant("park" as const),
      amount: fc.integer({ min: 1, max: 90_000_000 }),
      reference,
    }),
  ],
  [
    4,
    fc.record({
      do: fc.constant("see" as const),
      account,
      amount: fc.integer({ min: 1, max: 3 }),
      place: fc.nat({ max: 4 }),
      number: fc.nat({ max: 5 }),
      isSwept: fc.boolean(),
    }),
  ],
  [
    2,
    fc.record({ do: fc.constant("final" as const), which: fc.nat({ max: 4 }), number: fc.constantFrom(-1, -1, 0, 3) }),
  ],
  [1, fc.record({ do: fc.constant("gone" as const), place: fc.nat({ max: 4 }) })],
  [
    5,
    fc.record({ do: fc.constant("send" as const), which: fc.nat({ max: 5 }), hash: fc.nat({ max: 9 }), step: nonce }),
  ],
  [1, fc.record({ do: fc.constant("pause" as const), paused: fc.constantFrom(true, false, false) })],
  [
    1,
    fc.record({ do: fc.constant("open" as const), number: fc.integer({ min: 20, max: 22 }), forDeposit: fc.boolean() }),
  ],
  [3, fc.record({ do: fc.constant("settle" as const), account, nonce: fc.oneof(fc.constant(null), nonce) })],
  [2, fc.record({ do: fc.constant("halt" as const), market, halted: fc.boolean() })],
  [2, fc.record({ do: fc.constant("clock halt" as const), halted: fc.constantFrom(true, false, false) })],
];

export const anyFundsWishes = (maxLength: number): fc.Arbitrary<FundsWish[]> =>
  fc.array(fc.oneof(...wishes.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    minLength: 1,
    maxLength,
    size: "max",
  });
