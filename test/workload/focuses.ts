// The focuses: each concentrates on a subject, in worlds in which it happens soon.

import type { Command } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "@evermark/engine/testing/setup.ts";
import { worldMarkets } from "@evermark/engine/testing/world-markets.ts";
import { HIGH_TAG, VAULT_IDS } from "./command-texts.ts";
import type { Dice } from "./dice.ts";
import type { Focus, Weights, World } from "./focus.ts";
import { CRUMBS, FRAGILE, type PlannedMarket } from "./planned-markets.ts";
import { opposite } from "./situation.ts";

const USDC = 1_000_000;
const at = START;
const BROKERS = [addBroker("plain", 60, 30), addBroker("cheap", 31, 0), addBroker("third", 100, 20)] as const;

/** One tag below another builder's, so that they can be combined. */
const FEE_TAG: Command = {
  ...{ type: "create_fee_tag", at, broker: 0, enumId: HIGH_TAG, name: "dear", description: "" },
  rate: 1_000,
  overrides: [],
};

interface Crowd {
  readonly planned: readonly PlannedMarket[];
  /** How many of the markets are listed at the beginning. */
  readonly listed: number;
  /** The first deposits, in whole USDC. */
  readonly money: readonly number[];
  /** Whether index prices are set by hand at the listing price, instead of coming from sources. */
  readonly pinned?: boolean;
  /** If set, the accounts belong to this many wallets. */
  readonly wallets?: number;
}

function opened({
  planned,
  listed,
  money,
  pinned = false,
  wallets = money.length,
}: Crowd): World & { opening: Command[] } {
  const markets = planned.slice(0, listed);
  const prices = markets.map(({ firstPrice: price }, market) => ({ market, price }));
  const opening: Command[] = [
    ...markets.map(({ parameters, firstPrice }) => listMarket(parameters, firstPrice)),
    ...BROKERS,
    FEE_TAG,
    ...money.map((_, account) => {
      const { brokerId } = BROKERS[account % 3 === 1 ? 1 : 0]!;
      return { ...openAccount(account, brokerId), wallet: openAccount(account % wallets, "").wallet };
    }),
    ...money.map((amount, account) => deposit(account, Math.round(amount * USDC), `faucet:${account}`)),
    ...(pinned ? [{ type: "set_index_prices", at, prices } as const] : []),
  ];
  return { planned, opening };
}

const several = (dice: Dice, least: number, most: number, ...amounts: readonly number[]) =>
  Array.from({ length: dice.between(least, most) }, () => dice.pick(amounts));

function leveraged(
  accounts: readonly unknown[],
  leverage: (account: number) => number,
  marginMode: "CROSS" | "ISOLATED",
): Command[] {
  return accounts.flatMap((_, account): Command[] => {
    const to = leverage(account);
    return to === 0 ? [] : [{ type: "set_leverage", at, account, market: -1, leverage: to, marginMode }];
  });
}

/** Sets every second account to the highest leverage of most markets, where an isolated order can lose its cover. */
const halfOfThem = (account: number) => (account % 2 === 1 ? 20 : 0);

function smallWorld(dice: Dice, listed: number, money: readonly number[], smallPerMille: number): World {
  const kind = dice.chance(smallPerMille) ? "small" : "real";
  const amounts = money.map((amount) => amount * (kind === "small" ? 1 : 100));
  // Sometimes the cap on open interest is near.
  const globalMaxOiCap = dice.pick([1, 3, 10]) * 1_000 * (kind === "small" ? 1 : 100) * USDC;
  const capped = dice.chance(200)
    ? worldMarkets[kind].map(({ parameters, ...each }) => ({ ...each, parameters: { ...parameters, globalMaxOiCap } }))
    : worldMarkets[kind];
  const { planned, opening } = opened({ planned: capped, listed, money: amounts });
  return { planned, opening: [...opening, ...leveraged(money, halfOfThem, "ISOLATED")] };
}

const ORDERS: Weights = {
  place_order: 40,
  again: 3,
  amend_order: 5,
  cancel_order: 3,
  cancel_all_orders: 1,
  cancel_all_after: 1,
  credit_deposit: 1,
  set_leverage: 3,
  settle_pnl: 1,
  report: 3,
  move: 5,
  seconds: 4,
  minute: 2,
};
const ISOLATED: Weights = { set_margin_mode: 1, move_position_margin: 3, stake: 5, close: 6 };
const ALGOS: Weights = { place_algo_order: 14, amend_algo_order: 5, cancel_algo_order: 2, cancel_all_algo_orders: 1 };
const OPERATOR: Weights = {
  set_market_state: 2,
  halt_venue: 1,
  halt_for_clock: 1,
  set_market_rules: 1,
  schedule_delisting: 1,
  schedule_maintenance: 1,
  set_maintenance_cancel: 2,
  reopen: 7,
};

