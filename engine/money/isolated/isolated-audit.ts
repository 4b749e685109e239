// The invariants of isolated margin, recomputed from scratch in big integers. Rules 5.9.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { RowNumber } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";

/** @throws {Fault} naming the first invariant that does not hold */
export function auditIsolated(state: State): void {
  const { used } = state.rows;
  const frozen = new Map<number, bigint>();
  for (let row = 0; row < used; row++) {
    auditOwners(state, row);
    const reserved = state.rows.isolated(row) === 1 ? auditRow(state, row) : auditCrossRow(state, row);
    frozen.set(state.rows.account(row), (frozen.get(state.rows.account(row)) ?? 0n) + reserved);
  }
  for (let account = 0; account < state.accounts.used; account++) {
    const kept = BigInt(state.accounts.isolatedOrderFrozen(account));
    assert(kept === (frozen.get(account) ?? 0n), "an account reserves what its isolated orders do", { account, kept });
  }
}

/** An order is listed with the row of its own account, market and margin mode. */
function auditOwners(state: State, row: RowNumber): void {
  const mode = state.rows.isolated(row) === 1 ? "ISOLATED" : "CROSS";
  for (let order = state.rows.firstOrder(row); order !== NONE; order = state.orders.rowNext(order)) {
    const own =
      state.orders.account(order) === state.rows.account(row) && state.orders.market(order) === state.rows.market(row);
    assert(own && state.orders.marginMode(order) === mode, "an order is listed with its own row", {
      row,
      orderId: state.orders.orderId(order),
    });
  }
}

function auditCrossRow(state: State, row: RowNumber): bigint {
  assert(
    state.rows.margin(row) === 0 && state.rows.reserveBuy(row) === 0 && state.rows.reserveSell(row) === 0,
    "a cross row has no margin of its own",
    {
      row,
    },
  );
  return 0n;
}

/** A loss on a close may leave the rest of a row with a negative margin, but a flat row has nothing left. */
function auditRow(state: State, row: RowNumber): bigint {
  assert(state.rows.isolatedByDefault(row) === 0, "the default mode is kept on the cross row", { row });
  assert(state.accounts.isUser(state.rows.account(row)), "isolated rows are users'", {
    row,
    account: state.rows.account(row),
  });
  const flat = state.rows.quantity(row) === 0;
  assert(
    !flat || (state.rows.cost(row) === 0 && state.rows.margin(row) === 0),
    "a flat isolated row has neither cost nor margin",
    { row },
  );
  const [buy, sell] = [reserved(state, row, true), reserved(state, row, false)];
  const kept = BigInt(state.rows.reserveBuy(row)) === buy && BigInt(state.rows.reserveSell(row)) === sell;
  assert(kept, "an isolated row reserves what its orders open", { row, buy, sell });
  return buy + sell;
}

/** Σ ⌈n × (10000 + 6L) ÷ (10000 L)⌉ over a side's orders, where n is the opening notional at their limits. */
function reserved(state: State, row: RowNumber, buy: boolean): bigint {
  const { orders } = state;
  const { unit, defaultLeverage } = state.markets[state.rows.market(row)]!;
  const times = BigInt(state.rows.leverage(row) || defaultLeverage);
  let closable = Math.max(0, buy ? -state.rows.quantity(row) : state.rows.quantity(row));
  let sum = 0n;
  for (let order = state.rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
    if (orders.isReduceOnly(order) || orders.isBuy(order) !== buy) continue;
    const lots = orders.remaining(order);
    const closed = Math.min(lots, closable);
    closable -= closed;
    const notional = BigInt(lots - closed) * BigInt(orders.price(order)) * BigInt(unit);
    sum += (notional * (10_000n + 6n * times) + 10_000n * times - 1n) / (10_000n * times);
  }
  return sum;
}
