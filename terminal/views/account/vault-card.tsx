// One strategy vault.

import { useState } from "react";
import { decimal, percent } from "../../format/decimal.ts";
import type { Identity } from "../../identity/identity.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import { words } from "../../texts/words.ts";
import { Facts } from "./facts.tsx";
import { VaultRequestForm } from "./vault-request-form.tsx";
import type { Share, Vault } from "./vaults.tsx";

const texts = words.account.vaults;
const HOUR_MS = 3_600_000;

interface VaultCardProps {
  readonly session: AccountSession;
  readonly identity: Identity;
  readonly vault: Vault;
  /** Undefined for a wallet that has nothing in it. */
  readonly share: Share | undefined;
  readonly onAsked: () => void;
}

export function VaultCard({ session, identity, vault, share, onAsked }: VaultCardProps) {
  const [asks, setAsks] = useState<"LP_DEPOSIT" | "LP_WITHDRAW" | null>(null);
  const growth = (value: number | null) => (value === null ? texts.none : percent(value, { isSigned: true }));
  const isMain = identity.accountId === identity.mainAccountId;
  return (
    <li className="account-card">
      <div className="account-card-head">
        <strong>{vault.vault_name}</strong>
        <span className="account-badge">{texts.states[vault.status]}</span>
        {vault.gate_triggered && <span className="account-badge account-important">{texts.gate}</span>}
      </div>
      {vault.description !== "" && <p className="account-message">{vault.description}</p>}
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
      {!isMain && <p className="account-small">{texts.mainOnly}</p>}
      {isMain && asks === null && (
        <div className="account-acts">
          {share !== undefined && share.available_main_shares > 0 && (
            <Button aria-label={`${texts.withdraw}: ${vault.vault_name}`} onClick={() => setAsks("LP_WITHDRAW")}>
              {texts.withdraw}
            </Button>
          )}
          {vault.status === "live" && (
            <Button aria-label={`${texts.deposit}: ${vault.vault_name}`} onClick={() => setAsks("LP_DEPOSIT")}>
              {texts.deposit}
            </Button>
          )}
        </div>
      )}
      {asks !== null && (
        <VaultRequestForm
          session={session}
          identity={identity}
          vault={vault}
          share={share}
          operation={asks}
          onAsked={onAsked}
          onClose={() => setAsks(null)}
        />
      )}
    </li>
  );
}
