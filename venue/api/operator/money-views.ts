// The console's views of the vault, of waiting withdrawals, and of fees.

import type { WithdrawalView } from "@evermark/engine";
import { operatorViews } from "@evermark/interface/operators/operator.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { fromFeeE5, fromMicros } from "../../wire/decimals.ts";
import { heldOf, missingOf, parkedOf } from "../sandbox/operator.ts";

const getCustody = bind(operatorViews.getCustody, ({ venue: { engine, chain, reserves, readiness } }) => {
  const custody = chain?.custody ?? null;
  const { deposits = null, custody: trouble = null } = readiness.reasons();
  return {
    chain: chain !== null,
    block: custody?.block ?? null,
    ...missingOf(custody),
    ...heldOf(reserves.view),
    unexplained: (chain?.unexplained ?? []).map((each) => ({ ...each })),
    expected: custody === null ? fromMicros(engine.funds.chainCustody) : fromMicros(Number(custody.expected)),
    deposits_trouble: deposits,
    custody_trouble: trouble,
    parked: parkedOf(engine),
  };
});

const getWithdrawals = bind(operatorViews.getWithdrawals, ({ venue }) => ({
  paused: venue.engine.funds.withdrawalsPaused,
  rows: venue.engine.funds.openWithdrawals().map((withdrawal) => ({
    withdraw_id: withdrawal.withdrawalId,
    account_id: venue.engine.account(withdrawal.account).accountId,
    amount: fromMicros(withdrawal.amount),
    fee: fromMicros(withdrawal.fee),
    receiver: withdrawal.receiver,
    state: withdrawal.state,
    created_time: withdrawal.createdAt,
    attempts: withdrawal.attempts,
    tx_id: withdrawal.transaction,
    why: whyOf(venue, withdrawal),
  })),
}));

/** The first reason that holds why a withdrawal waits. */
function whyOf({ engine, chain, readiness }: Venue, { withdrawalId, state }: WithdrawalView): string {
  if (chain === null) return "there is no chain that could pay it";
  const onItsWay = chain.findWithdrawal(withdrawalId);
  if (onItsWay?.payableAt != null) {
    return `it is in the vault's queue until ${new Date(onItsWay.payableAt * 1_000).toISOString()}`;
  }
  if (state === "PROCESSING" && onItsWay?.block != null) return "its transaction waits for blocks on top of it";
  if (engine.funds.withdrawalsPaused && state !== "PROCESSING") return "an operator has paused withdrawals";
  const { custody, withdrawals, attesters } = readiness.reasons();
  const trouble = chain.trouble ?? custody ?? withdrawals ?? attesters;
  if (trouble !== undefined) return trouble;
  if (state === "PROCESSING") return "its transaction was sent and is in no block yet";
  return onItsWay?.isHeld === true
    ? "something keeps it from being sent; the venue's log says what"
    : "it is to be sent next";
}

const getFees = bind(operatorViews.getFees, ({ venue: { engine } }) => ({
  rows: engine.brokerIds.map((brokerId) => {
    const view = engine.fees.broker(engine.findBroker(brokerId));
    return {
      broker_id: brokerId,
      taker_fee: fromFeeE5(view.takerFee),
      maker_fee: fromFeeE5(view.makerFee),
      tier: view.tier,
      minimum_tier: view.minimumTier,
      transfers_allowed: view.transfersFreely,
      users: engine.usersOf(view.broker),
      volume_this_month: fromMicros(view.volumeThisMonth),
      volume_last_month: fromMicros(view.volumeLastMonth),
    };
  }),
}));

export const moneyBindings: readonly Binding[] = [getCustody, getWithdrawals, getFees];
