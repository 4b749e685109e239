// Compares the visible state of fees, referral, withdrawals and sub-accounts in engine and model, and checks that the
// system accounts hold the same in both.

import { expect } from "bun:test";
import type { Command } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { ratesOf } from "@evermark/model/money/fees/fee-tiers.ts";
import type { NaiveAnswer, NaiveExchange } from "@evermark/model/naive-exchange.ts";
import { subAccountsOf } from "@evermark/model/permissions/vault-funds.ts";
import type { NaiveAccount } from "@evermark/model/state/records/naive-account.ts";
import { idOf, type RecordedEvents } from "./recorded-events.ts";

interface Both {
  readonly engine: EngineByOpening;
  readonly naive: NaiveExchange;
}

export function compareFunds(both: Both): void {
  const { engine } = both.engine;
  const { state } = both.naive;
  const numberOf = (account: number) => engine.findAccount(state.accounts[account]!.accountId);

  for (const [broker, { brokerId, fees }] of state.brokers.entries()) {
    const { tier, minimumTier, takerFee, makerFee, volumeThisMonth, volumeLastMonth, feeAccount } =
      engine.fees.broker(broker);
    const found = { brokerId, tier, minimumTier, takerFee, makerFee, volumeThisMonth, volumeLastMonth };
    const expected = state.fees.brokers[broker]!;
    expect(found as Record<string, unknown>).toEqual({
      brokerId,
      tier: expected.tier,
      minimumTier: expected.minimumTier,
      takerFee: Number(expected.takerFee),
      makerFee: Number(expected.makerFee),
      volumeThisMonth: Number(expected.volumeThisMonth),
      volumeLastMonth: Number(expected.volumeLastMonth),
    });
    compareSystemAccount(both, feeAccount, fees);
    const tags = engine.fees.tags(broker).map(({ enumId, active, rate, overrides }) => ({
      enumId,
      active,
      rate: rate as number,
      overrides: overrides.map((each) => ({ market: each.market, rate: each.rate as number })),
    }));
    const known = state.fees.tags.filter((tag) => tag.broker === broker);
    expect(tags).toEqual(
      known
        .toSorted((a, b) => (a.enumId < b.enumId ? -1 : 1))
        .map(({ enumId, active, rate, overrides }) => ({
          enumId,
          active,
          rate: Number(rate),
          overrides: overrides
            .map((each) => ({ market: each.market, rate: Number(each.rate) }))
            .sort((a, b) => a.market - b.market),
        })),
    );
  }
  for (const account of state.accounts) {
    const number = numberOf(account.number);
    const { takerFee, makerFee } = engine.fees.rates(number);
    const expected = ratesOf(state, account);
    expect({ account: account.number, takerFee, makerFee } as Record<string, unknown>).toEqual({
      account: account.number,
      takerFee: Number(expected.takerFee),
      makerFee: Number(expected.makerFee),
    });
    expect(engine.funds.isOpenedByDeposit(number)).toBe(state.funds.openedByDeposit.includes(account.number));
    const bound = state.fees.bound.find((each) => each.account === account.main)?.code;
    expect(engine.fees.referralOf(number)?.code).toBe(bound as never);
    const affiliate = state.fees.affiliates.find((each) => each.account === account.number);
    expect(engine.fees.affiliate(number)).toEqual(
      affiliate && {
        account: number,
        rate: Number(affiliate.rate),
        parent: affiliate.parent < 0 ? -1 : numberOf(affiliate.parent),
      },
    );
    expect(engine.subAccounts(number)).toEqual(subAccountsOf(state, account.number).map(numberOf));
    const { description, mainAccount, delegateSigner } = engine.account(number);
    expect({ description, mainAccount, delegateSigner }).toEqual({
      description: account.description,
      mainAccount: numberOf(account.main),
      delegateSigner: state.funds.delegates.find((each) => each.account === account.number)?.signer ?? "",
    });
  }
  const open = state.funds.withdrawals.filter((each) => each.state !== "COMPLETED" && each.state !== "FAILED");
  expect(engine.funds.openWithdrawals() as unknown[]).toEqual(
    open.map(({ id, amount, fee, account, ...rest }) => ({
      withdrawalId: id,
      amount: Number(amount),
      fee: Number(fee),
      account: numberOf(account),
      ...rest,
    })),
  );
  expect(engine.funds.pendingDeposits() as unknown[]).toEqual(
    state.funds.pending
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ account, ...rest }) => ({ ...rest, account: numberOf(account) })),
  );
  expect([engine.funds.chainCustody as number, engine.funds.withdrawalsPaused]).toEqual([
    Number(state.funds.throughVault),
    state.funds.withdrawalsPaused,
  ]);
  const byReference = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1);
  expect(engine.funds.parkedDeposits().toSorted(byReference) as unknown[]).toEqual(
    state.funds.parked.map((each) => ({ ...each, amount: Number(each.amount) })).sort(byReference),
  );
  // The system accounts are numbered in this order.
  const systems = [state.insurance, state.clearing, state.feeVenue, state.feeWithdraw];
  for (const [number, expected] of systems.entries()) compareSystemAccount(both, number, expected);
}

function compareSystemAccount({ engine, naive }: Both, number: number, expected: NaiveAccount): void {
  const costs = naive.state.markets.map(
    (market) => engine.engine.position(number, market.number, "CROSS").cost as number,
  );
  const found = { account: expected.accountId, holding: engine.engine.margin(number).holding as number, costs };
  expect(found).toEqual({
    account: expected.accountId,
    holding: Number(expected.holding),
    costs: expected.rows.map(({ cost }) => Number(cost)),
  });
}

/**
 * Compares the events about withdrawals, transfers, settlements and distributions of users. Of settlements only those
 * that were requested count, not those that a delisting or a vault makes on its way.
 */
export function compareFundsEvents(
  { engine: { engine }, naive }: Both,
  { type }: Command,
  heard: RecordedEvents,
  answer: NaiveAnswer,
): void {
  const { accounts } = naive.state;
  const users = heard.funds.filter(
    (event) =>
      (!("account" in event) || idOf(engine, event.account) !== "") &&
      (event.type !== "settled" || type === "settle_pnl"),
  );
  const found = users.map((event) => {
    if (event.type === "transferred") return { ...event, from: idOf(engine, event.from), to: idOf(engine, event.to) };
    // The ids also count distributions to builders, so they are not compared.
    if (event.type === "distributed") return { ...event, account: idOf(engine, event.account), distributionId: 0 };
    if (event.type === "settled") return { ...event, account: idOf(engine, event.account), settlementId: 0 };
    return "account" in event ? { ...event, account: idOf(engine, event.account) } : event;
  });
  const expected = answer.events.flatMap((each) => (each.type === "funds" ? [each.report] : []));
  const nameOf = (account: number) => accounts[account]!.accountId;
  // The order in which users are paid does not matter.
  const inOrder = (events: readonly object[]) => events.map((event) => JSON.stringify(event, sortedKeys)).sort();
  const reported = expected.map((event) => {
    if (event.type === "transferred") return { ...event, from: nameOf(event.from), to: nameOf(event.to) };
    if (event.type === "distributed") return { ...event, account: nameOf(event.account), distributionId: 0 };
    if (event.type === "settled") return { ...event, account: nameOf(event.account), settlementId: 0 };
    return "account" in event ? { ...event, account: nameOf(event.account) } : event;
  });
  expect(inOrder(found)).toEqual(inOrder(reported));
}

/** Sorts the fields, so that texts do not depend on their order. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
