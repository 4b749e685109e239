// What a venue's operator grants to builders and accounts, and deposits that the operator reports; in a sandbox, for
// those who test against it. Rules 8.1, 9.2, 9.5.

import { micros } from "@evermark/engine";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { readPositive } from "../../http/input/read-number.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { MONEY_DECIMALS } from "../../wire/decimals.ts";

const NONE = -1;

/**
 * Refuses a control that would replace an existing chain, whose vault would then owe what was never paid into it.
 * @throws {ApiError} -1012
 */
export function requireNoChain({ configuration }: Venue): void {
  if (configuration.chain.nodes === "off") return;
  throw refusal(
    "refused",
    "the venue has a chain, which decides on deposits and withdrawals: start it with --chain off",
  );
}

const creditDeposit = bind(sandbox.creditDeposit, async (context) => {
  const { venue, body } = context;
  requireNoChain(venue);
  const amount = micros(readPositive("amount", body.amount, MONEY_DECIMALS));
  const reference = `sandbox:${body.tx_id}`;
  const account = venue.engine.findAccount(body.account_id);
  if (account >= 0) {
    await context.submit({ type: "credit_deposit", account, amount, source: "chain", reference });
    return { state: "CREDITED" as const };
  }
  const { account_id: accountId } = body;
  await context.submit({ type: "park_deposit", amount, reference, accountId, reason: "no such account" });
  return { state: "PARKED" as const };
});

const setBuilder = bind(sandbox.setBuilder, async (context) => {
  const { venue, body } = context;
  const broker = venue.engine.findBroker(body.broker_id);
  if (broker < 0) throw refusal("not_found", "BrokerId is not exist", { broker_id: body.broker_id });
  const { minimum_tier: tier, transfers_allowed: allowed } = body;
  if (tier !== undefined) await context.submit({ type: "set_minimum_tier", broker, tier });
  if (allowed !== undefined) await context.submit({ type: "allow_transfers", account: NONE, broker, allowed });
  const view = venue.engine.fees.broker(broker);
  return {
    broker_id: view.brokerId,
    tier: view.tier,
    minimum_tier: view.minimumTier,
    transfers_allowed: view.transfersFreely,
  };
});

const setAccount = bind(sandbox.setAccount, async (context) => {
  const { venue, body } = context;
  const account = venue.engine.findAccount(body.account_id);
  if (account < 0) throw refusal("not_found", "account does not exist", { account_id: body.account_id });
  await context.submit({ type: "allow_transfers", account, broker: NONE, allowed: body.transfers_allowed });
  return undefined;
});

export const grantBindings: readonly Binding[] = [creditDeposit, setBuilder, setAccount];
