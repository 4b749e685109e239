// The chain that wallets sign for, and the domain under which they sign about money: an operator may choose both, and the
// venue says which.

import { CHAIN_ID, fundsDomain } from "@evermark/interface/chain/wallet-messages.ts";
import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import type { RestClient } from "./rest/rest-client.ts";

export interface VenueChain {
  readonly chainId: number;
  readonly fundsDomain: ReturnType<typeof fundsDomain>;
}

/** A venue keeps its chain for as long as it lives. */
const known = new WeakMap<RestClient, Promise<VenueChain>>();

/** Asks the venue, once for each client. */
export function venueChain(rest: RestClient): Promise<VenueChain> {
  let chain = known.get(rest);
  if (chain === undefined) {
    chain = read(rest);
    known.set(rest, chain);
    // The next caller asks again.
    chain.catch(() => known.delete(rest));
  }
  return chain;
}

async function read(rest: RestClient): Promise<VenueChain> {
  const [chain] = (await rest.call(venueFacts.getChainInfo)).rows;
  const chainId = chain === undefined ? CHAIN_ID : Number(chain.chain_id);
  return { chainId, fundsDomain: fundsDomain(chain?.withdraw_domain, chainId) };
}