/** Ordinary orders, algo orders and isolated margin, in markets that an operator stops and opens. */
const orders: Focus = {
  name: "orders",
  weights: { ...ORDERS, ...ISOLATED, ...ALGOS, ...OPERATOR, list_market: 1, open_account: 1 },
  others: 2,
  open: (dice) =>
    smallWorld(dice, dice.between(2, 4), several(dice, 3, 6, 1_000_000, 1_000_000, 5_000, 5_000, 700, 60), 750),
};

/** Isolated margin with little money. */
const isolated: Focus = {
  name: "isolated",
  weights: { ...ORDERS, ...ISOLATED, stake: 15, close: 18, reopen: 1 },
  others: 1,
  open: (dice) => smallWorld(dice, 2, several(dice, 3, 5, 60, 150, 150, 400, 1_000_000), 1_000),
};

/**
 * Orders that can't be paid for any more when their turn comes. Two accounts quote, the others stake everything they
 * have.
 */
const cover: Focus = {
  name: "cover",
  weights: {
    ...ORDERS,
    ...ISOLATED,
    stake: 30,
    quote: 20,
    turn: 14,
    hit: 24,
    request_withdrawal: 5,
    set_broker_fees: 1,
  },
  others: 1,
  open: (dice) => smallWorld(dice, 2, [1_000_000, ...several(dice, 2, 4, 60, 150, 400, 2_000), 1_000_000], 670),
};

const FAILURES: Weights = {
  trade: 10,
  place_order: 4,
  cancel_all_orders: 1,
  claim_liquidation: 9,
  claim_insurance_fund: 6,
  set_leverage: 2,
  settle_pnl: 2,
  credit_deposit: 2,
  top_up_insurance: 1,
  request_withdrawal: 1,
  transfer_funds: 1,
  move_position_margin: 2,
  set_market_rules: 1,
  cancel_all_algo_orders: 1,
  halt_for_clock: 1,
  protect: 2,
  thin: 2,
  meet: 2,
  seconds: 6,
  stop: 2,
  reopen: 10,
  spread: 5,
  strand: 4,
  overreach: 4,
  fill: 4,
  delist: 1,
  rest: 2,
};

/** Accounts fail: thin deposits beside deep ones, an insurance fund that is soon empty, prices that jump and are painted. */
const failures: Focus = {
  name: "failures",
  weights: { ...FAILURES, squeeze: 12, move: 4, paint: 2, graze: 2, free: 1, funding: 1 },
  others: 1,
  open(dice) {
    const money = [...several(dice, 2, 4, 150, 700, 3_000, 20_000, 90_000), 5_000_000, 400_000];
    const { planned, opening } = opened({ planned: FRAGILE, listed: dice.between(1, 3), money, pinned: true });
    const fund = dice.pick([0, 0, 20, 400, 30_000]);
    const gift: Command[] =
      fund === 0 ? [] : [{ type: "top_up_insurance", at, amount: fund * USDC, reference: "start" }];
    return {
      planned,
      opening: [...opening, ...gift, ...leveraged(money, (account) => (account % 2 === 0 ? 100 : 20), "CROSS")],
    };
  },
};

/** Accounts with a handful of micros, in markets of a few ticks. */
const crumbs: Focus = {
  name: "crumbs",
  weights: {
    ...ORDERS,
    ...ISOLATED,
    ...{ stake: 24, quote: 14, hit: 24, close: 14, trade: 8, squeeze: 6, turn: 14, meet: 2, seconds: 4, funding: 1 },
    ...{ claim_liquidation: 5, claim_insurance_fund: 3, transfer_funds: 2, place_algo_order: 4, protect: 2 },
    ...{ stop: 1, reopen: 4, top_up_insurance: 1, fill: 1, strand: 1 },
  },
  others: 1,
  open(dice) {
    const limits = dice.chance(300)
      ? { maxNotional: dice.pick([100, 400]), globalMaxOiCap: dice.pick([150, 600, 9_000_000_000_000_000]) }
      : {};
    const planned = CRUMBS.map(({ parameters, ...each }) => ({ ...each, parameters: { ...parameters, ...limits } }));
    const money = [1, ...several(dice, 2, 4, 5e-6, 20e-6, 60e-6, 60e-6, 200e-6), 1];
    const { opening } = opened({ planned, listed: dice.between(1, 3), money, pinned: true });
    return { planned, opening: [...opening, ...leveraged(money, halfOfThem, dice.pick(["CROSS", "ISOLATED"]))] };
  },
};

