// Moves a position, or a part of one, from one account to another at the mark price, and builds the report of it. Every
// change of hands without a trade goes through here: claims, assignments, take-overs, claims on the fund, deleveraging.
// Rules 7.5 to 7.10.

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
  /** The giver's row. */
  readonly row: RowNumber;
  /** Signed like the giver's position. */
  readonly lots: Lots;
  /** The fees of the giver and the taker, micros; negative when they earn. */
  readonly giverFee: Micros;
  readonly takerFee: Micros;
  /** The taking account; the position arrives on its cross row. */
  readonly taker: AccountNumber;
  /** For a position that arrives at the insurance fund: the money that comes with it, valued at the index; micros. */
  readonly brought?: Micros;
  /** The fund's side is booked first when other accounts have to close its position. */
  readonly takerFirst?: true;
  /** The fees that the event shows; zero where a kind has none. */
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

/**
 * Books both sides.
 * @returns the position as events and answers show it
 */
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

/** After a large price move a requirement may exceed the countable range; the greatest safe integer is shown instead. */
export function counted(amount: Micros): Micros {
  return micros(Math.min(amount, Number.MAX_SAFE_INTEGER));
}
