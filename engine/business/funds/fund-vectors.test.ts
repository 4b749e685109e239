// The worked withdrawal limit of rules 12.5, reached by commands: an isolated order's reserve, a cross profit, a
// request that is a micro too large, one that is not, and a settlement.

import { expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, listMarket, openAccount, START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange } from "../../testing/small-exchange.ts";
import { defaultMarket, money, withdrawalLimit } from "../../testing/vectors.ts";

const { inputs, outputs } = withdrawalLimit;
const at = START;
const asMicros = (decimal: string) => Number(money(decimal));

test("the worked withdrawal limit", () => {
  const market = new SmallExchange();
  market.apply(listMarket(defaultMarket("PERP_BTC_USDC"), 58_000 * ONE));
  market.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 2_000 * ONE));
  const user = market.apply(openAccount(30, "builder")).created;
  market.apply(deposit(user, asMicros(inputs.holding), "worked"));
  const leverage = (number: number, marginMode: "CROSS" | "ISOLATED", value: number) =>
    market.apply({ type: "set_leverage", at, account: user, market: number, marginMode, leverage: value });
  leverage(1, "CROSS", inputs.position.leverage);
  leverage(2, "ISOLATED", 20);

  // 0.5 BTC at 58,000, bought as a taker: 29,000 and 17.4 of fee.
  const btc = { market: 1, price: priceE8(58_000 * ONE), quantity: quantityE8(ONE / 2) };
  market.rest(A, "SELL", 0, 0, btc);
  market.rest(user, "BUY", 0, 0, btc);
  const btcMark = priceE8(Number(inputs.position.mark_price) * ONE);
  market.apply({ type: "set_index_prices", at, prices: [{ market: 1, price: btcMark }] });
  market.rest(user, "BUY", 2_000, 5, { market: 2, marginMode: "ISOLATED" });
  expect(market.engine.position(user, 1, "CROSS").cost as number).toBe(asMicros(inputs.position.cost_position));

  const shown = () => {
    const { isolatedOrderFrozen, unsettledPnl, totalCollateral, initialMargin, freeCollateral, withdrawable } =
      market.engine.margin(user);
    return { isolatedOrderFrozen, unsettledPnl, totalCollateral, initialMargin, freeCollateral, withdrawable };
  };
  expect(shown() as object).toEqual({
    isolatedOrderFrozen: asMicros(outputs.isolated_order_frozen),
    unsettledPnl: asMicros(outputs.unsettled_pnl),
    totalCollateral: asMicros(outputs.total_collateral_value),
    initialMargin: asMicros(outputs.initial_margin),
    freeCollateral: asMicros(outputs.free_collateral),
    withdrawable: asMicros(outputs.withdrawable),
  });

  const request = (amount: string) => {
    const nonce = market.apply({ type: "issue_nonce", at, account: user, kind: "withdraw" }).created;
    const fee = micros(asMicros(inputs.withdraw_fee));
    const terms = { amount: micros(asMicros(amount)), fee, nonce, chainId: 196 };
    const receiver = market.engine.account(user).wallet;
    return market.apply({ type: "request_withdrawal", at, account: user, receiver, ...terms });
  };
  const tooMuch = request(outputs.request_too_much.amount).rejection;
  expect([codeOf(tooMuch), wordsOf(tooMuch)]).toEqual([
    outputs.request_too_much.error_code,
    outputs.request_too_much.message,
  ]);
  const { funds } = request(outputs.request_ok.amount);
  const paidOut = funds[0]?.type === "withdrawal" ? funds[0].amount - funds[0].fee : 0;
  expect(paidOut).toBe(asMicros(outputs.request_ok.paid_out));

  const accepted = market.engine.margin(user);
  const { after_accept: after } = outputs;
  expect([accepted.holding, accepted.frozen, accepted.freeCollateral, accepted.withdrawable] as number[]).toEqual(
    [after.holding, after.frozen, after.free_collateral, after.withdrawable].map(asMicros),
  );

  market.apply({ type: "settle_pnl", at, account: user, nonce: 0 });
  const settled = market.engine.margin(user);
  const { after_settle_pnl: last } = outputs;
  expect([settled.holding, settled.unsettledPnl, settled.withdrawable] as number[]).toEqual(
    [last.holding, last.unsettled_pnl, last.withdrawable].map(asMicros),
  );
  expect(market.engine.margin(B).withdrawable).toBeGreaterThan(0);
  market.engine.audit();
});
