// A withdrawal to the account's wallet.

import { type WithdrawalProgress, withdraw } from "@evermark/client";
import type { Identity } from "../../identity/identity.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { ownWallet } from "./own-wallet.ts";
import { useMovement } from "./use-movement.ts";

export type WithdrawalInHand = ReturnType<typeof useWithdrawal>;

export function useWithdrawal(session: AccountSession, identity: Identity, onMoved: () => Promise<void>) {
  const state = useTerminal();
  const { movement, run, clear } = useMovement<WithdrawalProgress>();
  const start = (amount: string) =>
    run(async (onProgress) => {
      const { signer: wallet } = await ownWallet(state, identity);
      const { client } = session;
      const { received } = await withdraw({ client, wallet, amount, onProgress, pollMs: POLL_MS });
      session.refresh();
      void onMoved();
      return received;
    });
  return { movement, start, clear };
}

const POLL_MS = 500;
