// A state that is broken on purpose stops the venue at the command that would continue from it, on every venue and without an
// audit, before anything wrong is answered. Rules 1.5.

import { describe, expect, test } from "bun:test";
import { Fault } from "../base/fault.ts";
import { NONE } from "../base/storage/int-map.ts";
import { micros, type Ticks, ticks } from "../base/units.ts";
import { rest, unrest } from "../book/orders/open-orders.ts";
import { runDelistings } from "../business/market/delisting.ts";
import { runDailyJob } from "../business/rates/daily-job.ts";
import { silent } from "../language/events/events.ts";
import { CLEARING, INSURANCE } from "../memory/account/accounts.ts";
import { crossOf } from "../memory/liquidation/subject.ts";
import { moveHolding } from "../money/balance/holdings.ts";
import { holdingsOf } from "../money/margin/account-figures.ts";
import { payFunding } from "../risk/funding/payment.ts";
import { updateLiquidation } from "../risk/liquidation/check.ts";
import { fundEarning } from "../risk/liquidation/claim-earnings.ts";
import { handOver } from "../risk/liquidation/handover.ts";
import { transferAtMark } from "../risk/liquidation/position-transfers.ts";
import { takeOver } from "../risk/liquidation/take-over.ts";
import { pinIndex } from "../risk/prices/index-moves.ts";
import { AlgoExchange, both, placeAlgo, price, size } from "../testing/algo-exchange.ts";
import { openByHand } from "../testing/hand-made.ts";
import { IsolatedExchange, OWNER } from "../testing/isolated-exchange.ts";
import { START } from "../testing/setup.ts";
import { A, B, BUILDER, C, SmallExchange, USDC } from "../testing/small-exchange.ts";
import { SmallVault, VAULT } from "../testing/small-vault.ts";

/** A long 2 against B; C bids 1 at 149 and asks 1 at 151. */
function exchange() {
  const market = new SmallExchange();
  market.trade(A, "BUY", B, 150, 2);
  const bid = market.rest(C, "BUY", 149, 1);
  market.rest(C, "SELL", 151, 1);
  const { state, sol } = market;
  const row = (account: number) => state.rows.obtain(state.accounts, account, 0, "CROSS");
  return { market, state, sol, row, bid, resting: state.orders.find(bid) };
}

/** An invariant, and the act that breaks it and continues. */
type Case = readonly [claim: string, act: () => void];

const BOOKS: readonly Case[] = [
  [
    "a level shows what its orders show, and nothing without any",
    () => {
      const { market, state, bid, resting } = exchange();
      state.books.levels.setVisible(state.orders.level(resting), 1);
      market.cancel(C, bid);
    },
  ],
  [
    "a level shows what its orders show, and nothing without any",
    () => {
      const { market, state, bid, resting } = exchange();
      state.orders.setLevel(resting, NONE);
      market.cancel(C, bid);
    },
  ],
  [
    "an order rests once",
    () => {
      const { state, sol, resting } = exchange();
      state.books.rest(sol, resting);
    },
  ],
  ["a price stands once, and on a tick", () => exchange().sol.bids.insert(ticks(149_000), 0)],
  ["a price stands once, and on a tick", () => exchange().sol.bids.insert(149_000.5 as Ticks, 0)],
  ["a price that goes is there", () => exchange().sol.bids.remove(ticks(148_000))],
  [
    "no less than nothing is pending",
    () => {
      const { market, state, row, bid } = exchange();
      state.rows.addPending(row(C), 0, -1);
      market.cancel(C, bid);
    },
  ],
  [
    "a row counts the orders on its list",
    () => {
      const { market, state, row, bid } = exchange();
      state.rows.setOrders(row(C), 1);
      market.cancel(C, bid);
    },
  ],
  [
    "an order is listed with the row of its own account and market",
    () => {
      const { market, state, row } = exchange();
      state.rows.setAccount(row(C), B);
      market.rest(C, "BUY", 148, 1);
    },
  ],
  [
    "a match has a quantity",
    () => {
      const { market, state, resting } = exchange();
      state.orders.setExecuted(resting, 101);
      market.rest(B, "SELL", 149, 1);
    },
  ],
  [
    "what rests is not filled",
    () => {
      const { state, resting } = exchange();
      unrest(state, resting, silent);
      state.orders.setExecuted(resting, 100);
      rest(state, resting, silent);
    },
  ],
  [
    "a row counts the legs that would close it",
    () => {
      const market = new AlgoExchange();
      market.trade(A, "BUY", B, 150, 2);
      const legs = both("SELL", 160, 140);
      const id = market.place(placeAlgo({ algoType: "TP_SL", orderType: "", quantity: size(1), children: legs }));
      const row = market.state.rows.find(A, 0, "CROSS");
      market.state.rows.setClosingAlgos(row, 0);
      market.cancelAlgo(id);
    },
  ],
  [
    "an algo order is armed once",
    () => {
      const market = new AlgoExchange();
      const stop = placeAlgo({ quantity: size(1), triggerPrice: price(140) });
      const order = market.state.algoOrders.find(market.place(stop))!;
      market.state.algoOrders.triggersOf(0).add(order);
    },
  ],
  [
    "a row stands where it is said to",
    () => {
      const { market, state } = exchange();
      (state.rows.open.of(0) as number[]).reverse();
      market.trade(A, "SELL", B, 150, 2);
    },
  ],
];

