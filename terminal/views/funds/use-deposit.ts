// A deposit from the account's wallet. Its transaction is stored until the venue has seen it, so that a reloaded page finds it.

import { type DepositProgress, deposit } from "@evermark/client";
import type { Identity } from "../../identity/identity.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { ownWallet } from "./own-wallet.ts";
import { forgetSent, rememberSent } from "./sent-deposits.ts";
import { useMovement } from "./use-movement.ts";

export type DepositInHand = ReturnType<typeof useDeposit>;

export function useDeposit(session: AccountSession, identity: Identity, onMoved: () => Promise<void>) {
  const state = useTerminal();
  const { movement, run, clear } = useMovement<DepositProgress>();
  const { accountId } = identity;
  const start = (amount: string) =>
    run(async (onProgress) => {
      const { chain: wallet } = await ownWallet(state, identity);
      const follow = (progress: DepositProgress) => {
        onProgress(progress);
        if (progress.step === "depositing" && progress.transaction !== undefined) {
          rememberSent(state, { accountId, transaction: progress.transaction, amount, sentAtMs: Date.now() });
        }
        if (progress.step === "credited") forgetSent(state, [progress.transaction]);
      };
      const { client } = session;
      const deposited = await deposit({ client, wallet, amount, onProgress: follow, pollMs: POLL_MS });
      session.refresh();
      void onMoved();
      return deposited.amount;
    });
  return { movement, start, clear };
}

const POLL_MS = 500;
