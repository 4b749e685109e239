// Fee rates that a builder's administrator sets, for all of the builder's users or for single accounts. Rules 8.2.

import { type FeeE5, feeE5 } from "@evermark/engine";
import { brokers } from "@evermark/interface/builders/brokers.ts";
import { brokerOf } from "../../auth/keys/broker-admin.ts";
import { listed, pageOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import { fromFeeE5, parseDecimal } from "../../wire/decimals.ts";

const FEE_DECIMALS = 5;

const getDefaultFeeRate = bind(brokers.getDefaultFeeRate, ({ venue, caller }) => {
  const { takerFee, makerFee } = venue.engine.fees.broker(brokerOf(venue, caller.account));
  const maker = String(fromFeeE5(makerFee));
  const taker = String(fromFeeE5(takerFee));
  // The venue has one class of markets, so both classes show the same rates.
  return { maker_fee_rate: maker, taker_fee_rate: taker, rwa_maker_fee_rate: maker, rwa_taker_fee_rate: taker };
});

const setDefaultFeeRate = bind(brokers.setDefaultFeeRate, async (context) => {
  const { venue, caller, body } = context;
  await context.submit({
    type: "set_broker_fees",
    broker: brokerOf(venue, caller.account),
    ...ratesOf(body),
  });
  return undefined;
});

const setFeeRate = bind(brokers.setFeeRate, async (context) => {
  const { venue, caller, body } = context;
  await context.submit({
    type: "set_account_fees",
    broker: brokerOf(venue, caller.account),
    accounts: accountsOf(venue, body.account_ids),
    ...ratesOf(body),
  });
  return undefined;
});

const resetFeeRate = bind(brokers.resetFeeRate, async (context) => {
  const { venue, caller, body } = context;
  await context.submit({
    type: "reset_account_fees",
    broker: brokerOf(venue, caller.account),
    accounts: accountsOf(venue, body.account_ids),
  });
  return undefined;
});

/** @throws {ApiError} -1006 for an account that does not exist; the engine checks that it is the builder's */
function accountsOf({ engine }: Venue, accountIds: readonly string[]) {
  return accountIds.map((accountId) => {
    const account = engine.findAccount(accountId);
    if (account < 0) throw refusal("not_found", "account does not exist", { account_id: accountId });
    return { account };
  });
}

interface WishedRates {
  readonly taker_fee_rate: number | string;
  readonly maker_fee_rate: number | string;
}

/** @throws {ApiError} -1005 */
function ratesOf({ taker_fee_rate, maker_fee_rate }: WishedRates) {
  return { takerFee: rateOf("taker_fee_rate", taker_fee_rate), makerFee: rateOf("maker_fee_rate", maker_fee_rate) };
}

/** A rate may be a rebate, so a minus is read. @throws {ApiError} -1005 */
function rateOf(name: string, rate: number | string): FeeE5 {
  const read = parseDecimal(rate, FEE_DECIMALS);
  if (read.kind === "exact") return feeE5(read.value);
  throw invalid(`${name} is invalid: ${rate}, expected a fraction in steps of 0.00001`, { [name]: String(rate) });
}

const getUserFees = bind(brokers.getUserFees, ({ venue, caller, query }) => {
  const page = pageOf(query);
  const { engine } = venue;
  const broker = brokerOf(venue, caller.account);
  const rows = namedAccounts(venue, query)
    .filter((account) => brokerOf(venue, account) === broker)
    .map((account) => {
      const { accountId, wallet } = engine.account(account);
      const { takerFee, makerFee, isDefault } = engine.fees.rates(account);
      const [maker, taker] = [fromFeeE5(makerFee), fromFeeE5(takerFee)];
      return {
        account_id: accountId,
        address: wallet,
        is_default_fee_rate: isDefault ? ("true" as const) : ("false" as const),
        maker_fee_rate: maker,
        taker_fee_rate: taker,
        rwa_maker_fee_rate: maker,
        rwa_taker_fee_rate: taker,
      };
    });
  const start = (page.page - 1) * page.size;
  return listed({ rows: rows.slice(start, start + page.size), total: rows.length }, page);
});

/** @throws {ApiError} -1005 when neither an account nor an address is given */
function namedAccounts({ engine }: Venue, query: { account_id?: string; address?: string }): number[] {
  if (query.account_id !== undefined) {
    const account = engine.findAccount(query.account_id);
    return account < 0 ? [] : [account];
  }
  if (query.address === undefined) throw invalid("account_id or address must be given");
  return engine.accountsOfWallet(query.address.toLowerCase());
}

export const feeRateBindings: readonly Binding[] = [
  getDefaultFeeRate,
  setDefaultFeeRate,
  setFeeRate,
  resetFeeRate,
  getUserFees,
];
