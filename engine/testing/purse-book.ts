// The insurance fund's purses, computed from events alone: a slow and obvious account of what came with each position of the
// fund, against which the engine's own purses are checked. Rules 7.7.

import type { LiquidationEvent, MarketEvent } from "../language/events/events.ts";
import type { TransferredPosition } from "../language/offered-positions.ts";
import { INSURANCE } from "../memory/account/accounts.ts";
import type { Market } from "../memory/market/market.ts";

type Transferred = Extract<LiquidationEvent, { type: "transferred" }>;

interface Purse {
  held: bigint;
  worth: bigint;
}

export class PurseBook {
  /** What claimers were paid out of purses, and everything that came into purses; micros. */
  paid = 0n;
  came = 0n;
  readonly #purses = new Map<number, Purse>();
  readonly #marketOf: (number: number) => Market;

  /** @param marketOf the market as it is at the moment of an event */
  constructor(marketOf: (number: number) => Market) {
    this.#marketOf = marketOf;
  }

  /** Micros. */
  of(market: number): number {
    return Number(this.#purse(market).worth);
  }

  hear(event: LiquidationEvent): void {
    if (event.type !== "transferred") return;
    if (event.kind === "takeover") this.#takeOver(event);
    else if (event.kind === "claim") this.#give(event.positions[0]!);
    else if (event.kind === "adl") this.#arrive(event.positions[0]!, 0n);
    else if (event.taker === INSURANCE) for (const each of event.positions) this.#assign(each);
  }

  hearMarket(event: MarketEvent): void {
    if (event.type === "delisted") this.#purses.delete(event.market);
  }

  #takeOver({ amount, positions }: Transferred): void {
    const sizes = positions.map(({ costTransfer }) => BigInt(Math.abs(costTransfer)));
    const total = sizes.reduce((sum, size) => sum + size, 0n);
    const came = positions.reduce((sum, position) => sum - this.#gap(position), BigInt(amount));
    const parts = sizes.map((size) => floor(came * size, total));
    const left = came - parts.reduce((sum, part) => sum + part, 0n);
    for (const [i, position] of positions.entries()) {
      const part = parts[i]! + (i === positions.length - 1 ? left : 0n);
      this.#arrive(position, part);
    }
  }

  #assign(position: TransferredPosition): void {
    const gap = this.#gap(position);
    const charged = BigInt(position.liquidatorFee + position.insuranceFee);
    // What the fund paid for a mark below the index came back to it as a position bought below the index.
    const fee = charged + (gap < 0n ? -gap : 0n);
    this.#arrive(position, fee - (gap > 0n ? gap : 0n));
  }

  #give(position: TransferredPosition): void {
    const before = this.of(position.market);
    this.#arrive({ ...position, quantity: -position.quantity as typeof position.quantity }, 0n);
    const gone = before - this.of(position.market);
    this.paid += BigInt(Math.max(0, gone));
  }

  /** t · (mark − index), micros. */
  #gap({ market, quantity, price }: TransferredPosition): bigint {
    const { index, unit } = this.#marketOf(market);
    return BigInt(quantity) * BigInt(price - index) * BigInt(unit);
  }

  #arrive({ market, quantity }: TransferredPosition, brought: bigint): void {
    const purse = this.#purse(market);
    const change = BigInt(quantity);
    const after = purse.held + change;
    const [from, to, by] = [size(purse.held), size(after), size(change)];
    if (to === from + by) purse.worth += brought;
    else if (from > by) purse.worth = floor(purse.worth * to, from);
    else purse.worth = floor(brought * to, by);
    purse.held = after;
    this.came += brought > 0n ? brought : 0n;
    this.#purses.set(market, purse);
  }

  #purse(market: number): Purse {
    return this.#purses.get(market) ?? { held: 0n, worth: 0n };
  }
}

function size(lots: bigint): bigint {
  return lots < 0n ? -lots : lots;
}

function floor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}
