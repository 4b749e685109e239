// Play money of a sandbox: for the account, and for the wallet to try a deposit with.

import { claimFaucet, fundWallet } from "@evermark/client";
import { useState } from "react";
import type { Identity } from "../../identity/identity.ts";
import { WALLET_USDC } from "../../identity/wallet-funding.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { wordsForFaucetFailure } from "./funds-failure.ts";

const texts = words.funds.faucet;

interface FaucetProps {
  readonly identity: Identity;
  readonly hasChain: boolean;
  /** Called when the wallet has received money. */
  readonly onWallet: () => Promise<void>;
}

export function Faucet({ identity, hasChain, onWallet }: FaucetProps) {
  const { client } = useTerminal().venue;
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly tone: "good" | "bad"; readonly text: string } | undefined>(undefined);
  const claim = async (ask: () => Promise<boolean>, done: string) => {
    setIsBusy(true);
    try {
      const isGiven = await ask();
      setSaid(isGiven ? { tone: "good", text: done } : { tone: "bad", text: texts.none });
    } catch (error) {
      setSaid({ tone: "bad", text: wordsForFaucetFailure(error) });
    }
    setIsBusy(false);
  };
  return (
    <section className="funds-part">
      <h3>{texts.title}</h3>
      <div className="funds-buttons">
        <Button
          disabled={isBusy}
          onClick={() => void claim(() => claimFaucet(client.rest, identity.wallet, identity.brokerId), texts.claimed)}
        >
          {texts.account}
        </Button>
        {hasChain && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void claim(() => fundWallet(client, identity.wallet, WALLET_USDC), texts.given).then(onWallet)
            }
          >
            {texts.wallet}
          </Button>
        )}
      </div>
      <p role="status" className={said === undefined ? "unseen" : "note"} data-tone={said?.tone}>
        {said?.text}
      </p>
    </section>
  );
}
