// Hands part of a subject's positions to a liquidator at the mark price, for a fee. Rules 7.5, 7.9. The liquidator gets
// cross rows; the part of the fee that is not the liquidator's is booked to the insurance fund, market by market, so
// costs still cancel out.

import { assert } from "../../base/fault.ts";
import { type AccountNumber, type MarketNumber, type Micros, micros, ratioE10 } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { TransferredPosition } from "../../language/offered-positions.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Liquidation, Offer } from "../../memory/liquidation/liquidations.ts";
import { modeOf } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { figuresOf } from "../../money/margin/account-figures.ts";
import { accountOf, marketOf, subjectOfRow } from "../../permissions/subjects.ts";
import { lossAtMark, paidToGiver } from "../fund/fund-price.ts";
import { listInventory } from "../fund/insurance-fund.ts";
import { changeHands, shownFigures } from "./change-of-hands.ts";
import { feesOf, signedLots, type TakeFee, type TransferPart } from "./liquidation-fee.ts";

interface Handover {
  readonly of: Liquidation;
  readonly offer: Offer;
  /** By symbol. */
  readonly takes: readonly TransferPart[];
  readonly taker: AccountNumber;
  /** True when the venue assigns the offer because it was not claimed. */
  readonly assigned: boolean;
}

/** @returns the positions that changed hands, as they are reported */
export function handOver(state: State, handover: Handover, out: Listener): TransferredPosition[] {
  const { of, offer, takes, taker, assigned } = handover;
  const isOwn = takes.every(({ holding }) => subjectOfRow(state, holding.row) === of.subject);
  assert(isOwn, "what is handed over is of the account in liquidation", { liquidationId: offer.liquidationId });
  const before = figuresOf(state, of.subject);
  const fees = feesOf(before.collateral, before.notional, takes, assigned ? lossOf(state, takes) : null);
  const kept = fees.reduce((sum, { userFee, liquidatorFee }) => sum + userFee - liquidatorFee, 0);
  assert(kept >= 0, "a liquidator is paid out of what the account pays", { liquidationId: offer.liquidationId, kept });
  const positions = takes.map((take, i) => moveOne(state, take, fees[i]!, taker, out));
  out.liquidation({
    type: "transferred",
    account: accountOf(state, of.subject),
    marginMode: modeOf(of.subject),
    market: marketOf(state, of.subject),
    liquidationId: offer.liquidationId,
    kind: "liquidated",
    taker,
    assigned,
    amount: micros(0),
    ...shownFigures(before),
    positions,
    at: state.now,
  });
  if (taker === INSURANCE) listInventory(state, out);
  return positions;
}

/** What the fund would lose against the index by taking all of them at their marks, micros. */
function lossOf(state: State, takes: readonly TransferPart[]): number {
  return takes.reduce((loss, take) => loss + lossAtMark(state, take.holding.market, signedLots(take)), 0);
}

function moveOne(
  state: State,
  take: TransferPart,
  fee: TakeFee,
  taker: AccountNumber,
  out: Listener,
): TransferredPosition {
  const { userFee, liquidatorFee } = fee;
  const { market, row } = take.holding;
  const rates = market.parameters;
  const lots = signedLots(take);
  // The taker compensates the account for what it loses against the index at this mark; the fund's loss is in its fee.
  const madeGood = paidToGiver(state, market, lots);
  const earned = liquidatorFee - madeGood;
  const brought = userFee - lossAtMark(state, market, lots);
  const fees = { giverFee: userFee - madeGood, takerFee: 0 - earned, brought };
  const shown = {
    liquidatorFeeRate: rates.liquidatorFee,
    insuranceFeeRate: ratioE10(rates.stdLiquidationFee - rates.liquidatorFee),
    liquidatorFee: micros(earned),
    insuranceFee: micros(userFee - liquidatorFee),
  };
  const position = changeHands(state, { market, kind: "liquidation", row, lots, ...fees, taker, shown }, out);
  payFund(state, market.number, userFee - liquidatorFee);
  return position;
}

function payFund(state: State, market: MarketNumber, amount: Micros): void {
  if (amount === 0) return;
  const row = state.rows.obtain(state.accounts, INSURANCE, market, "CROSS");
  const cost = state.rows.cost(row) - amount;
  assert(Number.isSafeInteger(cost), "the fund's cost can be counted", { market, amount });
  state.rows.setCost(row, cost);
  state.touched.add(INSURANCE);
}
