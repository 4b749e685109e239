// A subject that can't even pay a liquidator goes to the insurance fund whole: its positions at the mark price, and its
// money or its debt. Rules 7.7, 7.9. Cross rows are settled first, so what moves last is all that the account is worth.

import { INSURANCE } from "../account/accounts.ts";
import { moveHolding } from "../account/holdings.ts";
import type { Listener, TransferredPosition } from "../events.ts";
import { settleCross } from "../funds/settlement.ts";
import { transferAtMark } from "../position/transfers.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { type Lots, micros, ratioE10 } from "../units.ts";
import { toldStanding } from "./handover.ts";
import { listInventory } from "./insurance-fund.ts";
import { accountOf, type Holding, holdingsOf, marketOf, modeOf, type Subject, standingOf } from "./subjects.ts";

export function takeOver(state: State, subject: Subject, out: Listener): void {
  const account = accountOf(state, subject);
  const liquidationId = state.liquidations.nextId();
  const before = standingOf(state, subject);
  if (subject < 0) {
    for (const market of state.marketsBySymbol) settleCross(state, account, state.markets[market]!, out);
  }
  const holdings = holdingsOf(state, subject);
  const positions = holdings.map((holding) => takePosition(state, holding, subject, out));
  // An isolated row's margin went with its position: it ends when it is flat.
  const amount = micros(subject < 0 ? state.accounts.holding(account) : before.collateral);
  if (subject < 0 && amount !== 0) takeBalance(state, account, amount, liquidationId, out);
  out.liquidation({
    type: "transferred",
    account,
    marginMode: modeOf(subject),
    market: marketOf(state, subject),
    liquidationId,
    kind: "takeover",
    taker: INSURANCE,
    assigned: true,
    amount,
    ...toldStanding(before),
    positions,
    at: state.now,
  });
  listInventory(state, out);
}

function takePosition(state: State, holding: Holding, subject: Subject, out: Listener): TransferredPosition {
  const { market, row, quantity } = holding;
  const realized = transferAtMark(state, market, { row, quantity: -quantity, fee: 0, kind: "takeover" }, out);
  const arriving = state.rows.obtain(state.accounts, INSURANCE, market.number, "CROSS");
  transferAtMark(state, market, { row: arriving, quantity, fee: 0, kind: "takeover" }, out);
  return {
    market: market.number,
    marginMode: modeOf(subject),
    quantity: quantity as Lots,
    totalQuantity: quantity as Lots,
    price: market.mark,
    costTransfer: micros(quantity * market.mark * market.unit),
    liquidatorFeeRate: ratioE10(0),
    insuranceFeeRate: ratioE10(0),
    liquidatorFee: micros(0),
    insuranceFee: micros(0),
    realizedPnl: micros(realized),
  };
}

function takeBalance(state: State, account: number, amount: number, liquidationId: number, out: Listener): void {
  const movement = { kind: "takeover", reference: `liquidation:${liquidationId}`, market: NONE } as const;
  moveHolding(state, { ...movement, account, amount: -amount }, out);
  moveHolding(state, { ...movement, account: INSURANCE, amount }, out);
}
