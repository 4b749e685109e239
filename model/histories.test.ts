// The random histories of failing accounts, of money, of beliefs and of vaults keep the model's invariants and reach what
// they are meant to reach: a comparison over histories in which nothing happens would prove nothing.

import { expect, test } from "bun:test";
import type { Command } from "@evermark/engine";
import {
  anyBeliefWishes,
  anyBeliefWorld,
  BeliefScript,
  beliefOpening,
} from "@evermark/engine/testing/belief-worlds.ts";
import { FundsScript } from "@evermark/engine/testing/funds-script.ts";
import { anyFundsWishes, fundsOpening } from "@evermark/engine/testing/funds-worlds.ts";
import { LiquidationScript } from "@evermark/engine/testing/trouble-script.ts";
import { anyLiquidationWishes, anyLiquidationWorld, openingOf } from "@evermark/engine/testing/trouble-worlds.ts";
import { anyVaultWishes, VaultScript, vaultOpening } from "@evermark/engine/testing/vault-worlds.ts";
import fc from "fast-check";
import { isWorking } from "./algo-state.ts";
import { awaitsLiquidity } from "./algo-triggers.ts";
import { type NaiveAnswer, NaiveExchange } from "./exchange.ts";
import { burdenedEstate, fundEstate } from "./insurance.ts";
import { estateAtIndices, estateOf } from "./liquidation.ts";
import { isBelowMaintenance } from "./offers.ts";
import { purseOf } from "./purses.ts";
import { isHeldBack, isInDoubt } from "./standstill.ts";

/** Plays histories and counts what they come to. */
class Counted {
  private readonly seen = new Map<string, number>();
  private readonly waited = new Set<number>();

  play(exchange: NaiveExchange, commands: readonly Command[]): void {
    for (const command of commands) {
      const answer = exchange.apply(command);
      expect(exchange.brokenInvariant()).toBeNull();
      this.count(`${command.type} ${answer.rejectionCode ?? "accepted"}`);
      for (const event of answer.events) {
        if (event.type === "order") this.count(`${event.report.cause} ${event.report.reason}`.trim());
        else if (event.type === "transfer") this.count(`${event.report.kind} ${event.report.marginMode}`);
        else if ("type" in event.report) this.count(`${event.type} ${event.report.type}`);
      }
      for (const { offers } of exchange.state.liquidations.running) {
        if (offers.some((offer) => offer.percent < 100n)) this.count("an offer of a part");
        if (offers.length > 1) this.count("several offers");
      }
      if (exchange.state.accounts.some(({ holding }) => holding < 0n)) this.count("a debt that waits");
      if (burdenedEstate(exchange.state).collateral < fundEstate(exchange.state).collateral) this.count("a burden");
      if (answer.rejection === "position_limit") this.count(`${command.type} beyond limits`);
      for (const { report } of answer.events.filter((event) => event.type === "liquidation")) {
        const { type, account, positions = [], marginMode } = report;
        const isPart =
          type === "transferred" && exchange.state.accounts[account]!.rows.some((row) => row.quantity !== 0n);
        if (report.kind === "takeover" && marginMode === "CROSS" && isPart) this.count("a part taken over");
        if (type === "recovered" && this.waited.has(account)) this.count("released with what was left");
        if (type === "transferred" && positions.length > 0 && isPart) this.waited.add(account);
      }
      this.countPressure(exchange, command, answer);
      for (const { belief } of exchange.state.markets) if (belief.halt !== null) this.count(belief.halt.reason);
      for (const vault of exchange.state.vaults.vaults) {
        if (vault.nextAt < exchange.state.lastTick) this.count("a period that waits");
        const late = ({ at }: { readonly at: number }) => at > vault.nextAt;
        if (vault.operations.some(late)) this.count("a request for the period after");
        if (vault.gateTriggered) this.count("a gate that holds back");
        if (vault.operations.some(({ due, paid }) => due > paid)) this.count("a fund that is short");
        this.count(`a vault is ${vault.state}`);
      }
    }
  }

  /**
   * What prices that no account can act on, or that are painted, bring about. Rules 2.3 (7), 3.2, 6.2, 7.1 to 7.10,
   * 11.4.
   */
  private countPressure({ state }: NaiveExchange, { type }: Command, { events }: NaiveAnswer): void {
    for (const market of state.markets) {
      if (market.mark !== market.expected) this.count("a mark away from its index");
      if (market.expected !== market.index) this.count("a settlement price that is expected");
      if (isInDoubt(market)) this.count(market.belief.trouble === null ? "a quiet doubt" : "a loud doubt");
      const { quantity } = state.insurance.rows[market.number]!;
      const purse = purseOf(state, market);
      if (quantity !== 0n && purse !== 0n) this.count(purse > 0n ? "a purse" : "a purse that owes");
    }
    for (const account of state.accounts) {
      const subject = { account, market: null };
      const below = [estateOf(state, subject), estateAtIndices(state, subject)].map(isBelowMaintenance);
      if (below[0] && !below[1]) this.count("sound at the index alone");
      if (!below[0] && below[1]) this.count("sound at the mark alone");
      if (isHeldBack(state, account.number)) this.count(`held back at ${type}`);
    }
    const { running } = state.liquidations;
    for (const { offers } of running)
      if (offers.some((each) => each.markets.length === 0)) this.count("an empty offer");
    const frozen = new Set(running.map(({ account }) => account));
    const debts = state.accounts.filter(
      (each) =>
        !frozen.has(each.number) &&
        isHeldBack(state, each.number) &&
        estateOf(state, { account: each, market: null }).collateral < 0n,
    );
    if (debts.length > 0) this.count("a debt before any liquidation");
    const closed = events.filter((event) => event.type === "transfer" && event.report.kind === "adl");
    for (const { report } of closed) if ("fee" in report && report.fee !== 0) this.count("deleveraged at the index");
    for (const algo of state.algos) {
      if (isWorking(state, algo)) this.count(`working ${algo.algoType} ${algo.status}`);
      if (algo.executed > algo.earlier.executed && algo.earlier.executed > 0n)
        this.count("a stop filled by several orders");
    }
    for (const event of events.filter((each) => each.type === "order" && type === "place_order")) {
      const { market, cause, reason } = event.report as { market: number; cause: string; reason: string };
      const where = isInDoubt(state.markets[market]!) ? "in doubt" : "elsewhere";
      if (cause === "fill") this.count(`a fill ${where}`);
      if (reason === "MARKET_STATE") this.count(`an order ends for a doubt ${where}`);
    }
    for (const market of state.markets) if (awaitsLiquidity(state, market)) this.count("a stop waits for liquidity");
  }

