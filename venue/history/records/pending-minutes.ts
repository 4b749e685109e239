// Sums by minute in the current batch: of each account's fills, and of what each builder's accounts traded. Time never goes
// back, so all sums belong to one running minute; the first event of a later minute writes them out, and adds them to the day.
// The volumes by hour are added up from them.

import { dayOf, MINUTE_MS } from "../../sums/candle-sums.ts";
import type { FillSums } from "../../sums/fill-sums.ts";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { addTo } from "../tables/writing.ts";
import { VolumeHourRecords } from "./volume-hour-records.ts";

/** To pack a market into a key; markets are dense numbers far below this. */
const MARKETS_MAX = 65_536;

const ADD_FILLS = addTo("account_minutes");
const ADD_DAY = addTo("account_market_days");
const ADD_VOLUME = addTo("broker_minutes");

/** What one fill adds to its account's minute. `marginMode` is a code. */
interface FillShare extends FillSums {
  readonly account: number;
  readonly market: number;
  readonly marginMode: number;
}

/** The sum of several legs. Lots and micros. */
interface VolumeSum {
  quantity: number;
  notional: number;
  count: number;
}

/** One leg of a trade. Lots and micros. */
interface VolumeShare {
  readonly brokerId: string;
  readonly market: number;
  readonly quantity: number;
  readonly notional: number;
}

export class PendingMinutes {
  readonly #addFills: Write<NewRow<"account_minutes">>;
  readonly #addDay: Write<NewRow<"account_market_days">>;
  readonly #addVolume: Write<NewRow<"broker_minutes">>;
  readonly #hours: VolumeHourRecords;
  #start = 0;
  readonly #fills = new Map<number, { -readonly [K in keyof FillShare]: FillShare[K] }>();
  /** By market and builder. */
  readonly #volumes = new Map<number, Map<string, VolumeSum>>();

  constructor(tables: Store) {
    this.#addFills = tables.prepare(ADD_FILLS);
    this.#addDay = tables.prepare(ADD_DAY);
    this.#addVolume = tables.prepare(ADD_VOLUME);
    this.#hours = new VolumeHourRecords(tables);
  }

  addFill(share: FillShare, at: number): void {
    this.#enter(at);
    const key = (share.account * MARKETS_MAX + share.market) * 2 + share.marginMode;
    const sum = this.#fills.get(key);
    if (sum === undefined) {
      this.#fills.set(key, { ...share });
    } else {
      sum.quantity += share.quantity;
      sum.cost += share.cost;
      sum.fee += share.fee;
      sum.volume += share.volume;
      sum.trades += share.trades;
      sum.closes += share.closes;
      sum.wins += share.wins;
    }
  }

  addVolume(share: VolumeShare, at: number): void {
    this.#enter(at);
    const { market, brokerId, quantity, notional } = share;
    const sums = this.#volumes.get(market) ?? new Map<string, VolumeSum>();
    this.#volumes.set(market, sums);
    const sum = sums.get(brokerId);
    if (sum === undefined) {
      sums.set(brokerId, { quantity, notional, count: 1 });
    } else {
      sum.quantity += quantity;
      sum.notional += notional;
      sum.count += 1;
    }
  }

  write(): void {
    const start = this.#start;
    const day = dayOf(start);
    for (const { account, market, marginMode, ...sums } of this.#fills.values()) {
      this.#addFills.run({ account, start, market, marginMode, ...sums });
      this.#addDay.run({ account, day, market, ...sums });
    }
    const amounts = new Map<string, number>();
    for (const [market, sums] of this.#volumes) {
      for (const [brokerId, { quantity, notional, count }] of sums) {
        this.#addVolume.run({ start, market, brokerId, volume: quantity, amount: notional, count });
        amounts.set(brokerId, (amounts.get(brokerId) ?? 0) + notional);
      }
    }
    this.#hours.write(start, amounts);
    this.#fills.clear();
    this.#volumes.clear();
  }

  #enter(at: number): void {
    if (at < this.#start + MINUTE_MS) return;
    this.write();
    this.#start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  }
}
