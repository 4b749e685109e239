// A few wallets of one owner on a stage: they trade with each other, and their total value at index prices is compared
// with their total deposits. A wallet in debt counts as zero, because its owner abandons it.

import { START } from "@evermark/engine/testing/setup.ts";
import { type DisasterStage, USDC } from "./disaster-stage.ts";

/** BTC at 60,000: 33 are 1,980,000 USDC, for 19,800 at a hundredfold. */
export const PRICE = 60_000;
export const SIZE = 33;
export const NOTIONAL = PRICE * SIZE;
/** The other market, if there is one. */
export const ETH = 1;
export const ETH_PRICE = 3_000;
const HUNDREDFOLD = 100;
const MINUTE_MS = 60_000;
/** Initial margin and both fees of SIZE at PRICE. */
export const STAKE = 21_100;
const STEP = 0.002;

export class RingWallets {
  readonly all: number[] = [];
  private paidIn = 0;
  private paidOut = 0;

  constructor(readonly stage: DisasterStage) {}

  open(usdc: number): number {
    const wallet = this.stage.trader(usdc);
    for (let market = 0; market < this.stage.venue.engine.marketCount; market++)
      this.stage.leverage(wallet, HUNDREDFOLD, market);
    this.all.push(wallet);
    this.paidIn += usdc;
    return wallet;
  }

  /** Opens a long and a short of SIZE at PRICE, or at another price, with hardly more money than they need. */
  pair(price = PRICE, size = SIZE): readonly [long: number, short: number] {
    const [long, short] = [this.open(STAKE), this.open(STAKE)];
    this.meet(long, "BUY", short, price, size);
    return [long, short];
  }

  /** Trades as much as is accepted and matches: a refusal is not a failure here. */
  meet(taker: number, side: "BUY" | "SELL", maker: number, price: number, size: number, market = 0): void {
    const { stage } = this;
    stage.limit(maker, side === "BUY" ? "SELL" : "BUY", price, size, { market });
    stage.limit(taker, side, price, size, { market, orderType: "IOC" });
    for (const wallet of [maker, taker]) stage.cancelAll(wallet, market);
  }

  /**
   * Lets a minute end with quotes of two painters on both sides of `by` from ETH's price; the quotes stay, and the mark
   * moves there.
   */
  paint([buyer, seller]: readonly [number, number], by: number): void {
    const { stage } = this;
    stage.tick((MINUTE_MS - ((stage.venue.engine.now - START) % MINUTE_MS)) / 1_000 - 1);
    for (const [account, side, off] of [
      [buyer, "BUY", by],
      [seller, "SELL", by + 0.0005],
    ] as const) {
      stage.cancelAll(account, ETH);
      stage.limit(account, side, Math.round(ETH_PRICE * (1 + off) * 100) / 100, 40, { market: ETH });
    }
    stage.tick(2);
  }

  /** Withdraws everything that the wallet may withdraw, at once and to completion. */
  leave(wallet: number): void {
    const { stage } = this;
    stage.send({ type: "settle_pnl", account: wallet, nonce: 0 } as never);
    const { withdrawable } = stage.margin(wallet);
    if (withdrawable <= USDC) return;
    const { created, rejection } = stage.withdraw(wallet, withdrawable);
    if (rejection !== null) return;
    for (const to of ["PROCESSING", "COMPLETED"] as const)
      stage.accepted({ type: "advance_withdrawal", withdrawalId: created, to, transaction: "" } as never);
    stage.paidOut(withdrawable - USDC);
    this.paidOut += (withdrawable - USDC) / USDC;
  }

  /** The ring's profit, rounded to whole USDC. */
  get gain(): number {
    const worth = this.all.reduce((sum, wallet) => sum + Math.max(0, this.stage.worth(wallet)), 0);
    return Math.round(this.paidOut + worth - this.paidIn);
  }
}

/** Moves the index to a price as fast as an honest index moves: 0.2 % a second, with a tick for each. */
export function walk(stage: DisasterStage, from: number, to: number, market = 0): void {
  for (let price = from; price !== to; stage.says(price, market), stage.tick()) {
    const step = price * STEP;
    price = to > price ? Math.min(to, price + step) : Math.max(to, price - step);
  }
}
