// The invariants of isolated margin, recomputed from scratch in big integers. Rules 5.9.

import { assert } from "../fault.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";

/** @throws {Fault} naming the first invariant that does not hold */
export function auditIsolated(state: State): void {
  const { columns, used } = state.rows;
  const frozen = new Map<number, bigint>();
  for (let row = 0; row < used; row++) {
    auditOwners(state, row);
    const reserved = columns.isolated[row] === 1 ? auditRow(state, row) : auditCrossRow(state, row);
    frozen.set(columns.account[row]!, (frozen.get(columns.account[row]!) ?? 0n) + reserved);
  }
  const { isolatedOrderFrozen } = state.accounts.columns;
  for (let account = 0; account < state.accounts.used; account++) {
    const kept = BigInt(isolatedOrderFrozen[account]!);
    assert(kept === (frozen.get(account) ?? 0n), "an account reserves what its isolated orders do", { account, kept });
  }
}

/** An order stands with the row of its own account, market and margin mode. */
function auditOwners(state: State, row: number): void {
  const { account, market, isolated, firstOrder } = state.rows.columns;
  const { columns } = state.orders;
  const mode = isolated[row] === 1 ? "ISOLATED" : "CROSS";
  for (let order = firstOrder[row]!; order !== NONE; order = columns.rowNext[order]!) {
    const own = columns.account[order] === account[row] && columns.market[order] === market[row];
    assert(own && state.orders.marginMode(order) === mode, "an order is listed with its own row", {
      row,
      orderId: columns.orderId[order],
    });
  }
}

function auditCrossRow(state: State, row: number): bigint {
  const { margin, reserveBuy, reserveSell } = state.rows.columns;
  assert(margin[row] === 0 && reserveBuy[row] === 0 && reserveSell[row] === 0, "a cross row has no margin of its own", {
    row,
  });
  return 0n;
}

/** A loss on a close may leave the rest of a row with a margin below zero, but a row that is flat has nothing left. */
function auditRow(state: State, row: number): bigint {
  const { account, quantity, cost, margin, reserveBuy, reserveSell, isolatedByDefault } = state.rows.columns;
  assert(isolatedByDefault[row] === 0, "the default mode is kept on the cross row", { row });
  assert(state.accounts.isUser(account[row]!), "isolated rows are users'", { row, account: account[row] });
  const flat = quantity[row] === 0;
  assert(!flat || (cost[row] === 0 && margin[row] === 0), "a flat isolated row has neither cost nor margin", { row });
  const [buy, sell] = [reserved(state, row, true), reserved(state, row, false)];
  const kept = BigInt(reserveBuy[row]!) === buy && BigInt(reserveSell[row]!) === sell;
  assert(kept, "an isolated row reserves what its orders open", { row, buy, sell });
  return buy + sell;
}

/** Σ ⌈n × (10000 + 6L) ÷ (10000 L)⌉ over a side's orders, n at their limits, for what they open. */
function reserved(state: State, row: number, buy: boolean): bigint {
  const { quantity, leverage, market, firstOrder } = state.rows.columns;
  const { orders } = state;
  const { unit, defaultLeverage } = state.markets[market[row]!]!;
  const times = BigInt(leverage[row]! || defaultLeverage);
  let closable = Math.max(0, buy ? -quantity[row]! : quantity[row]!);
  let sum = 0n;
  for (let order = firstOrder[row]!; order !== NONE; order = orders.columns.rowNext[order]!) {
    if (orders.isReduceOnly(order) || orders.isBuy(order) !== buy) continue;
    const lots = orders.remaining(order);
    const closed = Math.min(lots, closable);
    closable -= closed;
    const notional = BigInt(lots - closed) * BigInt(orders.columns.price[order]!) * BigInt(unit);
    sum += (notional * (10_000n + 6n * times) + 10_000n * times - 1n) / (10_000n * times);
  }
  return sum;
}