/**
 * Whether an index is believed: sources report, fall silent, jump and report nonsense, while positions could be
 * liquidated.
 */
const belief: Focus = {
  name: "belief",
  weights: {
    ...FAILURES,
    report: 18,
    nonsense: 9,
    speak: 20,
    hush: 10,
    restart: 3,
    set_market_state: 4,
    stop: 4,
    reopen: 8,
  },
  others: 1,
  open(dice) {
    const names = ["one", "two", "three", "four"];
    const listed = dice.between(1, 2);
    const planned = FRAGILE.map(({ parameters, firstPrice }) => {
      const sources = names.slice(0, dice.between(1, 4));
      const minSources = Math.min(dice.pick([1, 1, 2, 3]), sources.length);
      const maxIndexJump = dice.pick([20, 20, 5, 100]) * 100_000_000;
      return {
        firstPrice,
        parameters: { ...parameters, sources, minSources, maxIndexJump, capsWeights: dice.chance(500) },
      };
    });
    const money = [700, 3_000, 20_000, 5_000_000, 400_000];
    const { opening } = opened({ planned, listed, money });
    const positions = [0, 1, 2].flatMap((taker) => held(planned.slice(0, listed), taker, money[taker]! * 5));
    const starts: Command[] = dice.chance(500) ? [{ type: "start_session", at, resumesAt: at }] : [];
    return { planned, opening: [...opening, ...positions, ...starts] };
  },
};

/** Gives an account a position in every market at the beginning, on either side, against the richest account. */
function held(markets: readonly PlannedMarket[], account: number, usdc: number): Command[] {
  return markets.flatMap(({ parameters, firstPrice }, market) => {
    const lots = Math.floor((usdc * 1e16) / firstPrice / parameters.baseTick / markets.length);
    const side = (account + market) % 2 === 0 ? "BUY" : "SELL";
    const order = { market, price: firstPrice, quantity: lots * parameters.baseTick };
    const marginMode = account === 1 ? "ISOLATED" : "CROSS";
    return [
      placeOrder({ ...order, account: 3, side: opposite(side) }),
      placeOrder({ ...order, account, side, orderType: "IOC", marginMode }),
    ];
  });
}

/**
 * Money apart from trading: builders' rates and tags, referral, sub-accounts, deposits, withdrawals, transfers, over
 * months.
 */
const money: Focus = {
  name: "money",
  weights: {
    trade: 12,
    place_order: 2,
    move: 3,
    seconds: 2,
    days: 3,
    set_broker_fees: 1,
    set_account_fees: 2,
    reset_account_fees: 1,
    set_minimum_tier: 1,
    create_fee_tag: 2,
    edit_fee_tag: 1,
    archive_fee_tag: 1,
    unarchive_fee_tag: 1,
    create_referral_code: 2,
    bind_referral: 3,
    set_affiliate: 3,
    set_affiliate_basis: 1,
    issue_nonce: 3,
    request_withdrawal: 6,
    advance_withdrawal: 4,
    send_withdrawal: 5,
    pause_withdrawals: 1,
    transfer_funds: 5,
    allow_transfers: 1,
    add_sub_account: 2,
    describe_sub_account: 1,
    set_delegate_signer: 1,
    announce_delegate: 2,
    confirm_delegate: 2,
    credit_deposit: 4,
    observe_deposit: 4,
    drop_deposit: 1,
    park_deposit: 1,
    open_account: 2,
    settle_pnl: 3,
    bind_key: 2,
    remove_key: 1,
    restrict_key: 2,
    stop: 1,
    reopen: 3,
    halt_for_clock: 1,
    again: 4,
  },
  others: 3,
  open(dice) {
    const deposits = Array.from({ length: 6 }, (_, account) => (account % 3 === 0 ? 900_000 : 20_000.000001));
    const { planned, opening } = opened({ planned: FRAGILE, listed: 2, money: deposits, pinned: true, wallets: 4 });
    const subs = [0, 1].map((account): Command => {
      const accountId = `0x${(0xdddd - account).toString(16).padStart(64, "0")}`;
      return { type: "add_sub_account", at, account, number: 1, accountId, description: "" };
    });
    const terms = {
      broker: 0,
      code: "HOME",
      maxRebate: 70_000_000,
      referrerShare: 66_666_667,
      refereeShare: 33_333_333,
    };
    // An account must be referred before its first deposit.
    const late = deposits.length + subs.length;
    const newcomers = [openAccount(late, "plain"), openAccount(late + 1, "third")];
    return {
      planned,
      opening: [
        ...opening,
        ...subs,
        ...newcomers,
        { type: "create_referral_code", at, account: 0, ...terms },
        ...(dice.chance(700) ? [{ type: "bind_referral", at, account: late, code: "HOME" } as const] : []),
      ],
    };
  },
};

