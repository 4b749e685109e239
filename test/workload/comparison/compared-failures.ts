// Compares the visible state of liquidations, the insurance fund and funding in engine and model. Accounts are
// identified by their ids, because the engine also counts its system accounts.

import { expect } from "bun:test";
import { type Engine, INSURANCE } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { totalSize } from "@evermark/model/money/cover/estate-sums.ts";
import type { NaiveAnswer, NaiveExchange } from "@evermark/model/naive-exchange.ts";
import { isFrozen } from "@evermark/model/permissions/freezes.ts";
import { fundEstate, isInsolvent } from "@evermark/model/risk/fund/naive-fund.ts";
import { purseOf } from "@evermark/model/risk/fund/naive-purses.ts";
import { openOffers } from "@evermark/model/risk/liquidation/naive-liquidation.ts";
import type { NaiveState } from "@evermark/model/state/naive-state.ts";
import { inLots } from "@evermark/model/state/records/naive-market.ts";
import { idOf, type RecordedEvents } from "./recorded-events.ts";

interface Both {
  readonly engine: EngineByOpening;
  readonly naive: NaiveExchange;
}

export function compareFailures(both: Both): void {
  const { engine } = both.engine;
  const { state } = both.naive;
  const idOf = (account: number) => (account < 0 ? "fund" : state.accounts[account]!.accountId);
  const engineId = (account: number) => (account === INSURANCE ? "fund" : engine.account(account).accountId);

  const offers = engine.liquidations.offers().map(({ changedAt, ...offer }) => offer);
  expect(offers.map((offer) => ({ ...offer, account: engineId(offer.account) })) as unknown[]).toEqual(
    openOffers(state).map((offer) => ({ ...offer, account: idOf(offer.account) })),
  );
  for (const offer of offers) expect(engine.liquidations.offer(offer.liquidationId)).toBeDefined();

  const { collateral, positions } = fundEstate(state);
  const { holding, collateral: worth, notional, solvent } = engine.liquidations.insuranceFund();
  expect({ holding, worth, notional, solvent } as Record<string, unknown>).toEqual({
    holding: Number(state.insurance.holding),
    worth: Number(collateral),
    notional: Number(totalSize(positions)),
    solvent: !isInsolvent(state),
  });
  expect(engine.venue().solvencyHalt).toBe(isInsolvent(state));
  for (const market of state.markets) {
    const row = state.insurance.rows[market.number]!;
    const { quantity, cost } = engine.position(INSURANCE, market.number, "CROSS");
    expect({ quantity, cost } as Record<string, unknown>).toEqual({
      quantity: inLots(market, row.quantity),
      cost: Number(row.cost),
    });
    expect(engine.liquidations.purse(market.number) as number).toBe(Number(purseOf(state, market)));
    const { lastFundingRate, estFundingRate, nextFundingTime, sumUnitaryFunding } = engine.market(market.number);
    expect({ lastFundingRate, estFundingRate, nextFundingTime, sumUnitaryFunding } as Record<string, unknown>).toEqual({
      lastFundingRate: Number(market.funding.lastRate),
      estFundingRate: Number(market.funding.estimatedRate),
      nextFundingTime: market.funding.nextAt,
      sumUnitaryFunding: market.funding.sumUnitary,
    });
  }
  for (const { number, accountId } of state.accounts) {
    const found = engine.findAccount(accountId);
    for (const market of [-1, ...state.markets.map((each) => each.number)]) {
      expect({ number, market, frozen: engine.liquidations.isLiquidating(found, market) }).toEqual({
        number,
        market,
        // A frozen account's isolated rows are frozen with it.
        frozen: isFrozen(state, number, -1) || isFrozen(state, number, market),
      });
    }
  }
}

/**
 * Compares the events about positions that changed hands, about funding, and about accounts in liquidation; and checks
 * that every ledger adds up.
 */
export function compareFailureEvents(
  { engine: { engine }, naive }: Both,
  heard: RecordedEvents,
  answer: NaiveAnswer,
): void {
  const named = <Event extends { readonly account: number }>(event: Event) => ({
    ...event,
    account: idOf(engine, event.account),
  });
  const expected = (type: string) => answer.events.filter((each) => each.type === type).map((each) => each.report);
  const byId = nameIn(naive.state);
  expect(heard.transfers.map(named) as unknown[]).toEqual(expected("transfer").map(byId));
  const fundings = heard.fundings.map((event) => ("account" in event ? named(event) : event));
  expect(fundings.filter((event) => !("account" in event) || event.account !== "fund") as unknown[]).toEqual(
    expected("funding").map(byId),
  );
  // Positions that the fund gives away have their own events, which are compared as transfers.
  const turns = heard.liquidations.flatMap((event): object[] => {
    // Warnings are only advice, which the rules do not mention.
    if (
      event.type === "offered" ||
      event.type === "warned" ||
      (event.type === "transferred" && event.kind !== "liquidated" && event.kind !== "takeover")
    )
      return [];
    if (event.type !== "transferred") return [named(event)];
    const positions = event.positions.map(({ liquidatorFeeRate, insuranceFeeRate, ...position }) => position);
    return [{ ...named(event), taker: idOf(engine, event.taker), positions }];
  });
  const takers = expected("liquidation").map((report) => {
    if (!("taker" in report)) return byId(report);
    const taker = report.taker as number;
    return { ...byId(report), taker: taker < 0 ? "fund" : naive.state.accounts[taker]!.accountId };
  });
  expect(turns as unknown[]).toEqual(takers);
}

/** Replaces the account in a notice of the model, if it has one, by its id, as `idOf` does. */
function nameIn(state: NaiveState): (report: object) => object {
  return (report) => {
    if (!("account" in report)) return report;
    const account = report.account as number;
    return { ...report, account: account < 0 ? "fund" : state.accounts[account]!.accountId };
  };
}

/** Every balance, computed from ledger entries alone. */
export class Balances {
  private readonly holdings = new Map<number, number>();

  follow(engine: Engine, { entries }: RecordedEvents): void {
    for (const { account, amount, holdingAfter } of entries) {
      const before = this.holdings.get(account) ?? 0;
      expect({ account, holding: before + amount }).toEqual({ account, holding: holdingAfter as number });
      this.holdings.set(account, holdingAfter);
    }
    for (const [account, holding] of this.holdings) {
      expect({ account, holding: engine.margin(account).holding as number }).toEqual({ account, holding });
    }
  }
}