const MONEY: readonly Case[] = [
  [
    "no more is taken out of a balance than is in it",
    () => {
      const { state } = exchange();
      const all = state.accounts.holding(C);
      moveHolding(state, { account: C, amount: -all - 1, kind: "transfer_out", reference: "", market: NONE }, silent);
    },
  ],
  [
    "a holding is whole micros below 2^53",
    () => {
      const { state } = exchange();
      moveHolding(state, { account: C, amount: 0.5, kind: "deposit", reference: "", market: NONE }, silent);
    },
  ],
  [
    "CLEARING has no position",
    () => {
      const { market, state, row } = exchange();
      state.rows.setQuantity(row(CLEARING), 1);
      market.pin(151);
      market.apply({ type: "settle_pnl", at: START, account: A, nonce: 0 });
    },
  ],
  [
    "only a maker is paid for trading",
    () => {
      const { market, state } = exchange();
      state.accounts.setTakerFee(A, -60);
      market.rest(A, "BUY", 151, 1);
    },
  ],
  [
    "a fee account has no position",
    () => {
      const { market, state, row } = exchange();
      state.rows.setQuantity(row(BUILDER), 1);
      market.rest(A, "BUY", 151, 1);
    },
  ],
  [
    "only what is open has an entry value",
    () => {
      const { market, state, row } = exchange();
      state.rows.setEntryMicros(row(A), -1_000 * USDC);
      market.rest(A, "BUY", 151, 1);
    },
  ],
  [
    "open interest is the longs of a market",
    () => {
      const { market, sol } = exchange();
      sol.openInterest = 0;
      market.trade(A, "SELL", B, 150, 1);
    },
  ],
  [
    "an account reserves no less than nothing",
    () => {
      const isolated = new IsolatedExchange(1_000);
      const { orderId } = isolated.isolated("BUY", "LIMIT", 149, 1);
      isolated.state.accounts.setIsolatedOrderFrozen(OWNER, 0);
      isolated.cancel(OWNER, orderId);
    },
  ],
];

const RISK: readonly Case[] = [
  [
    "a transfer moves a position",
    () => {
      const { state, sol, row } = exchange();
      transferAtMark(state, sol, { row: row(A), quantity: 0, fee: 0, kind: "adl" }, silent);
    },
  ],
  [
    "a purse goes with a position",
    () => {
      const { state, sol, row } = exchange();
      state.liquidations.purses.set(0, 5);
      transferAtMark(state, sol, { row: row(INSURANCE), quantity: 100, fee: 0, kind: "takeover" }, silent);
    },
  ],
  [
    "a claim is of what the fund holds",
    () => {
      const { market, state } = exchange();
      openByHand(state, { account: INSURANCE, against: A, market: 0, quantity: 10_000, cost: 15_000 * USDC });
      const times = { startedAt: START, changedAt: START, claimedAt: START };
      state.liquidations.fundClaims.set(0, { liquidationId: 7, market: 0, quantity: 9_000, ...times });
      const claim = { account: B, claimId: 7, market: 0, quantity: size(90), limitPrice: price(0) };
      market.apply({ type: "claim_insurance_fund", at: START, ...claim });
    },
  ],
  [
    "a liquidation begins once",
    () => {
      const { liquidations } = exchange().state;
      liquidations.begin(-1 - A);
      liquidations.begin(-1 - A);
    },
  ],
  ["an index is whole ticks above nothing", () => pinIndex(exchange().state, exchange().sol, ticks(0), silent)],
  ["an index is whole ticks above nothing", () => pinIndex(exchange().state, exchange().sol, 0.5 as Ticks, silent)],
  [
    "a mark is whole ticks above nothing",
    () => {
      exchange().sol.mark = 149_000.5;
    },
  ],
  [
    "what is liquidated has no orders left",
    () => {
      const { state, row } = exchange();
      state.accounts.setHolding(A, 0);
      state.rows.setOrders(row(A), 1);
      updateLiquidation(state, crossOf(A), silent);
    },
  ],
  [
    "what is handed over is of the account in liquidation",
    () => {
      const { state } = exchange();
      const of = state.liquidations.begin(crossOf(A));
      const offer = { liquidationId: 1, startedAt: 0, changedAt: 0, rows: [], quantities: [], waiting: [] };
      const takes = [{ holding: holdingsOf(state, crossOf(B))[0]!, lots: 1 }];
      handOver(state, { of, offer, takes, taker: C, assigned: false }, silent);
    },
  ],
  [
    "an account that keeps positions keeps its balance",
    () => {
      const { state } = exchange();
      takeOver(state, crossOf(A), { holdings: [], live: [] }, silent);
    },
  ],
  [
    "no more is claimed of the fund than it holds",
    () => {
      const { state, sol } = exchange();
      state.accounts.setHolding(INSURANCE, 1_000_000 * USDC);
      openByHand(state, { account: INSURANCE, against: A, market: 0, quantity: 100, cost: 150 * USDC });
      fundEarning(state, sol, 101);
    },
  ],
  [
    "what funding leaves over can be counted",
    () => {
      const { state, sol, row } = exchange();
      state.rows.setQuantity(row(B), -199);
      state.rows.setCost(row(INSURANCE), -Number.MAX_SAFE_INTEGER);
      sol.funding.premiumSum = 100_000_000n;
      sol.funding.premiums = 1;
      payFunding(state, sol, sol.funding.nextAt, silent);
    },
  ],
  [
    "no more funding is paid out than comes in",
    () => {
      const { state, sol, row } = exchange();
      state.rows.setQuantity(row(B), -400);
      sol.funding.premiumSum = 100_000_000n;
      sol.funding.premiums = 1;
      payFunding(state, sol, sol.funding.nextAt, silent);
    },
  ],
];

