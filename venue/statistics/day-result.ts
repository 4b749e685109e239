// What an account's positions earned in the last 24 hours, marked to market: how much more they are worth than a day ago, minus
// the cost of the fills in between. A settlement only moves profit from a position into the balance. It is not part of the
// formula, so it can't change the result. Interface 4.1 and 4.5, streams 10.1 and 10.2.

import type { EngineReader, PositionView } from "@evermark/engine";
import { type FillSums, noFills } from "../sums/fill-sums.ts";
import type { MarketStatistics } from "./market-statistics.ts";

/** Result and fees of the last 24 hours, in micros. */
export interface DayResult {
  readonly pnl: number;
  readonly fee: number;
}

type PositionKey = Pick<PositionView, "market" | "marginMode">;

/** A position now: quantity in lots, prices in ticks. */
interface HeldPosition {
  readonly quantity: number;
  readonly mark: number;
  /** The market's price 24 hours ago. */
  readonly dayOpen: number;
  readonly microsPerTickLot: number;
}

/**
 * pnl = q_now × mark_now − q_then × mark_then − Σ (signed quantity × price + fee) over the fills, transfers and funding
 * of the 24 hours, in micros, without rounding. The quantity held then follows from the fills:
 * q_then = q_now − Σ signed quantity. A position that was opened since, and never settled, has earned its unsettled PnL.
 */
export function dayPnl(fills: FillSums, { quantity, mark, dayOpen, microsPerTickLot }: HeldPosition): number {
  const quantityThen = quantity - fills.quantity;
  return (quantity * mark - quantityThen * dayOpen) * microsPerTickLot - fills.cost;
}

/** The last 24 hours of one account; to be read before the next command is applied. */
export class AccountDay {
  readonly #engine: EngineReader;
  readonly #statistics: MarketStatistics;
  readonly #account: number;
  #positions: readonly PositionView[] | undefined;
  /** The sums of all its positions, including closed ones. */
  readonly #fills: readonly (PositionKey & FillSums)[];

  constructor(
    { engine, statistics }: { readonly engine: EngineReader; readonly statistics: MarketStatistics },
    account: number,
  ) {
    this.#engine = engine;
    this.#statistics = statistics;
    this.#account = account;
    this.#fills = statistics.fillSums(account);
  }

  /** The open positions, read from the engine once. */
  get positions(): readonly PositionView[] {
    this.#positions ??= this.#engine.positions(this.#account);
    return this.#positions;
  }

  /** The result of one position of the account, open or not. */
  of(position: PositionView): DayResult {
    const fills = this.#fills.find((row) => isSamePosition(row, position)) ?? noFills;
    const { open: dayOpen } = this.#statistics.rollingDay(position.market);
    const { microsPerTickLot } = this.#engine.market(position.market);
    const { quantity, mark } = position;
    return { pnl: dayPnl(fills, { quantity, mark, dayOpen, microsPerTickLot }), fee: fills.fee };
  }

  /** The sum over open positions and those that were closed in the last 24 hours. */
  total(): DayResult {
    const open = this.positions;
    const closed = this.#fills
      .filter((row) => !open.some((position) => isSamePosition(row, position)))
      .map(({ market, marginMode }) => this.#engine.position(this.#account, market, marginMode));
    const total = { pnl: 0, fee: 0 };
    for (const position of [...open, ...closed]) {
      const { pnl, fee } = this.of(position);
      total.pnl += pnl;
      total.fee += fee;
    }
    return total;
  }
}

function isSamePosition(a: PositionKey, b: PositionKey): boolean {
  return a.market === b.market && a.marginMode === b.marginMode;
}
