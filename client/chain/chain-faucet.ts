// Funds a wallet on a sandbox's own chain with test USDC and gas, to try deposits with.

import { venueFacts } from "@evermark/interface/markets/venue-facts.ts";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { ApiError } from "../rest/failures.ts";
import type { CallOptions, RestClient } from "../rest/rest-client.ts";
import { until } from "./patience.ts";

interface FundingOptions extends CallOptions {
  /** How often to look for the sandbox's chain, which comes up after the venue; default 40. */
  readonly looks?: number;
  /** Time between two looks, in milliseconds; default 250. */
  readonly pollMs?: number;
}

/**
 * Puts test USDC and gas into a wallet; waits for a chain that is still starting.
 * @returns false when the venue has no chain of its own, or is no sandbox
 */
export async function fundWallet(
  { rest }: { readonly rest: RestClient },
  address: string,
  usdc: number,
  { looks = 40, pollMs = 250, ...options }: FundingOptions = {},
): Promise<boolean> {
  let left = looks;
  const patience = { signal: options.signal, pollMs };
  const hasVault = await until(async () => {
    const [chain] = (await rest.call(venueFacts.getChainInfo, {}, options)).rows;
    if (chain?.vault_address != null) return true;
    left -= 1;
    return chain?.trouble == null || left < 0 ? false : undefined;
  }, patience);
  if (!hasVault) return false;
  try {
    await rest.call(sandbox.fundWallet, { body: { address, usdc: String(usdc) } }, options);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === errors.path_not_found.http || error.code === errors.refused.code) return false;
    throw error;
  }
}
