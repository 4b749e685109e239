// Which accounts are notified that their rates have changed. Rules 8.2.

import { expect, test } from "bun:test";
import { feeE5 } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { A, B, C, D, SmallExchange } from "../../testing/small-exchange.ts";

test("an account is notified when its taker or maker rate has changed, and not otherwise", () => {
  const market = new SmallExchange();
  const notified = (takerFee: number, makerFee: number) => {
    const accounts: number[] = [];
    market.engine.apply(
      {
        type: "set_broker_fees",
        at: market.state.now,
        broker: 0,
        takerFee: feeE5(takerFee),
        makerFee: feeE5(makerFee),
      },
      { ...silent, account: (change) => change.type === "settings_changed" && accounts.push(change.account) },
    );
    return accounts;
  };
  const { takerFee, makerFee } = market.state.brokers[0]!;
  const all = [A, B, C, D];
  expect(notified(takerFee, makerFee)).toEqual([]);
  expect(notified(takerFee + 1, makerFee)).toEqual(all);
  expect(notified(takerFee + 1, makerFee + 1)).toEqual(all);
  expect(notified(takerFee + 2, makerFee + 2)).toEqual(all);
  expect(notified(takerFee + 2, makerFee + 2)).toEqual([]);
});
