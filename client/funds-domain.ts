// The domain under which wallets sign about money: an operator may give it another name, and the venue says which.

import { venueFacts } from "@evermark/interface/venue-facts.ts";
import { fundsDomain } from "@evermark/interface/wallet-messages.ts";
import type { RestClient } from "./rest/rest-client.ts";

export async function venueFundsDomain(rest: RestClient) {
  const [chain] = (await rest.call(venueFacts.getChainInfo)).rows;
  return fundsDomain(chain?.withdraw_domain);
}
