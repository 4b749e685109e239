// An engine with a bug that does not show from outside: every deposit credits a millionth more than was paid in.

import { Engine } from "@evermark/engine";
import { AccountTable } from "@evermark/engine/inside.ts";

/** All engines of this process miscount until this is disposed of. */
export function miscountDeposits(): Disposable {
  const { apply } = Engine.prototype;
  const { setHolding } = AccountTable.prototype;
  let isDeposit = false;
  Engine.prototype.apply = function (command, out) {
    isDeposit = command.type === "credit_deposit";
    return apply.call(this, command, out);
  };
  AccountTable.prototype.setHolding = function (account, value) {
    setHolding.call(this, account, isDeposit ? value + 1 : value);
  };
  return {
    [Symbol.dispose]() {
      Engine.prototype.apply = apply;
      AccountTable.prototype.setHolding = setHolding;
    },
  };
}
