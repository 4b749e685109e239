// The chain that wallets sign for, and the EIP-712 domain of messages about money. An operator may choose both; the
// venue reports them.

import { CHAIN_ID, fundsDomain } from "@evermark/interface/chain/wallet-messages.ts";
import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import type { RestClient } from "./rest/rest-client.ts";

export interface VenueChain {
  readonly chainId: number;
  readonly fundsDomain: ReturnType<typeof fundsDomain>;
}

/** A venue's chain never changes, so the answer is cached. */
const known = new WeakMap<RestClient, Promise<VenueChain>>();

/** Reads the chain from the venue, once per client. */
export function venueChain(rest: RestClient): Promise<VenueChain> {
  let chain = known.get(rest);
  if (chain === undefined) {
    chain = read(rest);
    known.set(rest, chain);
    // After a failure, the next caller reads again.
    chain.catch(() => known.delete(rest));
  }
  return chain;
}

async function read(rest: RestClient): Promise<VenueChain> {
  const [chain] = (await rest.call(venueFacts.getChainInfo)).rows;
  const chainId = chain === undefined ? CHAIN_ID : Number(chain.chain_id);
  return { chainId, fundsDomain: fundsDomain(chain?.withdraw_domain, chainId) };
}