function withdrawing() {
  const market = new SmallExchange();
  const { state } = market;
  const nonce = market.apply({ type: "issue_nonce", at: START, account: C, kind: "withdraw" }).created;
  const terms = { account: C, amount: micros(50 * USDC), fee: micros(USDC), nonce, chainId: 1, proof: null };
  const receiver = state.accounts.wallet(C);
  const { created, rejection } = market.apply({ type: "request_withdrawal", at: START, ...terms, receiver });
  expect(rejection).toBeNull();
  const advance = (to: "PROCESSING" | "COMPLETED" | "FAILED") =>
    market.apply({ type: "advance_withdrawal", at: START, withdrawalId: created, to, transaction: "", reason: "" });
  advance("PROCESSING");
  return { state, advance, withdrawal: state.funds.withdrawals.get(created)! };
}

const BUSINESS: readonly Case[] = [
  [
    "what is frozen is on its way out",
    () => {
      const { state, advance } = withdrawing();
      state.accounts.setFrozen(C, 0);
      advance("FAILED");
    },
  ],
  [
    "a withdrawal pays something out",
    () => {
      const { advance, withdrawal } = withdrawing();
      Object.assign(withdrawal, { fee: withdrawal.amount });
      advance("COMPLETED");
    },
  ],
  [
    "a vault's cash is its queued deposits",
    () => {
      const vault = SmallVault.live();
      const { cash } = vault.state.vaults.find(VAULT)!;
      moveHolding(vault.state, { account: cash, amount: 1, kind: "vault", reference: "", market: NONE }, silent);
      vault.nextPeriod();
    },
  ],
  [
    "a symbol is listed once, under the next number",
    () => {
      const { state, sol } = exchange();
      state.addMarket(sol);
    },
  ],
  [
    "nothing goes out that had not come in",
    () => {
      const { state, advance } = withdrawing();
      state.custody = 0;
      advance("COMPLETED");
    },
  ],
  [
    "what is owed is owed under a code",
    () => {
      const { state } = exchange();
      state.accounts.setReferralRevenue(C, 5);
      runDailyJob(state, silent);
    },
  ],
  [
    "of a market that ends nothing stays open",
    () => {
      const { state, sol } = exchange();
      sol.state = "DELISTING";
      sol.delistAt = state.now;
      sol.openInterest += 1;
      runDelistings(state, silent);
    },
  ],
  [
    "the provider asks for what it has",
    () => {
      const vault = SmallVault.live();
      const { providerStrategyShares } = vault.state.vaults.find(VAULT)!;
      vault.state.vaults.find(VAULT)!.providerQueued = providerStrategyShares + 1;
      vault.ask(A, "LP_DEPOSIT", 1_000 * USDC);
    },
  ],
  [
    "shares that are burned were queued",
    () => {
      const vault = SmallVault.live();
      vault.ask(A, "LP_DEPOSIT", 1_000 * USDC);
      vault.nextPeriod();
      vault.after(72);
      vault.ask(A, "LP_WITHDRAW", 100 * USDC);
      vault.state.vaults.find(VAULT)!.holders.get(A)!.queued = 0;
      vault.nextPeriod();
    },
  ],
  [
    "a vault is made once",
    () => {
      const { vaults } = SmallVault.live().state;
      vaults.add(vaults.find(VAULT)!);
    },
  ],
];

for (const [name, cases] of Object.entries({ BOOKS, MONEY, RISK, BUSINESS })) {
  describe(`of ${name.toLowerCase()}`, () => {
    for (const [n, [claim, act]] of cases.entries()) {
      test(`${claim} (${n + 1})`, () => {
        expect(act).toThrow(Fault);
        expect(act).toThrow(`broken invariant: ${claim}`);
      });
    }
  });
}

test("none of this needs an audit: a venue that is never audited stops as well", () => {
  const { market, state, bid } = exchange();
  expect(state.isAudited).toBe(false);
  state.rows.addPending(state.rows.find(C, 0, "CROSS"), 0, -1);
  expect(() => market.cancel(C, bid)).toThrow(Fault);
});
