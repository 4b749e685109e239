// The order in which traders are deleveraged when the insurance fund has to shed a position: the rows on the other side
// of it, by profit times leverage. Rules 7.10. All figures are big integers; a ranking is rarely needed.

import { divFloor } from "../../base/numbers/arithmetic.ts";
import { E8, type Lots, type MarketNumber, type RowNumber } from "../../base/units.ts";
import type { Subject } from "../../memory/liquidation/subject.ts";
import { modeOf } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { figuresOf } from "../../money/margin/account-figures.ts";
import { averagePriceE8 } from "../../money/position/entry-value.ts";
import { accountOf, subjectOfRow } from "../../permissions/subjects.ts";

const E10_BIG = 10_000_000_000n;
/** An account with no collateral left is leveraged beyond measure. */
const LEVERAGE_MAX = 10n ** 30n;

interface Rank {
  readonly row: RowNumber;
  /** Unrealized PnL over entry notional, 10⁻⁸, rounded down. */
  readonly roi: bigint;
  /** ΣN ÷ TC of the row's subject, 10⁻⁴, rounded down. */
  readonly leverage: bigint;
  /** roi × leverage for a row with a profit, else 0. */
  readonly score: bigint;
}

/** Users' rows in a market on the opposite side of the fund's `held` lots; the row that gives way first comes first. */
export function rankRows(state: State, market: MarketNumber, held: Lots): Rank[] {
  const ranks: Rank[] = [];
  for (const row of state.rows.open.of(market)) {
    if (state.rows.quantity(row) > 0 !== held > 0 && state.accounts.isUser(state.rows.account(row)))
      ranks.push(rankOf(state, row));
  }
  return ranks.sort((a, b) => comparePriority(state, a, b));
}

export function rankOf(state: State, row: RowNumber): Rank {
  const { tickE8, lotE8, mark } = state.markets[state.rows.market(row)]!;
  const lots = state.rows.quantity(row);
  const average = BigInt(averagePriceE8(state.rows.entryMicros(row), state.rows.entryFine(row), Math.abs(lots), lotE8));
  const size = BigInt(lots) * BigInt(lotE8);
  const profit = divFloor(size * (BigInt(mark * tickE8) - average), E10_BIG);
  const entry = ((size < 0n ? -size : size) * average) / E10_BIG;
  const roi = divFloor(profit * BigInt(E8), entry > 0n ? entry : 1n);
  const leverage = leverageOf(state, subjectOfRow(state, row));
  return { row, roi, leverage, score: roi > 0n ? roi * leverage : 0n };
}

function leverageOf(state: State, subject: Subject): bigint {
  const { collateral, notional } = figuresOf(state, subject);
  return collateral <= 0 ? LEVERAGE_MAX : (BigInt(notional) * 10_000n) / BigInt(collateral);
}

/** Ranks a row with a profit before every row without one, even when its leverage is so small that its score is 0. */
function worthOf({ roi, score }: Rank): bigint {
  return roi > 0n ? score : roi - 1n;
}

/** Rows with profit by score, then the others by roi; ties by size, then by account, then cross before isolated. */
function comparePriority(state: State, a: Rank, b: Rank): number {
  const [one, other] = [worthOf(a), worthOf(b)];
  if (one !== other) return one > other ? -1 : 1;
  const larger = Math.abs(state.rows.quantity(b.row)) - Math.abs(state.rows.quantity(a.row));
  if (larger !== 0) return larger;
  const [first, second] = [subjectOfRow(state, a.row), subjectOfRow(state, b.row)];
  const accounts = [accountOf(state, first), accountOf(state, second)] as const;
  if (accounts[0] !== accounts[1]) return state.accounts.inOrder(...accounts);
  return modeOf(first) === "CROSS" ? -1 : 1;
}