/** The life of strategy vaults: a provider with three of them, investors who come and go, a fund that wins and loses. */
const vaults: Focus = {
  name: "vaults",
  weights: {
    request_vault_operation: 20,
    set_vault_state: 9,
    create_vault: 2,
    fundTrades: 8,
    move: 8,
    hours: 10,
    seconds: 2,
    settle_pnl: 1,
    stop: 1,
    reopen: 3,
    gift: 2,
    quote: 1,
    paint: 1,
    flatten: 2,
    request_withdrawal: 1,
    transfer_funds: 1,
  },
  others: 1,
  open(dice) {
    const amounts = [900_000, 50_000, 4_000, 9_000_000, 20_000_000];
    const { planned, opening } = opened({ planned: FRAGILE, listed: 1, money: amounts, pinned: true });
    return { planned, opening: [...opening, ...vaultsOf(amounts.length, dice)] };
  },
};

/** The first account is the provider; the funds are its sub-accounts, beginning with number `first`. */
function vaultsOf(first: number, dice: Dice, number = 1): Command[] {
  return VAULT_IDS.flatMap((vaultId, n): Command[] => {
    const accountId = `0x${(0xaaaa - n).toString(16).padStart(64, "0")}`;
    const kind = n === 2 ? "permissionless" : "operator";
    const terms = { name: `vault ${n}`, kind, performanceFeePercent: dice.pick([20, 7, 0]) } as const;
    // The second vault has little more than the minimum.
    const amount = (n === 1 ? 52_000 : 200_000) * USDC;
    return [
      { type: "add_sub_account", at, account: 0, number: number + n, accountId, description: `fund ${n}` },
      { type: "create_vault", at, vaultId, provider: 0, fund: first + n, ...terms },
      { type: "request_vault_operation", at, account: 0, vaultId, operation: "SP_DEPOSIT", amount },
    ];
  });
}

/** All commands about equally often, in a world with something of everything. */
const everything: Focus = {
  name: "everything",
  weights: {
    ...{ place_order: 10, place_algo_order: 4, amend_order: 3, amend_algo_order: 3, cancel_order: 2, again: 16 },
    ...{ trade: 10, quote: 4, hit: 3, close: 3, stake: 3, fundTrades: 1, protect: 2 },
    ...{ move: 3, squeeze: 4, report: 2, speak: 1, hush: 1, nonsense: 1, reopen: 14 },
    ...{ seconds: 5, minute: 2, funding: 1, hours: 1, days: 1, rest: 1, delist: 1, claim_liquidation: 3 },
  },
  others: 70,
  open(dice) {
    const { planned, opening } = money.open(dice);
    const first = opening.filter(({ type }) => type === "open_account" || type === "add_sub_account").length;
    const provided: Command = { ...deposit(0, 900_000 * USDC, "provider"), at };
    return { planned, opening: [...opening, provided, ...vaultsOf(first, dice, 2)] };
  },
};

export const FOCUSES = { orders, isolated, cover, crumbs, failures, belief, money, vaults, everything } as const;

const OF_THE_CLOCK = [
  "seconds",
  "minute",
  "funding",
  "hours",
  "days",
  "restart",
  "report",
  "speak",
  "hush",
  "nonsense",
];

/** The focus of a simulated world: a few focuses combined, in its own markets, with its own clock and sources. */
export function blended(dice: Dice, planned: readonly PlannedMarket[]): Focus {
  const all = Object.values(FOCUSES);
  const chosen = [everything, failures, dice.pick(all), dice.pick(all)];
  const weights: Record<string, number> = {};
  for (const [name, weight] of chosen.flatMap((each) => Object.entries(each.weights))) {
    if (!OF_THE_CLOCK.includes(name)) weights[name] = (weights[name] ?? 0) + weight;
  }
  const open = () => {
    const deposits = [3_000_000, 2_000_000, ...several(dice, 3, 8, 60, 700, 5_000, 5_000, 40_000, 300_000)];
    const { opening } = opened({ planned, listed: planned.length, money: deposits });
    const vaults = dice.chance(500) ? vaultsOf(deposits.length, dice) : [];
    return {
      planned,
      opening: [...opening, ...leveraged(deposits, (account) => (account % 2 === 0 ? 20 : 0), "CROSS"), ...vaults],
    };
  };
  return { name: "a world", weights, others: 40, open };
}
