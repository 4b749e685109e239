// One strategy vault, as seen by investors and by its provider.

import { useState } from "react";
import { shortAddress } from "../../../identity/identity.ts";
import { Button } from "../../../parts/button.tsx";
import type { Vault, VaultShare } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import type { AccountPart } from "../reading/account-part.ts";
import { VaultFacts } from "./vault-facts.tsx";
import { VaultPerformance } from "./vault-performance.tsx";
import { type VaultOperation, VaultRequestForm } from "./vault-request-form.tsx";
import { VaultStateActs } from "./vault-state-acts.tsx";

const texts = words.account.vaults;

interface VaultCardProps extends AccountPart {
  readonly vault: Vault;
  /** Undefined for a wallet without a share in the vault. */
  readonly share: VaultShare | undefined;
  readonly onAsked: () => void;
}

export function VaultCard({ session, identity, vault, share, onAsked }: VaultCardProps) {
  const { settings } = useTerminal();
  const [asks, setAsks] = useState<VaultOperation | null>(null);
  const [showsPerformance, setShowsPerformance] = useState(false);
  const isMain = identity.accountId === identity.mainAccountId;
  const isProvider = isProvidedBy(vault, identity);
  return (
    <li className="account-card">
      <div className="account-card-head">
        <strong>{vault.vault_name}</strong>
        <span className="account-badge">{texts.states[vault.status]}</span>
        {isProvider && <span className="account-badge">{texts.own}</span>}
        {vault.gate_triggered && <span className="account-badge account-important">{texts.gate}</span>}
        <span className="account-when">{texts.by(vault.sp_name ?? shortAddress(vault.sp_address))}</span>
      </div>
      {vault.description !== "" && <p className="account-message">{vault.description}</p>}
      <VaultFacts vault={vault} share={share} />
      {!isMain && <p className="account-small">{texts.mainOnly}</p>}
      <div className="account-acts">
        <Button
          aria-expanded={showsPerformance}
          aria-label={`${texts.performance.show}: ${vault.vault_name}`}
          onClick={() => setShowsPerformance((wasShown) => !wasShown)}
        >
          {texts.performance.show}
        </Button>
        {isMain &&
          asks === null &&
          operationsOf(vault, share, isProvider).map((operation) => (
            <Button
              key={operation}
              aria-label={`${texts.operations[operation].name}: ${vault.vault_name}`}
              onClick={() => setAsks(operation)}
            >
              {texts.operations[operation].name}
            </Button>
          ))}
      </div>
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
      {showsPerformance && <VaultPerformance session={session} vaultId={vault.vault_id} />}
      {isProvider && settings.isSandbox && <VaultStateActs vault={vault} onChanged={onAsked} />}
    </li>
  );
}

function isProvidedBy(vault: Vault, { wallet, brokerId }: AccountPart["identity"]): boolean {
  return vault.sp_address.toLowerCase() === wallet.toLowerCase() && vault.broker_id === brokerId;
}

function operationsOf(vault: Vault, share: VaultShare | undefined, isProvider: boolean): readonly VaultOperation[] {
  const isOver = vault.status === "closed";
  return [
    ...(isProvider && !isOver ? (["SP_WITHDRAW"] as const) : []),
    ...(isProvider && !isOver && vault.status !== "closing" ? (["SP_DEPOSIT"] as const) : []),
    ...(share !== undefined && share.available_main_shares > 0 ? (["LP_WITHDRAW"] as const) : []),
    ...(vault.status === "live" ? (["LP_DEPOSIT"] as const) : []),
  ];
}
