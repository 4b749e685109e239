// A vault's figures, its terms for investors, and the wallet's share.

import { decimal, percent } from "../../../format/figure-text.ts";
import type { Vault, VaultShare } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Facts } from "../reading/facts.tsx";

const texts = words.account.vaults;
const HOUR_MS = 3_600_000;

interface VaultFactsProps {
  readonly vault: Vault;
  /** Undefined for a wallet without a share in the vault. */
  readonly share: VaultShare | undefined;
}

export function VaultFacts({ vault, share }: VaultFactsProps) {
  const growth = (value: number | null) => (value === null ? texts.none : percent(value, { isSigned: true }));
  return (
    <div className="account-columns">
      <Facts
        rows={[
          [texts.tvl, `${decimal(vault.tvl)} USDC`],
          [texts.gained, growth(vault.valid_hpr)],
          [texts.apy30d, growth(vault["30d_apy"])],
          [texts.apy, growth(vault.lifetime_apy)],
          [texts.pnl, `${decimal(vault.vault_lifetime_net_pnl, { isSigned: true })} USDC`],
        ]}
      />
      <Facts
        rows={[
          [texts.fee, percent(vault.performance_fee_rate)],
          [texts.lock, texts.hours(decimal(vault.lock_duration / HOUR_MS))],
          [texts.least, `${decimal(vault.min_deposit_amount)} USDC`],
          [texts.mine, share === undefined ? texts.none : `${decimal(share.lp_tvl)} USDC`],
          [texts.available, share === undefined ? texts.none : decimal(share.available_main_shares)],
        ]}
      />
    </div>
  );
}
