import { expect, test } from "bun:test";
import type { Millis } from "../../base/units.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { State } from "../../memory/state.ts";
import { openRowsByAccount } from "./visiting-order.ts";

/**
 * Rows of `accounts` accounts, every third of which also has an isolated row. Their ids are in no order and often share
 * a prefix.
 */
function stateWith(accounts: number): State {
  const state = new State();
  const open = (account: number, mode: "CROSS" | "ISOLATED") =>
    state.rows.setQuantity(state.rows.obtain(state.accounts, account, 0, mode), 1);
  open(INSURANCE, "CROSS");
  for (let n = 0; n < accounts; n++) {
    const scattered = Math.imul(n + 1, 0x9e3779b1) >>> 0;
    const id = `0x${(n % 7 === 0 ? "ffff" : "") + scattered.toString(16).padStart(8, "0")}`.padEnd(66, "0");
    const account = state.accounts.addUser(id, `0x${n}`, 0, 0 as Millis);
    if (n % 3 === 0) open(account, "ISOLATED");
    open(account, "CROSS");
  }
  return state;
}

test.each([100, 9_000])(
  "rows of %p accounts are visited by account id, cross before isolated, system accounts last",
  (many) => {
    const state = stateWith(many);
    const keys = [...openRowsByAccount(state, 0)].map(
      (row) =>
        `${state.rows.account(row) === INSURANCE ? "z" : state.accounts.accountId(state.rows.account(row))} ${state.rows.isolated(row)}`,
    );
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(state.rows.open.of(0).length);
  },
);
