// Moves a subject that cannot even pay a liquidator to the insurance fund: its positions at the mark price, and its money or
// its debt. Rules 7.7, 7.9. Cross rows are settled first, so the balance that moves last is the account's whole equity.
// Positions in paused markets stay with the account, and as long as there are any, so does its balance, which may be negative.
// Settlement at marks that differ from the indices is then compensated, either way, because marks can be painted.

import { assert } from "../../base/fault.ts";
import { mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, type LiquidationId, type Micros, micros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Subject } from "../../memory/liquidation/subject.ts";
import { isCross, modeOf } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { settleCross } from "../../money/balance/settlement.ts";
import type { Holding } from "../../money/margin/account-figures.ts";
import { figuresOf } from "../../money/margin/account-figures.ts";
import { accountOf, marketOf } from "../../permissions/subjects.ts";
import { listInventory } from "../fund/insurance-fund.ts";
import { changeHands, shownFigures } from "./change-of-hands.ts";
import type { SubjectPositions } from "./offers.ts";

/** Takes over the live positions; the others stay, and with them the account's money or debt. */
export function takeOver(state: State, subject: Subject, { holdings, live }: SubjectPositions, out: Listener): void {
  const account = accountOf(state, subject);
  const liquidationId = state.liquidations.nextId();
  const before = figuresOf(state, subject);
  if (isCross(subject)) settleTaken(state, account, live, out);
  const gap = gapOf(live);
  const isWhole = live.length === holdings.length;
  const amount = !isCross(subject)
    ? before.collateral
    : isWhole
      ? state.accounts.holding(account)
      : gapWithRest(state, gap);
  const parts = partsOf(amount - gap, live);
  // An isolated row's margin moves with its position: the row ends when it is flat.
  const positions = live.map(({ market, row, quantity: lots }, i) => {
    const fees = { giverFee: 0, takerFee: 0 };
    const change = { market, kind: "takeover", row, lots, ...fees, taker: INSURANCE, brought: parts[i]! } as const;
    return changeHands(state, change, out);
  });
  const { notional } = figuresOf(state, subject);
  assert(!isWhole || notional === 0, "an account that keeps positions keeps its balance", { account, notional });
  if (isCross(subject) && amount !== 0) takeBalance(state, account, amount, liquidationId, out);
  out.liquidation({
    type: "transferred",
    account,
    marginMode: modeOf(subject),
    market: marketOf(state, subject),
    liquidationId,
    kind: "takeover",
    taker: INSURANCE,
    assigned: true,
    amount: micros(amount),
    ...shownFigures(before),
    positions,
    at: state.now,
  });
  listInventory(state, out);
}

/** Settles the rows that are taken, and flat rows with something unsettled: those depend on no mark. */
function settleTaken(state: State, account: AccountNumber, live: readonly Holding[], out: Listener): void {
  for (const number of state.marketsBySymbol) {
    const row = state.rows.find(account, number, "CROSS");
    if (row === NONE) continue;
    const taken = state.rows.quantity(row) === 0 || live.some((holding) => holding.row === row);
    if (taken) settleCross(state, account, state.markets[number]!, out);
  }
}

/** From this behaviour on an account that keeps positions is settled at the indices; before, at the marks. */
const AT_INDICES_SINCE = 4;

/** What an account that keeps positions gives back of its settlement, or gets in addition, micros. */
function gapWithRest({ behaviour }: State, gap: Micros): Micros {
  return behaviour < AT_INDICES_SINCE ? 0 : gap;
}

/** How far the positions' value at the marks exceeds their value at the indices, micros. */
function gapOf(live: readonly Holding[]): Micros {
  return live.reduce((sum, { market, quantity }) => sum + quantity * (market.mark - market.index) * market.unit, 0);
}

/**
 * Splits the money that comes, valued at the indices, over the positions: by notional, rounded down, the rest to the last. Each
 * position does not get its own gap between mark and index on top of its share of the money: a trader who paints two marks to
 * opposite sides would fill one purse at the cost of the other, which gives nothing back. Rules 7.7.
 */
function partsOf(amount: Micros, live: readonly Holding[]): number[] {
  const total = live.reduce((sum, { notional }) => sum + notional, 0);
  let rest = amount;
  return live.map(({ notional }, i) => {
    const part = i === live.length - 1 ? rest : mulDivFloor(amount, notional, total);
    rest -= part;
    return part;
  });
}

function takeBalance(
  state: State,
  account: AccountNumber,
  amount: Micros,
  liquidationId: LiquidationId,
  out: Listener,
): void {
  const movement = { kind: "takeover", reference: `liquidation:${liquidationId}`, market: NONE } as const;
  moveHolding(state, { ...movement, account, amount: -amount }, out);
  moveHolding(state, { ...movement, account: INSURANCE, amount }, out);
}
