// A venue full of traders, written directly into a state in seconds: for measurements, and for tests of size. Traders come
// in pairs that hold the two sides of the same positions, all well above maintenance.

import { assert } from "../base/fault.ts";
import { type Millis, priceE8 } from "../base/units.ts";
import { silent } from "../language/events/events.ts";
import { State } from "../memory/state.ts";
import { Engine } from "../run/engine.ts";
import { depositByHand, openByHand } from "./hand-made.ts";
import { addBroker, listMarket, START } from "./setup.ts";
import { defaultMarkets, price } from "./vectors.ts";

const PRICES: Readonly<Record<string, string>> = {
  BTC: "60000",
  ETH: "3000",
  SOL: "150",
  BNB: "600",
  XRP: "0.6",
  DOGE: "0.15",
  LINK: "15",
  AVAX: "30",
  SUI: "2",
  NEAR: "5",
  HYPE: "20",
  "1000PEPE": "0.01",
  ARB: "0.8",
};

export interface Crowd {
  readonly state: State;
  readonly engine: Engine;
  /** The number of open positions. */
  readonly positions: number;
}

/**
 * All default markets at fixed prices, and `traders` accounts (an even number) with `each` positions of some thousand USDC on
 * cross margin, with collateral of a fifth of their value or more.
 */
export function makeCrowd(traders: number, each: number): Crowd {
  const state = new State();
  const engine = new Engine(state);
  const priced = defaultMarkets.map((parameters, market) => {
    const base = parameters.symbol.split("_")[1]!;
    engine.apply(listMarket(parameters, Number(price(PRICES[base]!))), silent);
    return { market, price: priceE8(Number(price(PRICES[base]!))) };
  });
  engine.apply(addBroker("builder", 60, 30), silent);
  engine.apply({ type: "set_index_prices", at: START, prices: priced }, silent);
  for (let pair = 0; pair < traders / 2; pair++) {
    const [first, second] = [addTrader(state), addTrader(state)];
    let worth = 0;
    for (let n = 0; n < each; n++)
      worth += openPair(state, first, second, (pair + n * 5) % defaultMarkets.length, pair);
    for (const account of [first, second]) depositByHand(state, account, Math.floor(worth / (1 + (pair % 5))));
  }
  return { state, engine, positions: traders * each };
}

/** Opens an account without a command. */
export function addTrader(state: State): number {
  const number = state.accounts.used;
  // Spread, so that the order of ids is not the order of opening.
  const accountId = `0x${((number * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, "0")}${number}`;
  const account = state.accounts.addUser(accountId, `0x${number.toString(16).padStart(40, "0")}`, 0, 0 as Millis);
  assert(state.accounts.find(accountId) === account, "ids are spread, not equal", { accountId });
  return account;
}

/** @returns the value of the position, micros */
function openPair(state: State, long: number, short: number, number: number, pair: number): number {
  const market = state.markets[number]!;
  const lotValue = market.mark * market.unit;
  // 1,000 to 8,000 USDC.
  const quantity = Math.max(1, Math.floor(((1_000 + (pair % 8) * 1_000) * 1_000_000) / lotValue));
  openByHand(state, { account: long, against: short, market: number, quantity, cost: quantity * lotValue });
  return quantity * lotValue;
}
