// Claims on the insurance fund's inventory, at the mark price less a discount. Rules 7.8.
//
// Checks, in order: the account; the claim; its market; the claimer's own liquidation; the quantity; the smallest size;
// the limit price; the claimer's position limits and margin after the transfer.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, type Lots, MICROS_PER_USDC, micros } from "../../base/units.ts";
import type { ClaimInsuranceFund } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import type { TransferredPosition } from "../../language/offered-positions.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { handlers } from "../../memory/handlers.ts";
import type { FundClaim } from "../../memory/liquidation/liquidations.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { carriedOutOnce } from "../../permissions/keys/request-once.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { fundGives } from "../fund/fund-price.ts";
import { fundFigures, listInventory } from "../fund/insurance-fund.ts";
import { changeHands, shownFigures } from "./change-of-hands.ts";
import { refuseBeyondLimit, refuseClaimer, refuseOverload, refusePaused, refuseTooSmall } from "./claim-checks.ts";
import { fundEarned, fundEarning } from "./claim-earnings.ts";

const LEAST = 5_000 * MICROS_PER_USDC;

export const fundClaimHandlers = handlers({
  claim_insurance_fund: carriedOutOnce(claimInsuranceFund),
});

function claimInsuranceFund(state: State, command: ClaimInsuranceFund, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const claim = state.liquidations.findFundClaim(command.claimId);
  if (claim === undefined) {
    answer.rejection = rejection("no_liquidation", { claim_id: command.claimId });
    return;
  }
  const market = state.markets[claim.market]!;
  const size = Math.abs(command.quantity) / market.lotE8;
  const lots = claim.quantity > 0 ? size : -size;
  answer.rejection =
    checkParties(state, command, claim, market) ??
    checkQuantity(command, claim, market) ??
    checkSize(claim, market, lots) ??
    refuseBeyondLimit(state, market, claim.quantity, command.limitPrice) ??
    refuseOverload(state, command.account, [{ market, quantity: lots, earned: fundEarned(state, market, lots) }]);
  if (answer.rejection !== null) return;
  answer.transferred = [takeFromFund(state, command.account, claim, lots, out)];
}

function checkParties(state: State, command: ClaimInsuranceFund, claim: FundClaim, market: Market): Rejection | null {
  if (command.market !== claim.market) {
    const { symbol } = market.parameters;
    return rejection(
      "invalid_parameter",
      { field: "symbol", expected: symbol },
      `symbol is invalid: the claim is of ${symbol}`,
    );
  }
  if (!fundGives(state, market)) return refusePaused(state, market);
  return refuseClaimer(state, command.account);
}

/** A quantity may be unsigned or carry the sign of the position, as lists show it. */
function checkQuantity({ quantity }: ClaimInsuranceFund, claim: FundClaim, market: Market): Rejection | null {
  const held = claim.quantity * market.lotE8;
  const fits = Math.abs(quantity) <= Math.abs(held) && (quantity > 0 || held < 0);
  if (quantity !== 0 && quantity % market.lotE8 === 0 && fits) return null;
  return rejection(
    "invalid_parameter",
    { field: "qty_request" },
    "qty_request is invalid: expected a multiple of base_tick, at most what the fund holds",
  );
}

function checkSize(claim: FundClaim, market: Market, lots: Lots): Rejection | null {
  const requested = Math.abs(lots) * market.mark * market.unit;
  if (lots === claim.quantity || requested >= LEAST) return null;
  const offered = Math.abs(claim.quantity) * market.mark * market.unit;
  return refuseTooSmall(offered, requested, LEAST);
}

function takeFromFund(
  state: State,
  taker: AccountNumber,
  claim: FundClaim,
  lots: Lots,
  out: Listener,
): TransferredPosition {
  const market = state.markets[claim.market]!;
  const before = shownFigures(fundFigures(state));
  const { earned, fromPurse } = fundEarning(state, market, lots);
  const { purses } = state.liquidations;
  const purse = purses.of(market.number);
  const row = state.rows.find(INSURANCE, market.number, "CROSS");
  const held = state.rows.quantity(row);
  assert(held === claim.quantity, "a claim is of what the fund holds", { market: market.number, held });
  const shown = { liquidatorFeeRate: market.parameters.claimInsuranceFundDiscount, liquidatorFee: micros(earned) };
  const fees = { giverFee: earned, takerFee: 0 - earned, shown };
  const position = changeHands(state, { market, kind: "claim", row, lots, ...fees, taker }, out);
  const left = purses.of(market.number);
  assert(fromPurse === 0 || fromPurse <= purse - left, "what a purse pays is gone from it", { fromPurse, purse, left });
  claim.claimedAt = state.now;
  out.liquidation({
    type: "transferred",
    account: INSURANCE,
    marginMode: "CROSS",
    market: NONE,
    liquidationId: claim.liquidationId,
    kind: "claim",
    taker,
    assigned: false,
    amount: micros(0),
    ...before,
    positions: [position],
    at: state.now,
  });
  listInventory(state, out);
  return position;
}
