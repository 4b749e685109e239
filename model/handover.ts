// A position changes hands at the mark price: no trade, no trading fee, nothing on the tape. And the one way in which a
// row's unsettled profit becomes balance. Rules 4.5, 4.6, 7.5, 7.7.

import type { MarginMode, PositionTransfer } from "@evermark/engine";
import { absolute, divideCeil, divideFloor } from "./exact.ts";
import { applyFill, forgetIfEmpty, unsettled } from "./margin.ts";
import { rowChanged } from "./positions.ts";
import { followRow } from "./purses.ts";
import type { NaiveReports, TransferredNotice } from "./reports.ts";
import { reservesOf } from "./reserve.ts";
import {
  emptyRow,
  inLots,
  inTicks,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveRow,
  type NaiveState,
  notional,
  rowOf,
} from "./state.ts";

interface Handover {
  readonly account: NaiveAccount;
  readonly market: NaiveMarket;
  readonly marginMode: MarginMode;
  /** What the row gains, signed. */
  readonly change: bigint;
  /** What the row is charged; negative when it earns. */
  readonly fee: bigint;
  readonly kind: PositionTransfer["kind"];
  /** What comes with it to the fund, at the index; nothing unless said. Rules 7.7. */
  readonly brought?: bigint;
}

/** Which part of an isolated row ends, and at what price and fee. */
interface IsolatedClose {
  /** Unsigned, at most what the row holds. */
  readonly quantity: bigint;
  readonly price: bigint;
  readonly fee: bigint;
}

/** Books one side of a handover on its row and returns the realized profit in micros. */
export function handOver(state: NaiveState, reports: NaiveReports, handover: Handover): bigint {
  const { account, market, marginMode, change, fee, kind, brought = 0n } = handover;
  const row = rowOf(account, market, marginMode);
  const before = { quantity: row.quantity, reserves: reservesOf(state, account, market) };
  // A liquidated row keeps its margin; any other account that ends an isolated position is paid out.
  const paysOut = marginMode === "ISOLATED" && (kind === "adl" || kind === "delisting");
  const realized = paysOut
    ? closeIsolated(state, account, market, { quantity: absolute(change), price: market.mark, fee })
    : applyFill(row, change > 0n ? 1n : -1n, absolute(change), market.mark, fee);
  row.lastSumUnitaryFunding = market.funding.sumUnitary;
  if (account === state.insurance) followRow(state, market, before.quantity, before.quantity + change, brought);
  reports.notice({
    type: "transfer",
    report: {
      account: account.number,
      market: market.number,
      marginMode,
      kind,
      quantity: inLots(market, change),
      price: inTicks(market, market.mark),
      fee: Number(fee),
      realizedPnl: Number(realized),
      at: state.now,
    },
  });
  if (account.number >= 0) rowChanged(state, reports, account, market, marginMode, before);
  return realized;
}

/** Ends a part or all of an isolated position and pays out what it came to. Rules 5.9 (4) and (5). */
export function closeIsolated(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  { quantity, price, fee }: IsolatedClose,
): bigint {
  const row = account.isolated[market.number]!;
  const held = absolute(row.quantity);
  const direction = row.quantity > 0n ? -1n : 1n;
  const released = divideFloor(row.margin * quantity, held);
  const costShare = divideCeil(row.cost * quantity, held);
  const result = -direction * notional(price, quantity) - costShare - fee;
  const realized = applyFill(row, direction, quantity, price, fee);
  row.cost += result;
  state.clearing.holding -= result;
  state.clearing.rows[market.number]!.cost -= result;
  if (quantity === held) {
    payOut(state, account, row.margin + result);
    account.isolated[market.number] = emptyRow();
  } else if (released + result >= 0n) {
    payOut(state, account, released + result);
    row.margin -= released;
  } else {
    row.margin += result;
  }
  return realized;
}

/** What an isolated position leaves behind; the fund pays what is missing. */
function payOut(state: NaiveState, account: NaiveAccount, amount: bigint): void {
  if (amount >= 0n) account.holding += amount;
  else state.insurance.holding += amount;
}

/** Moves a cross row's unsettled profit into the balance, against the clearing account. */
export function settleRow(state: NaiveState, account: NaiveAccount, market: NaiveMarket): bigint {
  const row = account.rows[market.number]!;
  if (row.quantity === 0n && row.cost === 0n) return 0n;
  const profit = unsettled(row, market.mark);
  account.holding += profit;
  settleOnto(state, row, market, profit);
  return profit;
}

/** Moves an isolated row's unsettled profit into its margin, against the clearing account. */
export function settleIsolatedRow(state: NaiveState, account: NaiveAccount, market: NaiveMarket): void {
  const row = account.isolated[market.number]!;
  if (row.quantity === 0n && row.cost === 0n) return;
  const profit = unsettled(row, market.mark);
  row.margin += profit;
  settleOnto(state, row, market, profit);
}

function settleOnto(state: NaiveState, row: NaiveRow, market: NaiveMarket, profit: bigint): void {
  row.cost += profit;
  row.settlePrice = market.mark;
  row.accruedFunding = 0n;
  forgetIfEmpty(row);
  state.clearing.holding -= profit;
  state.clearing.rows[market.number]!.cost -= profit;
}

/** One position of a transfer as its event shows it, in the engine's units. */
export function shown(
  handover: {
    readonly market: NaiveMarket;
    readonly marginMode: MarginMode;
    readonly taken: bigint;
    readonly total: bigint;
  },
  fees: { readonly liquidator: bigint; readonly insurance: bigint },
  realized: bigint,
): TransferredNotice {
  const { market, marginMode, taken, total } = handover;
  return {
    market: market.number,
    marginMode,
    quantity: inLots(market, taken),
    totalQuantity: inLots(market, total),
    price: inTicks(market, market.mark),
    costTransfer: Number(notional(market.mark, taken)),
    liquidatorFee: Number(fees.liquidator),
    insuranceFee: Number(fees.insurance),
    realizedPnl: Number(realized),
  };
}
