// The key with which a provider trades its vault's fund. It is bound to the fund's own account by a message that the
// provider's wallet signs, so that the trading program holds no key to the provider's own money. Rules 9.7, 10.1.

import { addProviderKeyTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { strategyVaults } from "@evermark/interface/funds/strategy-vaults.ts";
import { requireSigner, requireSupportedChain } from "../../auth/wallets/wallet-request.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { bound, keyTermsOf } from "../accounts/bind-key.ts";

export const bindProviderKey: Binding = bind(strategyVaults.bindProviderKey, async (context) => {
  const { venue, body, request } = context;
  const { message, signature, userAddress } = body;
  const { brokerId, chainId, contract, subAccountId } = message;
  const terms = keyTermsOf(venue, message);
  const { chainType = "EVM" } = message;
  requireSupportedChain({ chainId, chainType }, venue.configuration.chainId);
  const signed = { brokerId, chainId, ...terms, contract, subAccountId };
  await requireSigner(addProviderKeyTypedData(signed), signature, userAddress, request.ip);

  const account = tradedAccount(venue, { contract, brokerId, wallet: userAddress.toLowerCase(), subAccountId });
  await context.submit({ type: "bind_key", account, ...bound(terms) });
  return undefined;
});

interface Named {
  readonly contract: string;
  readonly brokerId: string;
  readonly wallet: string;
  readonly subAccountId: string | undefined;
}

/**
 * The fund of the vault that the provider names, or a sub-account of the fund.
 * @throws {ApiError} -1006 when there is none, 9 when the wallet is not the vault's provider
 */
function tradedAccount({ engine }: Venue, { contract, brokerId, wallet, subAccountId }: Named): number {
  const vaultId = engine.vaults.findByAddress(contract.toLowerCase());
  const vault = vaultId === undefined ? undefined : engine.vaults.vault(vaultId);
  if (vault === undefined) throw refusal("not_found", "vault does not exist", { contract });
  // After its vault is closed, the fund is an ordinary sub-account of the provider.
  if (vault.state === "closed") throw refusal("not_found", "the vault is closed", { contract });
  const provider = engine.account(vault.provider);
  if (provider.wallet !== wallet || provider.brokerId !== brokerId) throw refusal("signer_mismatch");
  if (subAccountId === undefined) return vault.fund;
  const sub = engine.findAccount(subAccountId);
  if (!engine.subAccounts(vault.fund).includes(sub)) {
    throw refusal("not_found", "the fund has no such sub-account", { subAccountId });
  }
  return sub;
}
