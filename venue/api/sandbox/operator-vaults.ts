// The operator opens strategy vaults, opens them to investors, and closes them. Rules 10.1, 10.5.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { readDecimal } from "../../http/input/read-number.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import { openSubAccount } from "../accounts/sub-accounts.ts";
import { accountOf } from "../named/named-account.ts";

const PERCENT_DECIMALS = 2;

const openVault = bind(sandbox.openVault, async (context) => {
  const { venue, body } = context;
  const { engine } = venue;
  const provider = accountOf(venue, body.sp_address, body.broker_id);
  const performanceFeePercent = readDecimal("performance_fee_rate", body.performance_fee_rate, PERCENT_DECIMALS);
  if (performanceFeePercent < 0 || performanceFeePercent > 50) {
    throw invalid(`performance_fee_rate is invalid: ${body.performance_fee_rate}, expected 0 to 0.5`);
  }
  const wanted = body.vault_address?.toLowerCase();
  // Checked before the fund's account is opened.
  if (wanted !== undefined && engine.vaults.findByAddress(wanted) !== undefined) {
    throw refusal("duplicate", "another vault has this address", { vault_address: wanted });
  }
  const { accountId } = await openSubAccount(context, provider, `fund of ${body.vault_name}`);
  // The fund's account id is unique, so an address derived from it is too.
  const address = wanted ?? `0x${accountId.slice(-40)}`;
  const vaultId = accountIdOf(address, body.broker_id);
  await context.submit({
    type: "create_vault",
    vaultId,
    name: body.vault_name,
    provider,
    fund: engine.findAccount(accountId),
    kind: body.vault_type ?? "operator",
    performanceFeePercent,
    profile: { address, description: body.description ?? "", providerName: body.sp_name ?? "" },
  });
  return { vault_id: vaultId, vault_address: address, fund_account_id: accountId };
});

const setVaultState = bind(sandbox.setVaultState, async (context) => {
  const { body } = context;
  await context.submit({ type: "set_vault_state", vaultId: body.vault_id.toLowerCase(), state: body.state });
  return undefined;
});

export const operatorVaultBindings: readonly Binding[] = [openVault, setVaultState];
