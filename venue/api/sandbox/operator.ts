// Decisions of a venue's operator, in a sandbox for those who test against it: market states and rules, maintenance,
// halts, announcements, the insurance fund, withdrawals without a chain. Rules 7.6, 9.3, 11.

import {
  CHANGEABLE,
  type EngineReader,
  type MarketParameter,
  type MarketState,
  micros,
  millis,
  type ParameterChanges,
  placesOf,
} from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import type { CustodyView } from "../../chain/view/chain-view.ts";
import { NOT_MONEY } from "../../chain/watcher/deposit-submitter.ts";
import { readDecimal, readPositive } from "../../http/input/read-number.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal, refusalOf } from "../../wire/api-error.ts";
import { fromMicros, MONEY_DECIMALS } from "../../wire/decimals.ts";
import { shownReserves } from "../markets/shown-reserves.ts";
import { marketOf } from "../named/named-market.ts";
import { requireNoChain } from "./grants.ts";

const setMarket = bind(sandbox.setMarket, async (context) => {
  const { venue, body } = context;
  const market = marketOf(venue, body.symbol);
  const changes = changesOf(body);
  const changeState = (state: MarketState) =>
    context.submit({ type: "set_market_state", market, state, reason: body.reason ?? "" });
  if (Object.values(changes).some((change) => change !== null)) {
    await context.submit({ type: "set_market_rules", market, ...changes });
  }
  // From REDUCE_ONLY, setting the time alone delists a market; a halted market needs the time before the state.
  const { state: wanted, delist_time: delistAt } = body;
  if (wanted !== undefined && wanted !== "DELISTING") await changeState(wanted);
  if (delistAt !== undefined) {
    await context.submit({ type: "schedule_delisting", market, delistAt: millis(delistAt) });
  }
  const isDelisting = delistAt !== undefined && venue.engine.market(market).state === "DELISTING";
  if (wanted === "DELISTING" && !isDelisting) await changeState(wanted);
  const { state, stateReason } = venue.engine.market(market);
  return { symbol: body.symbol, state, reason: stateReason };
});

/** Changes to the parameters that an operator may change; the engine checks that values are within bounds. */
function changesOf(body: Readonly<Record<string, unknown>>): ParameterChanges {
  return Object.fromEntries(CHANGEABLE.map(({ field, name, unit }) => [field, readChange(name, unit, body[name])]));
}

function readChange(name: string, unit: MarketParameter["unit"], value: unknown): unknown {
  if (value === undefined) return null;
  const places = placesOf(unit);
  return places === undefined ? value : readDecimal(name, value, places);
}

const setMaintenance = bind(sandbox.setMaintenance, async (context) => {
  const { body } = context;
  await context.submit({
    type: "schedule_maintenance",
    startAt: millis(body.start_time),
    endAt: millis(body.end_time ?? 0),
    message: body.message ?? "",
  });
  return undefined;
});

const setHalt = bind(sandbox.setHalt, async (context) => {
  const { body } = context;
  await context.submit({ type: "halt_venue", halted: body.halted, reason: body.reason ?? "" });
  return undefined;
});

const setWithdrawals = bind(sandbox.setWithdrawals, async (context) => {
  const { body } = context;
  await context.submit({ type: "pause_withdrawals", paused: body.state === "paused" });
  return undefined;
});

const acceptChain = bind(sandbox.acceptChain, ({ venue }) => {
  if (venue.chain?.acceptHalt() !== true) throw refusal("refused", "deposits are not halted");
  return undefined;
});

/** Everything that the venue holds and owes. */
export function heldOf(view: Venue["reserves"]["view"]) {
  const { rows: places, ...totals } = shownReserves(view);
  return { ...totals, places };
}

export function missingOf(custody: CustodyView | null) {
  const usdc = (amount: bigint): number => fromMicros(Number(amount));
  return {
    balance: custody === null ? null : usdc(custody.balance),
    missing: usdc(custody?.shortfall ?? 0n),
    since_block: custody?.shortSince?.block ?? null,
    since_time: custody?.shortSince?.at ?? null,
    repaired: usdc(custody?.repaired ?? 0n),
  };
}

const lookAtParked = bind(sandbox.lookAtParked, async (context) => {
  const { engine } = context.venue;
  const { credit } = context.body;
  if (credit !== undefined) await creditParked(context, credit);
  return { parked: parkedOf(engine) };
});

