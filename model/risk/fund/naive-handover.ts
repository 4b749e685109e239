// Moves a position to another account at the mark price: no trade, no trading fee, nothing on the tape. Rules 7.5, 7.7.

import type { MarginMode, PositionTransfer } from "@evermark/engine";
import { rowChanged } from "../../book/orders/row-changes.ts";
import { type Estate, maintenanceOf, totalSize } from "../../money/cover/estate-sums.ts";
import type { Subject } from "../../money/cover/estates.ts";
import { reservesOf } from "../../money/margin/reserve.ts";
import { applyFill } from "../../money/rows/row-fills.ts";
import { closeIsolated } from "../../money/rows/settling.ts";
import { absolute, divideFloor } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import { inLots, inTicks, type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import type { NaiveReports, TransferredNotice } from "../../state/reports.ts";
import { followRow } from "./naive-purses.ts";

interface Handover {
  readonly account: NaiveAccount;
  readonly market: NaiveMarket;
  readonly marginMode: MarginMode;
  /** The change of the row, signed. */
  readonly change: bigint;
  /** What the row is charged; negative when it earns. */
  readonly fee: bigint;
  readonly kind: PositionTransfer["kind"];
  /** The money that comes with it to the fund, at the index; default 0. Rules 7.7. */
  readonly brought?: bigint;
}

/** Books one side of a handover on its row and returns the realized profit in micros. */
export function handOver(state: NaiveState, reports: NaiveReports, handover: Handover): bigint {
  const { account, market, marginMode, change, fee, kind, brought = 0n } = handover;
  const row = rowOf(account, market, marginMode);
  const before = { quantity: row.quantity, reserves: reservesOf(state, account, market) };
  // A liquidated row keeps its margin; an isolated position that ends in another way is paid out.
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

/** The account whose positions a transfer takes, and its figures just before. */
export function worthOf(state: NaiveState, { account, market }: Subject, { collateral, positions }: Estate) {
  const size = totalSize(positions);
  return {
    account: account.number,
    marginMode: market === null ? ("CROSS" as const) : ("ISOLATED" as const),
    market: market?.number ?? -1,
    // Without a position the ratio is that of rules 5.2.
    marginRatioE8: size === 0n ? 1_000_000_000 : Number(divideFloor(collateral * 100_000_000n, size)),
    maintenance: Number(maintenanceOf(positions)),
    notional: Number(size),
    collateral: Number(collateral),
    at: state.now,
  };
}
