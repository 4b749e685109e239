// Follows deposits that an earlier page has sent, until the venue has credited them or the chain shows that they failed.

import { ChainError, followDeposit } from "@evermark/client";
import { useEffect } from "react";
import type { Identity } from "../../identity/identity.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { wordsForFundsFailure } from "./funds-failure.ts";
import { ownWallet } from "./own-wallet.ts";
import { forgetSent, type SentDeposit } from "./sent-deposits.ts";

export function useSentDeposits(session: AccountSession, identity: Identity, sent: readonly SentDeposit[]): void {
  const state = useTerminal();
  const transactions = sent.map(({ transaction }) => transaction).join();
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const follow = async (transaction: `0x${string}`) => {
      try {
        const { chain: wallet } = await ownWallet(state, identity);
        await followDeposit({ client: session.client, wallet, transaction, signal });
        forgetSent(state, [transaction]);
        session.refresh();
      } catch (error) {
        // Without the wallet in this browser, only the venue's own list shows the deposit.
        if (!(error instanceof ChainError)) return;
        forgetSent(state, [transaction]);
        state.notify({ tone: "bad", title: words.funds.deposit.start, text: wordsForFundsFailure(error) });
      }
    };
    for (const transaction of transactions.split(",").filter(Boolean)) void follow(transaction as `0x${string}`);
    return () => stopping.abort(new DOMException("the list is closed", "AbortError"));
  }, [state, session, identity, transactions]);
}
