// The daily job that turns fees into balances, and pays referrers from them. Rules 8.5.

import { divideFloor, greatest, sum } from "../../numbers/exact-numbers.ts";
import { byAccountId, bySymbol, type NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveAffiliate, NaiveBasis } from "../../state/records/naive-fees.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { settleRow } from "../rows/settling.ts";
import { codeOf } from "./fill-fees.ts";

const ONE = 100_000_000n;

/** Settles fees into balances, and pays rebates from them. Rules 8.5. */
export function payRebates(state: NaiveState, reports: NaiveReports): void {
  for (const account of [state.feeVenue, ...state.brokers.map((broker) => broker.fees)]) {
    for (const market of bySymbol(state)) settleRow(state, account, market);
  }
  for (const [number, broker] of state.brokers.entries()) {
    for (const account of byAccountId(state.accounts)) {
      for (const kind of ["REFERRAL_REBATE", "REFEREE_REBATE"] as const) {
        const amount = rebateOf(state, number, account, kind);
        if (amount === 0n) continue;
        broker.fees.holding -= amount;
        account.holding += amount;
        state.funds.lastDistributionId += 1;
        const distributionId = state.funds.lastDistributionId;
        reports.notice({
          type: "funds",
          report: {
            type: "distributed",
            distributionId,
            account: account.number,
            kind,
            amount: Number(amount),
            at: state.now,
          },
        });
      }
    }
  }
  state.fees.basis = [];
}

/** Sum of the shares that a builder owes an account, each computed from one day's basis and rounded down. */
function rebateOf(
  state: NaiveState,
  broker: number,
  receiver: NaiveAccount,
  kind: "REFERRAL_REBATE" | "REFEREE_REBATE",
): bigint {
  const own = state.fees.basis.filter((each) => state.accounts[each.account]!.broker === broker);
  return sum(
    own
      .flatMap((each) => sharesOf(state, broker, each))
      .map((share) => {
        return share.account === receiver.number && share.kind === kind ? share.amount : 0n;
      }),
  );
}

interface Share {
  readonly account: number;
  readonly kind: "REFERRAL_REBATE" | "REFEREE_REBATE";
  readonly amount: bigint;
}

/** The shares of all affiliates in what one account's trades under one code brought in a day. */
function sharesOf(
  state: NaiveState,
  broker: number,
  { account, code: name, builderPart, tradingFee }: NaiveBasis,
): Share[] {
  const code = codeOf(state, name)!;
  const chain = chainOf(state, code.account);
  const direct = chain[0]?.rate ?? code.maxRebate;
  const highest = chain.reduce((rate, each) => (each.rate > rate ? each.rate : rate), direct);
  // On trading fees only as long as the builder's part covers it.
  const wanted = chain.length > 0 && state.fees.onTradingFees.includes(broker) ? tradingFee : builderPart;
  const basis = wanted * highest > builderPart * ONE ? builderPart : wanted;
  const share = (rate: bigint) => divideFloor(basis * rate, ONE * ONE);
  const above = chain.slice(1).map((affiliate, n): Share => {
    const difference = greatest(0n, affiliate.rate - chain[n]!.rate);
    return { account: affiliate.account, kind: "REFERRAL_REBATE", amount: share(difference * ONE) };
  });
  return [
    { account: code.account, kind: "REFERRAL_REBATE", amount: share(direct * code.referrerShare) },
    { account, kind: "REFEREE_REBATE", amount: share(direct * code.refereeShare) },
    ...above,
  ];
}

/** An affiliate and those above it; empty for any other account. */
export function chainOf(state: NaiveState, account: number): NaiveAffiliate[] {
  const chain: NaiveAffiliate[] = [];
  for (let next = account; next >= 0; ) {
    const affiliate = state.fees.affiliates.find((each) => each.account === next);
    if (affiliate === undefined) return chain;
    chain.push(affiliate);
    next = affiliate.parent;
  }
  return chain;
}
