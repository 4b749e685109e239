// The faucet: credits test money to an existing account as a deposit, a limited number of times. Design 7.

import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal, refusalOf } from "../../wire/api-error.ts";
import { accountOf } from "../named/named-account.ts";

export function faucet(): Binding {
  // The last claim number tried, by account: concurrent claims need different numbers.
  const numbered = new Map<number, number>();

  return bind(sandbox.claimFaucet, async (context) => {
    const { venue, body } = context;
    const account = accountOf(venue, body.user_address, body.broker_id);
    let isCredited = false;
    while (!isCredited) {
      const claim = Math.max(venue.engine.depositCount(account), numbered.get(account) ?? 0) + 1;
      requireLeft(venue, claim);
      numbered.set(account, claim);
      try {
        // If the number was used before this process started, the next one is tried.
        isCredited = await credit(context, account, claim);
      } catch (error) {
        // A failed claim frees its number. A number that another claim still uses is then refused, and the next one is tried.
        numbered.delete(account);
        throw error;
      }
    }
    return undefined;
  });
}

/** @throws {ApiError} -1012 when the account has used up its claims */
function requireLeft({ configuration }: Venue, claim: number): void {
  const { claimsPerAccount } = configuration.faucet;
  if (claim > claimsPerAccount) throw refusal("refused", "the faucet is empty for this account", { claimsPerAccount });
}

/** @returns false when the claim's number is already used */
async function credit(context: Submitting, account: number, claim: number): Promise<boolean> {
  const { rejection } = await context.attempt({
    type: "credit_deposit",
    account,
    amount: context.venue.configuration.faucet.amount,
    source: "faucet",
    reference: `faucet:${account}:${claim}`,
  });
  if (rejection === null) return true;
  if (rejection.name === "duplicate") return false;
  throw refusalOf(rejection);
}
