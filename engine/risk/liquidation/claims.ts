// Claims on offers: the first claimer takes over part of a liquidation at the mark price, or at the index where that is
// worse for the claimer, and earns the liquidator's fee. Rules 7.5.
//
// Checks, in order: the account; the offer; the claimer's own liquidation; that the liquidation is another owner's;
// ratios and limits; the smallest size; the limit prices; the claimer's position limits and margin after the transfer.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import {
  type AccountNumber,
  E8,
  type FractionE8,
  type Lots,
  type MarketNumber,
  MICROS_PER_USDC,
} from "../../base/units.ts";
import type { ClaimLiquidation } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Liquidation, Offer } from "../../memory/liquidation/liquidations.ts";
import type { State } from "../../memory/state.ts";
import { type Holding, holdingsOf } from "../../money/margin/account-figures.ts";
import { carriedOutOnce } from "../../permissions/keys/request-once.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { accountOf } from "../../permissions/subjects.ts";
import { refreshLiquidation } from "./check.ts";
import { refuseBeyondLimit, refuseClaimer, refuseOverload, refuseTooSmall } from "./claim-checks.ts";
import { offerEarned } from "./claim-earnings.ts";
import { handOver } from "./handover.ts";
import { signedLots, type TransferPart } from "./liquidation-fee.ts";
import { isLowTier } from "./offers.ts";

const LOW_TIER_LEAST = 10_000 * MICROS_PER_USDC;
const HIGH_TIER_LEAST = 5_000 * MICROS_PER_USDC;
/** Ratios arrive in 10⁻⁸ and may have at most 4 decimals. */
const RATIO_STEP = E8 / 10_000;

export const claimHandlers = handlers({
  claim_liquidation: carriedOutOnce(claimLiquidation),
});

function claimLiquidation(state: State, command: ClaimLiquidation, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const { liquidations } = state;
  const of = liquidations.findLiquidation(command.liquidationId);
  const offer = liquidations.findOffer(command.liquidationId);
  if (of === undefined || offer === undefined || offer.rows.length === 0) {
    answer.rejection = rejection("no_liquidation", { liquidation_id: command.liquidationId });
    return;
  }
  answer.rejection = checkParties(state, command.account, of);
  if (answer.rejection !== null) return;
  // An offer is up to date, row by row, and no paused row is in one.
  const offered = holdingsOf(state, of.subject).filter(({ row }) => offer.rows.includes(row));
  const takes = takesOf(command, offer, offered);
  answer.rejection =
    checkFields(command, offered) ??
    checkSize(command, offer, offered, takes) ??
    checkLimits(state, command, offered) ??
    checkMargin(state, command.account, takes);
  if (answer.rejection !== null) return;
  answer.transferred = handOver(state, { of, offer, takes, taker: command.account, assigned: false }, out);
  refreshLiquidation(state, of, out);
}

function checkParties(state: State, account: AccountNumber, of: Liquidation): Rejection | null {
  const refused = refuseClaimer(state, account);
  if (refused !== null) return refused;
  if (state.accounts.owner(account) !== state.accounts.owner(accountOf(state, of.subject))) return null;
  return rejection("refused", {}, "one's own liquidation can't be claimed");
}

function checkFields(command: ClaimLiquidation, offered: readonly Holding[]): Rejection | null {
  const wrong = (field: string, expected: string) =>
    rejection("invalid_parameter", { field, expected }, `${field} is invalid: expected ${expected}`);
  const ratios = [command.ratio, ...command.ratios.map(({ ratio }) => ratio)];
  if (!ratios.every(isRatio)) return wrong("ratio_qty_request", "more than 0, at most 1, with at most 4 decimals");
  const isOffered = (number: MarketNumber) => offered.some(({ market }) => market.number === number);
  if (command.ratios.length > 0 && isLowTier(offered[0]!)) return wrong("symbols", "none: the positions go together");
  if (!command.ratios.every(({ market }) => isOffered(market))) return wrong("symbols", "symbols of the liquidation");
  const { extraRatio } = command;
  if (!(extraRatio >= 0 && extraRatio <= E8)) return wrong("extra_liquidation_ratio", "at least 0 and at most 1");
  const whole = offered.every(({ market }) => ratioOf(command, market.number) === E8);
  if (extraRatio > 0 && !whole) return wrong("extra_liquidation_ratio", "0 unless ratio_qty_request is 1");
  if (!command.limits.every(({ price }) => price > 0)) return wrong("limit_price", "prices above 0");
  return null;
}

function isRatio(ratio: FractionE8): boolean {
  return ratio > 0 && ratio <= E8 && ratio % RATIO_STEP === 0;
}

function ratioOf(command: ClaimLiquidation, market: MarketNumber): number {
  return command.ratios.find((each) => each.market === market)?.ratio ?? command.ratio;
}

/** What a claim takes of each position: its ratio of the offered lots, and the extra ratio of the rest. */
function takesOf(command: ClaimLiquidation, offer: Offer, offered: readonly Holding[]): TransferPart[] {
  return offered.map((holding, i) => {
    const size = Math.abs(holding.quantity);
    const open = Math.abs(offer.quantities[i]!);
    const part = mulDivCeil(open, ratioOf(command, holding.market.number), E8);
    return { holding, lots: Math.min(size, part) + mulDivCeil(size - open, command.extraRatio, E8) };
  });
}

function checkSize(
  command: ClaimLiquidation,
  offer: Offer,
  offered: readonly Holding[],
  takes: readonly TransferPart[],
): Rejection | null {
  const least = isLowTier(offered[0]!) ? LOW_TIER_LEAST : HIGH_TIER_LEAST;
  const value = ({ market }: Holding, lots: Lots) => Math.abs(lots) * market.mark * market.unit;
  let available = 0;
  let taken = 0;
  for (const [i, holding] of offered.entries()) {
    available += value(holding, offer.quantities[i]!);
    taken += value(holding, takes[i]!.lots);
  }
  const whole = offered.every(({ market }) => ratioOf(command, market.number) === E8);
  if (available < least ? whole : taken >= least) return null;
  return refuseTooSmall(available, taken, least);
}

function checkLimits(state: State, command: ClaimLiquidation, offered: readonly Holding[]): Rejection | null {
  for (const { market, quantity } of offered) {
    const limit = command.limits.find((each) => each.market === market.number)?.price ?? 0;
    const refused = refuseBeyondLimit(state, market, quantity, limit);
    if (refused !== null) return refused;
  }
  return null;
}

function checkMargin(state: State, account: AccountNumber, takes: readonly TransferPart[]): Rejection | null {
  const arrivals = takes.map((take) => {
    const { market } = take.holding;
    const quantity = signedLots(take);
    return { market, quantity, earned: offerEarned(state, market, quantity) };
  });
  return refuseOverload(state, account, arrivals);
}