export function parkedOf({ funds }: Pick<EngineReader, "funds">) {
  return funds.parkedDeposits().map(({ reference, accountId, amount, reason }) => {
    return { reference, account_id: accountId, amount: fromMicros(amount), reason };
  });
}

/** The chain has determined the account and the amount: an operator decides neither. */
async function creditParked(context: Submitting, reference: string): Promise<void> {
  const { engine } = context.venue;
  const parked = engine.funds.parkedDeposits().find((each) => each.reference === reference);
  if (parked === undefined) throw refusal("not_found", "there is no such parked deposit");
  if (parked.reason === NOT_MONEY) throw refusal("refused", "it is no USDC, and can be credited to no account");
  const account = engine.findAccount(parked.accountId);
  if (account < 0) throw refusal("refused", "its account does not exist");
  const source = reference.startsWith("receiver:") ? "receiver" : "chain";
  const credit = { type: "credit_deposit", account, amount: parked.amount, source, reference } as const;
  const { rejection } = await context.attempt(credit);
  // Another request, or the chain's watcher, may have credited it first: then the request is fulfilled.
  if (rejection !== null && rejection.name !== "duplicate") throw refusalOf(rejection);
}

const lookAtCustody = bind(sandbox.lookAtCustody, async ({ venue: { chain, reserves }, body }) => {
  if (chain === null) throw refusal("refused", "there is no chain, and so no vault");
  if (body.accept !== undefined) {
    const why = await chain.acceptDeparture(body.accept);
    if (why !== null) throw refusal("refused", `transaction ${body.accept} is not accepted: ${why}`);
  }
  if (body.repair !== undefined) {
    const why = await chain.bookRepair(body.repair);
    if (why !== null) throw refusal("refused", `transaction ${body.repair} is no repair: ${why}`);
  }
  return {
    ...missingOf(chain.custody),
    ...heldOf(reserves.view),
    unexplained: chain.unexplained.map((each) => ({ ...each })),
  };
});

const announce = bind(sandbox.announce, async (context) => {
  const { body } = context;
  const { message, url = "", type: kind = "" } = body;
  const { created } = await context.submit({ type: "announce", message, url, kind });
  return { announcement_id: created };
});

const withdrawAnnouncement = bind(sandbox.withdrawAnnouncement, async (context) => {
  const { query } = context;
  await context.submit({ type: "withdraw_announcement", announcementId: query.announcement_id });
  return undefined;
});

const topUpInsurance = bind(sandbox.topUpInsurance, async (context) => {
  const { venue, body } = context;
  const amount = micros(readPositive("amount", body.amount, MONEY_DECIMALS));
  // The count of commands only grows, so references differ also across restarts; `payments` tells apart those made at once.
  await context.submit({ type: "top_up_insurance", amount, reference: nextReference(venue) });
  return { balance: fromMicros(venue.engine.liquidations.insuranceFund().holding) };
});

let payments = 0;

function nextReference({ engine }: Venue): string {
  payments += 1;
  return `sandbox:${engine.commandCount}:${payments}`;
}

const advanceWithdrawal = bind(sandbox.advanceWithdrawal, async (context) => {
  const { venue, body } = context;
  requireNoChain(venue);
  await context.submit({
    type: "advance_withdrawal",
    withdrawalId: body.withdraw_id,
    to: body.state,
    transaction: body.tx_id ?? "",
  });
  return undefined;
});

/** Each announcement gets a block of its own, after all of the contract's earlier ones. */
const announceDelegate = bind(sandbox.announceDelegate, async (context) => {
  const { venue, body } = context;
  const accountId = accountIdOf(body.delegate_contract, body.broker_id);
  const block = (venue.engine.findAnnouncement(accountId)?.block ?? 0) + 1;
  const transaction = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
  const signer = body.delegate_signer.toLowerCase();
  await context.submit({ type: "announce_delegate", accountId, signer, transaction, block, logIndex: 0 });
  return { tx_hash: transaction };
});

export const operatorBindings: readonly Binding[] = [
  setMarket,
  setMaintenance,
  setHalt,
  setWithdrawals,
  acceptChain,
  lookAtParked,
  lookAtCustody,
  announce,
  withdrawAnnouncement,
  topUpInsurance,
  advanceWithdrawal,
  announceDelegate,
];
