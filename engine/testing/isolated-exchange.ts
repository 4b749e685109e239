// One account with a small balance that trades SOL on isolated margin, beside the rich accounts of the small exchange: for
// tests about isolated margin. Prices and sizes in USDC and SOL, money in micros.

import { micros } from "../base/units.ts";
import type { OrderType, Side } from "../base/vocabulary.ts";
import type { PlaceOrder } from "../language/commands/commands.ts";
import type { MarketParameters } from "../language/market-parameters.ts";
import type { PositionView } from "../language/views/views.ts";
import { deposit, openAccount, START } from "./setup.ts";
import { type Applied, SmallExchange, USDC } from "./small-exchange.ts";

/** The account's number. */
export const OWNER = 9;

export class IsolatedExchange extends SmallExchange {
  constructor(balance: number, changes: Partial<MarketParameters> = {}) {
    super(changes);
    this.apply(openAccount(OWNER, "builder"));
    this.apply(deposit(OWNER, Math.round(balance * USDC), "faucet:owner"));
  }

  isolated(
    side: Side,
    type: OrderType,
    price: number,
    size: number,
    more: Partial<Omit<PlaceOrder, "type">> = {},
  ): Applied {
    return this.order(OWNER, side, type, price, size, { marginMode: "ISOLATED", ...more });
  }

  move(direction: "ADD" | "REDUCE", amount: number): Applied {
    const moved = { account: OWNER, market: 0, direction, amount: micros(Math.round(amount * USDC)) };
    return this.apply({ type: "move_position_margin", at: START, ...moved });
  }

  get row(): PositionView {
    return this.engine.position(OWNER, 0, "ISOLATED");
  }

  get reserved(): number {
    return this.engine.margin(OWNER).isolatedOrderFrozen;
  }

  get holding(): number {
    return this.engine.margin(OWNER).holding;
  }
}