  /** Which of these happened fewer than `times` times. */
  missing(times: number, ...what: string[]): string[] {
    return what.filter((each) => (this.seen.get(each) ?? 0) < times);
  }

  private count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}

test("accounts fail in every way that the rules know", () => {
  const counted = new Counted();
  fc.assert(
    fc.property(anyLiquidationWorld, anyLiquidationWishes(60), (world, wishes) => {
      const exchange = new NaiveExchange();
      counted.play(exchange, openingOf(world));
      const script = new LiquidationScript(exchange, true);
      for (const wish of wishes) counted.play(exchange, script.next(wish));
    }),
    { numRuns: 260, seed: 3 },
  );
  const ways = ["liquidation CROSS", "liquidation ISOLATED", "takeover CROSS", "takeover ISOLATED", "adl CROSS"];
  const turns = ["liquidation triggered", "liquidation recovered", "an offer of a part", "several offers"];
  const claims = ["claim_liquidation accepted", "claim_insurance_fund accepted", "cancelled LIQUIDATION"];
  const pauses = ["a debt that waits", "a burden", "a part taken over", "released with what was left"];
  const limits = ["claim_liquidation beyond limits", "claim_insurance_fund beyond limits"];
  expect(counted.missing(1, ...pauses, ...limits)).toEqual([]);
  const prices = ["a mark away from its index", "sound at the index alone", "sound at the mark alone"];
  const purses = ["a purse", "a purse that owes", "deleveraged at the index", "a debt before any liquidation"];
  const stops = ["a stop waits for liquidity", "a stop filled by several orders", "held back at place_order"];
  expect(counted.missing(1, ...prices, ...purses, ...stops, "a settlement price that is expected")).toEqual([]);
  expect(counted.missing(2, ...ways, ...turns, ...claims, "adl ISOLATED", "funding applied", "funding paid")).toEqual(
    [],
  );
});

test("money goes every way that the rules know", () => {
  const counted = new Counted();
  fc.assert(
    fc.property(anyFundsWishes(60), (wishes) => {
      const exchange = new NaiveExchange();
      counted.play(exchange, fundsOpening());
      const script = new FundsScript(exchange);
      for (const wish of wishes) counted.play(exchange, script.next(wish));
    }),
    { numRuns: 80, seed: 5 },
  );
  const moves = ["funds withdrawal", "funds transferred", "funds settled", "funds distributed", "funds deposit_parked"];
  const settings = ["create_fee_tag", "edit_fee_tag", "archive_fee_tag", "create_referral_code", "bind_referral"];
  const refusals = [
    "request_withdrawal 5",
    "request_withdrawal 10",
    "transfer_funds 37",
    "transfer_funds 46",
    "request_withdrawal -1012",
  ];
  const accepted = [...settings, "set_account_fees", "set_broker_fees", "add_sub_account", "advance_withdrawal"];
  expect(counted.missing(2, ...moves, ...refusals, ...accepted.map((type) => `${type} accepted`))).toEqual([]);
});

test("indices lose and win back trust in every way", () => {
  const counted = new Counted();
  fc.assert(
    fc.property(anyBeliefWorld, anyBeliefWishes(50), (world, wishes) => {
      const exchange = new NaiveExchange();
      counted.play(exchange, beliefOpening(world));
      const script = new BeliefScript(exchange, true);
      for (const wish of wishes) counted.play(exchange, script.next(wish));
    }),
    { numRuns: 160, seed: 7 },
  );
  const reasons = ["STALE_INDEX", "INDEX_JUMP", "INDEX_ZERO"];
  const doubts = [
    "a quiet doubt",
    "a loud doubt",
    "an empty offer",
    "a fill in doubt",
    "held back at request_withdrawal",
  ];
  expect(
    counted.missing(1, ...doubts, "an order ends for a doubt in doubt", "a settlement price that is expected"),
  ).toEqual([]);
  expect(counted.missing(2, ...reasons, "start_session accepted", "set_market_state accepted")).toEqual([]);
});

test("vaults live and end", () => {
  const counted = new Counted();
  fc.assert(
    fc.property(anyVaultWishes(40), (wishes) => {
      const exchange = new NaiveExchange();
      counted.play(exchange, vaultOpening());
      const script = new VaultScript(exchange);
      for (const wish of wishes) counted.play(exchange, script.next(wish));
    }),
    { numRuns: 100, seed: 11 },
  );
  const states = ["a vault is pre_launch", "a vault is live", "a vault is closing", "a vault is closed"];
  const limits = ["a gate that holds back", "a fund that is short", "vault operation", "vault period_started"];
  expect(counted.missing(2, "a period that waits", "a request for the period after")).toEqual([]);
  expect(counted.missing(2, ...states, ...limits)).toEqual([]);
});
