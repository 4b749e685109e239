// The faucet: test money for an account that exists, as a deposit, a limited number of times. Design 7.

import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal, refusalOf } from "../../wire/api-error.ts";
import { accountOf } from "../named/named-account.ts";

export function faucet(): Binding {
  // The last claim that was numbered, by account: claims that are under way at once need numbers of their own.
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
        // A number that was used before this process came up: the next one is tried.
        isCredited = await credit(context, account, claim);
      } catch (error) {
        // Numbers that led to nothing are free again; one that another claim still uses is refused, and passed over.
        numbered.delete(account);
        throw error;
      }
    }
    return undefined;
  });
}

/** @throws {ApiError} -1012 when the account has had its claims */
function requireLeft({ configuration }: Venue, claim: number): void {
  const { claimsPerAccount } = configuration.faucet;
  if (claim > claimsPerAccount) throw refusal("refused", "the faucet is empty for this account", { claimsPerAccount });
}

/** @returns false when the claim's number is used already */
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
