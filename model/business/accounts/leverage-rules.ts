// Leverage and margin modes, cross and isolated, and margin moved in and out of an isolated position. Rules 5.7, 5.8, 5.9 (7).

import type { MovePositionMargin, SetLeverage, SetMarginMode } from "@evermark/engine";
import { exceedsLeverageLimit, initialRate, marginOf, maxLeverage } from "../../money/margin/margin-rates.ts";
import {
  initialMarginWithOrders,
  symbolFigures,
  totalCollateral,
  withdrawableOf,
} from "../../money/margin/naive-margin.ts";
import { unsettled } from "../../money/rows/row-fills.ts";
import { absolute, greatest, least } from "../../numbers/exact-numbers.ts";
import { isFrozenFor } from "../../permissions/freezes.ts";
import { isHeldBack, isRowHeldBack } from "../../permissions/naive-standstill.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { leverageOf, type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";

export const leverageRules = naiveRules({
  set_leverage: setLeverage,
  set_margin_mode: setMarginMode,
  move_position_margin: movePositionMargin,
});

function setLeverage(state: NaiveState, command: SetLeverage): Outcome {
  const account = state.accounts[command.account]!;
  const requested = BigInt(command.leverage);
  if (isFrozenFor(state, account.number, command.market, command.marginMode)) return { rejection: "refused" };
  const markets = state.markets.filter((market) => command.market < 0 || market.number === command.market);
  const wanted = new Map(
    markets.map((market) => [market, command.market < 0 ? least(requested, maxLeverage(market)) : requested]),
  );
  if (raisesOnDoubt(state, account, wanted, command)) return { rejection: "refused" };
  if (requested < 1n) return { rejection: "invalid_parameter" };
  for (const [market, leverage] of wanted) {
    if (leverage > maxLeverage(market)) return { rejection: "invalid_parameter" };
  }
  return command.marginMode === "CROSS"
    ? setCross(state, account, wanted)
    : setIsolated(state, account, wanted, command);
}

/** Rules 11.4. A change of all isolated symbols leaves those with a position as they are anyway. */
function raisesOnDoubt(
  state: NaiveState,
  account: NaiveAccount,
  wanted: ReadonlyMap<NaiveMarket, bigint>,
  { market: named, marginMode: mode }: SetLeverage,
): boolean {
  const raised = [...wanted].filter(([market, leverage]) => leverage > leverageOf(account, market, mode));
  if (raised.length > 0 && isHeldBack(state, account.number)) return true;
  if (mode === "CROSS") return false;
  return named >= 0 && raised.some(([market]) => isRowHeldBack(state, account, market));
}

/** All together or not at all. */
function setCross(state: NaiveState, account: NaiveAccount, wanted: ReadonlyMap<NaiveMarket, bigint>): Outcome {
  const after = new Map(
    [...wanted].map(([market, leverage]) => [
      market.number,
      symbolFigures(state, account, market, undefined, leverage),
    ]),
  );
  for (const [market, leverage] of wanted) {
    const size = after.get(market.number)!.notionalWithOrders;
    if (exceedsLeverageLimit(market, leverage, size)) return { rejection: "position_limit" };
  }
  if (totalCollateral(state, account) < initialMarginWithOrders(state, account, after)) {
    return { rejection: "insufficient_margin" };
  }
  for (const [market, leverage] of wanted) account.leverages[market.number] = leverage;
  return {};
}

/** Only where nothing is open: a single symbol is refused otherwise, a change of all symbols skips it. */
function setIsolated(
  state: NaiveState,
  account: NaiveAccount,
  wanted: ReadonlyMap<NaiveMarket, bigint>,
  command: SetLeverage,
): Outcome {
  for (const [market, leverage] of wanted) {
    if (!hasOpen(state, account, market, "ISOLATED")) account.isolatedLeverages[market.number] = leverage;
    else if (command.market >= 0) return { rejection: "refused" };
  }
  return {};
}

function hasOpen(state: NaiveState, account: NaiveAccount, market: NaiveMarket, mode: "CROSS" | "ISOLATED"): boolean {
  const orders = state.open.some(
    (order) => order.account === account.number && order.market === market.number && order.marginMode === mode,
  );
  return orders || rowOf(account, market, mode).quantity !== 0n;
}

/** Rules 5.8: nothing may be open in the present mode. */
function setMarginMode(state: NaiveState, command: SetMarginMode): Outcome {
  const account = state.accounts[command.account]!;
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  const current = account.modes[market.number]!;
  if (isFrozenFor(state, account.number, market.number, current)) return { rejection: "refused" };
  if (current === command.marginMode) return {};
  if (isHeldBack(state, account.number) || isRowHeldBack(state, account, market)) return { rejection: "refused" };
  if (hasOpen(state, account, market, current)) return { rejection: "refused" };
  account.modes[market.number] = command.marginMode;
  return {};
}

/** Rules 5.9 (7), errors 8.5. */
function movePositionMargin(state: NaiveState, command: MovePositionMargin): Outcome {
  const account = state.accounts[command.account]!;
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  const amount = BigInt(command.amount);
  if (amount <= 0n) return { rejection: "invalid_parameter" };
  const row = account.isolated[market.number]!;
  if (row.quantity === 0n) return { rejection: "not_found" };
  if (isFrozenFor(state, account.number, market.number, "ISOLATED")) return { rejection: "refused" };
  const adds = command.direction === "ADD";
  const holds = adds ? isHeldBack(state, account.number) : isRowHeldBack(state, account, market);
  if (holds) return { rejection: "refused" };
  const most = adds ? withdrawableOf(state, account) : reducible(account, market);
  if (amount > most) return { rejection: "insufficient_margin" };
  account.holding -= adds ? amount : -amount;
  row.margin += adds ? amount : -amount;
  return {};
}

/** The part of an isolated margin that is not needed. */
export function reducible(account: NaiveAccount, market: NaiveMarket): bigint {
  const row = account.isolated[market.number]!;
  const size = notional(market.mark, absolute(row.quantity));
  const needed = marginOf(size, initialRate(market, account.isolatedLeverages[market.number]!, size));
  return greatest(0n, row.margin - needed + least(0n, unsettled(row, market.mark)));
}
