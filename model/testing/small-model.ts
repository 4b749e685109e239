// A small venue for the model's own tests: two markets at round prices, accounts with deposits, and orders in plain
// decimals, so that a test reads like the sum that it checks.

import {
  type Command,
  type MarginMode,
  type MarketParameters,
  type MarketState,
  micros,
  millis,
  type PlaceOrder,
  priceE8,
  quantityE8,
} from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket, money, price, quantity } from "@evermark/engine/testing/vectors.ts";
import { type NaiveAnswer, NaiveExchange } from "../naive-exchange.ts";
import type { NaiveOrder } from "../state/records/naive-order.ts";

interface PlainOrder {
  readonly account: number;
  readonly market?: number;
  readonly size?: string;
  /** Without a price it is a market order, unless a type is named. */
  readonly at?: string;
  readonly more?: Partial<Omit<PlaceOrder, "type">>;
}

/** ETH at 3,000 and SOL at 150. */
export const ETH = 0;
export const SOL = 1;

const FIRST_PRICES = [
  ["PERP_ETH_USDC", "3000"],
  ["PERP_SOL_USDC", "150"],
] as const;

export class SmallModel {
  readonly exchange = new NaiveExchange();
  now: number = START;

  /** @param deposits of each account, in USDC; a taker pays 0.06 %, a maker 0.03 % */
  constructor(deposits: readonly string[], changes: Partial<MarketParameters> = {}) {
    for (const [symbol, first] of FIRST_PRICES) {
      this.apply(listMarket({ ...defaultMarket(symbol), ...changes }, Number(price(first))));
    }
    this.apply(addBroker("plain", 60, 30));
    for (const [number, amount] of deposits.entries()) {
      this.apply(openAccount(number, "plain"));
      this.apply(deposit(number, money(amount), `faucet:${number}`));
    }
    FIRST_PRICES.forEach(([, first], market) => {
      this.pin(first, market);
    });
  }

  get state() {
    return this.exchange.state;
  }

  apply(command: Command): NaiveAnswer {
    return this.exchange.apply({ ...command, at: millis(this.now) } as Command);
  }

  buy(order: PlainOrder): NaiveAnswer {
    return this.apply(this.order("BUY", order));
  }

  sell(order: PlainOrder): NaiveAnswer {
    return this.apply(this.order("SELL", order));
  }

  order(side: "BUY" | "SELL", { account, market = ETH, size = "0", at, more = {} }: PlainOrder): PlaceOrder {
    return placeOrder({
      account,
      market,
      side,
      orderType: at === undefined ? "MARKET" : "LIMIT",
      price: priceE8(at === undefined ? 0 : Number(price(at))),
      quantity: quantityE8(Number(quantity(size))),
      ...more,
    });
  }

  pin(mark: string, market = ETH): NaiveAnswer {
    const prices = [{ market, price: priceE8(Number(price(mark))) }];
    return this.apply({ type: "set_index_prices", at: START, prices });
  }

  lever(account: number, leverage: number, marginMode: MarginMode = "CROSS", market = -1): NaiveAnswer {
    return this.apply({ type: "set_leverage", at: START, account, market, leverage, marginMode });
  }

  enter(state: MarketState, market = ETH): NaiveAnswer {
    return this.apply({ type: "set_market_state", at: START, market, state, reason: "" });
  }

  /** A tick `after` milliseconds later. */
  tick(after = 1_000): NaiveAnswer {
    this.now += after;
    return this.apply({ type: "tick", at: millis(this.now) });
  }

  /** Signed by the account's own wallet, with a fresh nonce. */
  withdraw(account: number, amount: string): NaiveAnswer {
    const { created: nonce } = this.apply({ type: "issue_nonce", at: START, account, kind: "withdraw" });
    return this.apply({
      type: "request_withdrawal",
      at: START,
      account,
      amount: micros(Number(money(amount))),
      fee: micros(1_000_000),
      nonce,
      chainId: 196,
      receiver: this.state.accounts[account]!.wallet,
    });
  }

  held(account: number, market = ETH, mode: MarginMode = "CROSS"): bigint {
    const of = this.state.accounts[account]!;
    return (mode === "CROSS" ? of.rows : of.isolated)[market]!.quantity;
  }

  open(account: number): NaiveOrder[] {
    return this.state.open.filter((order) => order.account === account).sort((a, b) => a.id - b.id);
  }
}

/** The outcomes of orders in an answer, as "account reason" or "account filled quantity". */
export function outcomes(answer: NaiveAnswer): string[] {
  return answer.events.flatMap((event) => {
    if (event.type !== "order") return [];
    const { account, cause, reason, fillQuantity } = event.report;
    if (cause === "cancelled") return [`${account} ${reason}`];
    return cause === "fill" ? [`${account} filled ${fillQuantity}`] : [];
  });
}
