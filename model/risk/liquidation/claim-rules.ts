// Claims on offers of an account in liquidation, and the assignment of an unclaimed offer. Rules 7.5.

import type { ClaimLiquidation } from "@evermark/engine";
import type { Exposure } from "../../money/cover/estate-sums.ts";
import { estateOf, type Subject } from "../../money/cover/estates.ts";
import { settleIsolatedRow } from "../../money/rows/settling.ts";
import { sum } from "../../numbers/exact-numbers.ts";
import { RATIO } from "../../numbers/scales.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { closesOnly } from "../../permissions/vault-funds.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import { byAccountId, bySymbol, type NaiveState } from "../../state/naive-state.ts";
import { emptyRow, type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import type { NaiveOffer } from "../../state/records/naive-liquidations.ts";
import { notional } from "../../state/records/naive-market.ts";
import { NaiveReports, type TransferredNotice } from "../../state/reports.ts";
import { listInventory, lossAtMark } from "../fund/naive-fund.ts";
import { handOver, shown, worthOf } from "../fund/naive-handover.ts";
import { carryRefusal, isWorse } from "./claimers.ts";
import { check, runningOf } from "./naive-liquidation.ts";
import { claimedQuantity, isTooLittle, shareOf, type TakenPart, takenFrom } from "./offer-sums.ts";

const FOUR_DECIMALS = 10_000n;
const CLAIM_WINDOW_MS = 10_000;

interface LocatedOffer {
  readonly subject: Subject;
  readonly offer: NaiveOffer;
}

/** The offer with an id; none while all of it is in doubt. */
function findOffer(state: NaiveState, id: number): LocatedOffer | undefined {
  for (const running of state.liquidations.running) {
    const offer = running.offers.find((each) => each.id === id && each.markets.length > 0);
    const market = running.market < 0 ? null : state.markets[running.market]!;
    if (offer !== undefined) return { subject: { account: state.accounts[running.account]!, market }, offer };
  }
  return undefined;
}

function offeredPositions(state: NaiveState, { subject, offer }: LocatedOffer): Exposure[] {
  return estateOf(state, subject).positions.filter(({ market }) => offer.markets.includes(market.number));
}

function isRatio(ratio: bigint): boolean {
  return ratio > 0n && ratio <= RATIO && ratio % FOUR_DECIMALS === 0n;
}

export const claimRules = naiveRules({
  claim_liquidation: (state, command, reports) => claimLiquidation(state, reports, command),
});

function claimLiquidation(state: NaiveState, reports: NaiveReports, command: ClaimLiquidation): Outcome {
  const found = findOffer(state, command.liquidationId);
  if (found === undefined) return { rejection: "refused", rejectionCode: -1202 };
  const { subject, offer } = found;
  const group = offeredPositions(state, found);
  const claimer = state.accounts[command.account]!;
  if (isFrozen(state, claimer.number, -1) || closesOnly(state, claimer.number)) return { rejection: "refused" };
  if (claimer.main === subject.account.main) return { rejection: "refused" };

  const isHighTier = group[0]!.market.parameters.liquidationTier !== 1n;
  const isGrouped = (market: number) => offer.markets.includes(market);
  if (!command.ratios.every((each) => isHighTier && isGrouped(each.market) && isRatio(BigInt(each.ratio)))) {
    return { rejection: "invalid_parameter" };
  }
  const own = command.ratios[0];
  const ratio = BigInt(own?.ratio ?? command.ratio);
  const extra = BigInt(command.extraRatio);
  if (!isRatio(BigInt(command.ratio)) || extra < 0n || extra > RATIO) return { rejection: "invalid_parameter" };
  if (extra > 0n && ratio !== RATIO) return { rejection: "invalid_parameter" };
  const transfer = group.map((each) => ({
    market: each.market,
    quantity: claimedQuantity(each, shareOf(each, offer.percent), ratio, extra),
  }));
  const taken = sum(transfer.map(({ market, quantity }) => notional(market.mark, quantity)));
  if (isTooLittle(group, offer.percent, taken, ratio)) {
    return { rejection: "refused", rejectionCode: -1201 };
  }
  const limitOf = (market: number) => BigInt(command.limits.find((each) => each.market === market)?.price ?? 0);
  if (group.some(({ market, quantity }) => isWorse(market, quantity, limitOf(market.number)))) {
    return { rejection: "refused" };
  }
  const beyond = carryRefusal(state, claimer.number, (copy) => {
    const there = findOffer(copy, command.liquidationId)!;
    take(copy, new NaiveReports(), there, copy.accounts[claimer.number]!, quantities(transfer));
  });
  if (beyond !== null) return { rejection: beyond };
  take(state, reports, found, claimer, quantities(transfer));
  check(state, reports, subject);
  listInventory(state);
  return {};
}

/** By market number, unsigned. */
function quantities(transfer: readonly { market: { number: number }; quantity: bigint }[]): Map<number, bigint> {
  return new Map(transfer.map(({ market, quantity }) => [market.number, quantity]));
}

/** Moves positions from a subject to another account's cross rows, with the fees of both sides and of the fund. */
function take(
  state: NaiveState,
  reports: NaiveReports,
  { subject, offer }: LocatedOffer,
  taker: NaiveAccount,
  wanted: ReadonlyMap<number, bigint>,
): void {
  const estate = estateOf(state, subject);
  const worth = worthOf(state, subject, estate);
  const positions = estate.positions.filter(({ market }) => wanted.has(market.number));
  const moved = positions.map(({ market }) => ({ market, quantity: wanted.get(market.number)! }));
  let loss: bigint | null = null;
  if (taker === state.insurance) {
    loss = 0n;
    for (const [n, { market, quantity }] of moved.entries()) {
      loss += lossAtMark(market, positions[n]!.quantity > 0n ? quantity : -quantity);
    }
  }
  const parts: TakenPart[] = takenFrom(estate, moved, loss);
  const marginMode = subject.market === null ? "CROSS" : "ISOLATED";
  const gone: TransferredNotice[] = [];
  for (const [n, { market, quantity, userFee, liquidatorFee }] of parts.entries()) {
    const total = positions[n]!.quantity;
    const taken = total > 0n ? quantity : -quantity;
    const common = { market, kind: "liquidation" as const };
    // No account buys below the index because of the mark: the taker pays the difference to the account that gives.
    const spared = lossAtMark(market, -taken);
    const [fee, earned] = [userFee - spared, liquidatorFee - spared];
    const brought = userFee - lossAtMark(market, taken);
    const realized = handOver(state, reports, { ...common, account: subject.account, marginMode, change: -taken, fee });
    handOver(state, reports, { ...common, account: taker, marginMode: "CROSS", change: taken, fee: -earned, brought });
    rowOf(state.insurance, market, "CROSS").cost -= userFee - liquidatorFee;
    const fees = { liquidator: earned, insurance: userFee - liquidatorFee };
    gone.push(shown({ market, marginMode, taken, total }, fees, realized));
  }
  if (subject.market !== null) payOutClosed(state, subject);
  const assigned = taker === state.insurance;
  reports.notice({
    type: "liquidation",
    report: {
      type: "transferred",
      kind: "liquidated",
      liquidationId: offer.id,
      ...worth,
      taker: taker.number,
      assigned,
      amount: 0,
      positions: gone,
    },
  });
}

/** Returns the rest of a closed isolated position to the balance. Rules 7.9. */
function payOutClosed(state: NaiveState, { account, market }: Subject): void {
  const row = rowOf(account, market!, "ISOLATED");
  if (row.quantity !== 0n) return;
  settleIsolatedRow(state, account, market!);
  account.holding += row.margin;
  account.isolated[market!.number] = emptyRow();
}

/** Assigns offers that have waited long enough to the designated liquidator, the fund, at the same terms. Rules 7.5. */
export function assignUnclaimed(state: NaiveState, reports: NaiveReports): void {
  for (const account of byAccountId(state.accounts)) {
    for (const market of [null, ...bySymbol(state)]) assignSubject(state, reports, { account, market });
  }
}

function assignSubject(state: NaiveState, reports: NaiveReports, subject: Subject): void {
  // Earlier in the tick a market may have halted, or a delisting closed a row.
  if (runningOf(state, subject) !== undefined) check(state, reports, subject);
  // In the order of the groups, not of their age: offers due together were offered together. Rules 7.2.
  const due = (runningOf(state, subject)?.offers ?? [])
    .filter((offer) => offer.startedAt + CLAIM_WINDOW_MS <= state.now)
    .map((offer) => offer.id);
  for (const id of due) {
    const found = findOffer(state, id);
    // An earlier assignment may have cured the account.
    if (found === undefined) continue;
    const all = offeredPositions(state, found).map((each) => ({
      market: each.market,
      quantity: shareOf(each, found.offer.percent),
    }));
    take(state, reports, found, state.insurance, quantities(all));
    listInventory(state);
    check(state, reports, subject);
  }
}
