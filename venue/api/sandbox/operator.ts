// What a venue's operator decides, in a sandbox for whoever tests against it: market states and rules, maintenance,
// halts, announcements, the insurance fund, withdrawals without a chain. Rules 7.6, 9.3, 11.

import { type MarketState, micros, millis, ratioE10 } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/account-id.ts";
import type { BodyOf } from "@evermark/interface/endpoint.ts";
import { sandbox } from "@evermark/interface/sandbox.ts";
import { refusal } from "../../api-error.ts";
import { fromMicros, MONEY_DECIMALS } from "../../decimals.ts";
import type { Venue } from "../../venue.ts";
import { type Binding, bind } from "../binding.ts";
import { marketOf } from "../named-market.ts";
import { readDecimal, readPositive } from "../read-number.ts";
import { submitAccepted } from "../submit.ts";
import { requireNoChain } from "./grants.ts";

const RATIO_DECIMALS = 10;

const setMarket = bind(sandbox.setMarket, async ({ venue, body }) => {
  const market = marketOf(venue, body.symbol);
  const rules = rulesOf(body);
  const changeState = (state: MarketState) =>
    submitAccepted(venue, { type: "set_market_state", market, state, reason: body.reason ?? "" });
  if (Object.values(rules).some((rule) => rule !== null)) {
    await submitAccepted(venue, { type: "set_market_rules", market, ...rules });
  }
  // From REDUCE_ONLY a market is delisted by its time alone; one that is halted needs the time before the state.
  const { state: wanted, delist_time: delistAt } = body;
  if (wanted !== undefined && wanted !== "DELISTING") await changeState(wanted);
  if (delistAt !== undefined) {
    await submitAccepted(venue, { type: "schedule_delisting", market, delistAt: millis(delistAt) });
  }
  const isDelisting = delistAt !== undefined && venue.engine.market(market).state === "DELISTING";
  if (wanted === "DELISTING" && !isDelisting) await changeState(wanted);
  const { state, stateReason } = venue.engine.market(market);
  return { symbol: body.symbol, state, reason: stateReason };
});

function rulesOf(body: BodyOf<typeof sandbox.setMarket>) {
  const ratio = (name: string, value: unknown) =>
    value === undefined ? null : ratioE10(readDecimal(name, value, RATIO_DECIMALS));
  const money = (name: string, value: unknown) =>
    value === undefined ? null : micros(readPositive(name, value, MONEY_DECIMALS));
  return {
    priceRange: ratio("price_range", body.price_range),
    priceScope: ratio("price_scope", body.price_scope),
    fundingPeriodHours: body.funding_period ?? null,
    capFunding: ratio("cap_funding", body.cap_funding),
    floorFunding: ratio("floor_funding", body.floor_funding),
    maxNotional: money("max_notional", body.max_notional),
    globalMaxOiCap: money("global_max_oi_cap", body.global_max_oi_cap),
    sources: body.sources ?? null,
    minSources: body.min_sources ?? null,
    capsWeights: body.cap_source_weights ?? null,
  };
}

const setMaintenance = bind(sandbox.setMaintenance, async ({ venue, body }) => {
  await submitAccepted(venue, {
    type: "schedule_maintenance",
    startAt: millis(body.start_time),
    endAt: millis(body.end_time ?? 0),
    message: body.message ?? "",
  });
  return undefined;
});

const setHalt = bind(sandbox.setHalt, async ({ venue, body }) => {
  await submitAccepted(venue, { type: "halt_venue", halted: body.halted, reason: body.reason ?? "" });
  return undefined;
});

const setWithdrawals = bind(sandbox.setWithdrawals, async ({ venue, body }) => {
  await submitAccepted(venue, { type: "pause_withdrawals", paused: body.state === "paused" });
  return undefined;
});

const acceptChain = bind(sandbox.acceptChain, ({ venue }) => {
  if (venue.chain?.acceptHalt() !== true) throw refusal("refused", "deposits are not halted");
  return undefined;
});

const announce = bind(sandbox.announce, async ({ venue, body }) => {
  const { message, url = "", type: kind = "" } = body;
  const { created } = await submitAccepted(venue, { type: "announce", message, url, kind });
  return { announcement_id: created };
});

const withdrawAnnouncement = bind(sandbox.withdrawAnnouncement, async ({ venue, query }) => {
  await submitAccepted(venue, { type: "withdraw_announcement", announcementId: query.announcement_id });
  return undefined;
});

const topUpInsurance = bind(sandbox.topUpInsurance, async ({ venue, body }) => {
  const amount = micros(readPositive("amount", body.amount, MONEY_DECIMALS));
  // A place in the journal is never given twice, so it tells one payment from the next.
  await submitAccepted(venue, { type: "top_up_insurance", amount, reference: nextReference(venue) });
  return { balance: fromMicros(venue.engine.liquidations.insuranceFund().holding) };
});

let payments = 0;

function nextReference({ engine }: Venue): string {
  payments += 1;
  return `sandbox:${engine.commandCount}:${payments}`;
}

const advanceWithdrawal = bind(sandbox.advanceWithdrawal, async ({ venue, body }) => {
  requireNoChain(venue);
  await submitAccepted(venue, {
    type: "advance_withdrawal",
    withdrawalId: body.withdraw_id,
    to: body.state,
    transaction: body.tx_id ?? "",
  });
  return undefined;
});

/** Each announcement lies in a block of its own, after all that the contract has made before. */
const announceDelegate = bind(sandbox.announceDelegate, async ({ venue, body }) => {
  const accountId = accountIdOf(body.delegate_contract, body.broker_id);
  const block = (venue.engine.findAnnouncement(accountId)?.block ?? 0) + 1;
  const transaction = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
  const signer = body.delegate_signer.toLowerCase();
  await submitAccepted(venue, { type: "announce_delegate", accountId, signer, transaction, block, logIndex: 0 });
  return { tx_hash: transaction };
});

export const operatorBindings: readonly Binding[] = [
  setMarket,
  setMaintenance,
  setHalt,
  setWithdrawals,
  acceptChain,
  announce,
  withdrawAnnouncement,
  topUpInsurance,
  advanceWithdrawal,
  announceDelegate,
];
