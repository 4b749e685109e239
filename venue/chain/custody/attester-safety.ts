// What makes a vault's attesters unsafe: one stolen key would be enough to pay, or the key that submits payments is also
// an attester. An operator who wants a single key has to declare it.

import type { Hex } from "viem";
import { isKnownTestAddress } from "../keys/known-keys.ts";
import type { CustodyDanger } from "./custody-safety.ts";
import type { VaultFacts } from "./vault-facts.ts";

/** What the configuration says about attesters. */
export interface AttesterTerms {
  /** `chain.one_key`. */
  readonly isOneKey: boolean;
  /** Whether attesters on other machines can follow. */
  readonly hasDoor: boolean;
  /** Address of the key that pays; null where no key does. */
  readonly operator: Hex | null;
}

/** The smallest safe number of attesters that have to sign. */
const THRESHOLD_MIN = 2;

const stops = (text: string): CustodyDanger => ({ stops: true, text });
const says = (text: string): CustodyDanger => ({ stops: false, text });

export function dangersOfAttesterTerms({ isOneKey, hasDoor, operator }: AttesterTerms): CustodyDanger[] {
  if (isOneKey)
    return [says("chain.one_key is true: who has the operator's key, or this machine, can pay up to the vault's caps")];
  if (hasDoor || operator === null) return [];
  return [
    stops("attesters.port is off: no attester on another machine can follow; expected a port, or chain.one_key = true"),
  ];
}

type AttesterFacts = Pick<VaultFacts, "attesters" | "attesterThreshold" | "operator" | "guardian">;

export function dangersOfAttesters(
  { isOneKey }: Pick<AttesterTerms, "isOneKey">,
  facts: AttesterFacts,
): CustodyDanger[] {
  const { attesters, attesterThreshold: threshold, operator, guardian } = facts;
  const dangers: CustodyDanger[] = [];
  if (threshold < THRESHOLD_MIN && !isOneKey) {
    dangers.push(
      stops(
        `the vault pays what ${threshold} attester has signed: one stolen key beside the operator's would be enough; expected ` +
          `${THRESHOLD_MIN} at least, or chain.one_key = true`,
      ),
    );
  }
  if (attesters.includes(operator) && !isOneKey) {
    dangers.push(
      stops(
        `the vault's operator is one of its attesters (${operator}): that key would count twice; expected keys on other machines, ` +
          "or chain.one_key = true",
      ),
    );
  }
  if (attesters.includes(guardian))
    dangers.push(says(`the vault's guardian is one of its attesters (${guardian}); expected keys in different hands`));
  for (const address of attesters.filter(isKnownTestAddress))
    dangers.push(stops(`the vault's attester ${address} is a known test key: it is public; expected another`));
  if (threshold > 1 && threshold === attesters.length) {
    dangers.push(
      says(
        `all ${threshold} attesters have to sign: while one is away nothing is paid; expected one more than have to sign`,
      ),
    );
  }
  return dangers;
}
