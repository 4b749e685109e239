// The operator's decisions about a vault, in a sandbox made by its provider: opening it to investors, and closing it.

import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import type { Vault } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";

const texts = words.account.vaults.operator;

interface VaultStateActsProps {
  readonly vault: Vault;
  readonly onChanged: () => void;
}

export function VaultStateActs({ vault, onChanged }: VaultStateActsProps) {
  const { sandbox } = useTerminal().venue.client;
  const [isClosing, setIsClosing] = useState(false);
  const { isRunning, failure, run } = useRequest();
  const set = (state: "live" | "closing") =>
    run(async () => {
      await sandbox.setVaultState({ vault_id: vault.vault_id, state });
      setIsClosing(false);
      onChanged();
    });
  if (vault.status === "closing" || vault.status === "closed") return null;
  return (
    <section className="account-form" aria-label={texts.title}>
      <div className="account-bar">
        <p className="account-small">{vault.status === "pre_launch" ? texts.launchMeans : texts.closeMeans}</p>
        <div className="account-acts account-state-acts">
          {vault.status === "pre_launch" ? (
            <Button disabled={isRunning} onClick={() => void set("live")}>
              {texts.launch}
            </Button>
          ) : !isClosing ? (
            <Button onClick={() => setIsClosing(true)}>{texts.close}</Button>
          ) : (
            <>
              <Button onClick={() => setIsClosing(false)}>{words.common.cancel}</Button>
              <Button look="fall" disabled={isRunning} onClick={() => void set("closing")}>
                {texts.closeNow}
              </Button>
            </>
          )}
        </div>
      </div>
      <Failure text={failure} />
    </section>
  );
}
