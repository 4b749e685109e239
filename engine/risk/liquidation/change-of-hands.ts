// A position, or a part of one, goes from one account to another at the mark price, and what is reported of it. All that
// changes hands without a trade goes this way: claims, assignments, take-overs, what the fund gives, deleveraging. Rules 7.5
// to 7.10.

import { assert } from "../../base/fault.ts";
import { divFloor } from "../../base/numbers/arithmetic.ts";
import { type AccountNumber, E8, type Lots, type Micros, micros, type RowNumber, ratioE10 } from "../../base/units.ts";
import type { Listener, PositionTransfer } from "../../language/events/events.ts";
import type { TransferredPosition } from "../../language/offered-positions.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import type { AccountFigures } from "../../money/margin/account-figures.ts";
import { transferAtMark } from "./position-transfers.ts";

export interface ChangeOfHands {
  readonly market: Market;
  readonly kind: PositionTransfer["kind"];
  /** Who gives it away. */
  readonly row: RowNumber;
  /** Signed as the giver's position. */
  readonly lots: Lots;
  /** What the giver and the taker are charged, micros; negative when they earn. */
  readonly giverFee: Micros;
  readonly takerFee: Micros;
  /** An account; it arrives on its cross row. */
  readonly taker: AccountNumber;
  /** Of what arrives at the insurance fund: what comes with it at the index, micros. */
  readonly brought?: Micros;
  /** The fund's side comes first when it is what others have to close. */
  readonly takerFirst?: true;
  /** What the event shows of fees: none where a kind has none. */
  readonly shown?: Partial<
    Pick<TransferredPosition, "liquidatorFeeRate" | "insuranceFeeRate" | "liquidatorFee" | "insuranceFee">
  >;
}

const NO_FEES = {
  liquidatorFeeRate: ratioE10(0),
  insuranceFeeRate: ratioE10(0),
  liquidatorFee: micros(0),
  insuranceFee: micros(0),
};

/** Books both sides. @returns what events and answers show of it */
export function changeHands(state: State, change: ChangeOfHands, out: Listener): TransferredPosition {
  const { market, row, lots, takerFirst } = change;
  const total = state.rows.quantity(row);
  const isThere = lots > 0 ? lots <= total : lots < 0 && lots >= total;
  assert(isThere, "what changes hands is a position of the giver, or a part of one", { row, lots, total });
  const marginMode = state.rows.isolated(row) === 1 ? "ISOLATED" : "CROSS";
  if (takerFirst) take(state, change, out);
  const given = { row, quantity: -lots, fee: change.giverFee, kind: change.kind };
  const realized = transferAtMark(state, market, given, out);
  if (!takerFirst) take(state, change, out);
  return {
    market: market.number,
    marginMode,
    quantity: lots,
    totalQuantity: total,
    price: market.mark,
    costTransfer: micros(lots * market.mark * market.unit),
    ...NO_FEES,
    ...change.shown,
    realizedPnl: micros(realized),
  };
}

function take(state: State, { market, taker, lots, takerFee, kind, brought = 0 }: ChangeOfHands, out: Listener): void {
  const row = state.rows.obtain(state.accounts, taker, market.number, "CROSS");
  transferAtMark(state, market, { row, quantity: lots, fee: takerFee, kind, brought }, out);
}

/** Figures of an account as events show them; the ratio at 10⁻⁸, rounded down. */
export function shownFigures({ collateral, maintenance, notional }: AccountFigures) {
  const ratio = notional === 0 ? 10 * E8 : Number(divFloor(BigInt(collateral) * BigInt(E8), BigInt(notional)));
  return {
    marginRatioE8: ratio,
    maintenance: counted(maintenance),
    notional: counted(notional),
    collateral: micros(collateral),
  };
}

/** A requirement may be more than can be counted, when a price has multiplied; then the greatest number stands for it. */
export function counted(amount: Micros): Micros {
  return micros(Math.min(amount, Number.MAX_SAFE_INTEGER));
}
