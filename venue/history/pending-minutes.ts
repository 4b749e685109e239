// Sums by minute of the current batch: what each account paid and realized, and what each builder's accounts traded.
// Time never goes back, so all sums belong to one running minute; a later minute writes them out first.

import type { Statement } from "bun:sqlite";
import { MINUTE_MS } from "../candles.ts";
import type { Tables } from "./tables.ts";

/** Packs a market into a key; markets are dense numbers far below it. */
const MARKETS_MAX = 65_536;

const ADD_FEES = `
INSERT INTO account_minutes (account, start, market, margin_mode, fee, realized_pnl) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (account, start, market, margin_mode) DO UPDATE SET
  fee = fee + excluded.fee,
  realized_pnl = realized_pnl + excluded.realized_pnl`;

const ADD_VOLUME = `
INSERT INTO broker_minutes (start, market, broker_id, volume, amount, count) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (start, market, broker_id) DO UPDATE SET
  volume = volume + excluded.volume,
  amount = amount + excluded.amount,
  count = count + excluded.count`;

/** One fill's part in its account's minute. `marginMode` is a code, money is micros. */
export interface FeeShare {
  readonly account: number;
  readonly market: number;
  readonly marginMode: number;
  readonly fee: number;
  readonly realizedPnl: number;
}

/** One leg of a trade. Lots and micros. */
export interface VolumeShare {
  readonly brokerId: string;
  readonly market: number;
  readonly quantity: number;
  readonly notional: number;
}

export class PendingMinutes {
  readonly #addFees: Statement;
  readonly #addVolume: Statement;
  #start = 0;
  readonly #fees = new Map<number, { -readonly [K in keyof FeeShare]: FeeShare[K] }>();
  readonly #volumes = new Map<string, { share: VolumeShare; quantity: number; notional: number; count: number }>();

  constructor(tables: Tables) {
    this.#addFees = tables.prepare(ADD_FEES);
    this.#addVolume = tables.prepare(ADD_VOLUME);
  }

  addFee(share: FeeShare, at: number): void {
    this.#enter(at);
    const key = (share.account * MARKETS_MAX + share.market) * 2 + share.marginMode;
    const sum = this.#fees.get(key);
    if (sum === undefined) {
      this.#fees.set(key, { ...share });
    } else {
      sum.fee += share.fee;
      sum.realizedPnl += share.realizedPnl;
    }
  }

  addVolume(share: VolumeShare, at: number): void {
    this.#enter(at);
    const key = `${share.market} ${share.brokerId}`;
    const sum = this.#volumes.get(key);
    if (sum === undefined) {
      this.#volumes.set(key, { share, quantity: share.quantity, notional: share.notional, count: 1 });
    } else {
      sum.quantity += share.quantity;
      sum.notional += share.notional;
      sum.count += 1;
    }
  }

  write(): void {
    for (const sum of this.#fees.values()) {
      this.#addFees.run(sum.account, this.#start, sum.market, sum.marginMode, sum.fee, sum.realizedPnl);
    }
    for (const { share, quantity, notional, count } of this.#volumes.values()) {
      this.#addVolume.run(this.#start, share.market, share.brokerId, quantity, notional, count);
    }
    this.#fees.clear();
    this.#volumes.clear();
  }

  #enter(at: number): void {
    if (at < this.#start + MINUTE_MS) return;
    this.write();
    this.#start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  }
}
