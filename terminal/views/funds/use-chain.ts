// The state of the venue's chain, and of the wallet on it, for the dialog.

import { type ChainFacts, chainFacts, type WalletBalances, walletBalances } from "@evermark/client";
import { useCallback, useEffect, useState } from "react";
import type { Identity } from "../../identity/identity.ts";
import { Refreshing } from "../../session/asking/refreshing.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { wordsForFundsFailure } from "./funds-failure.ts";
import { ownWallet } from "./own-wallet.ts";

export interface ChainKnowledge {
  readonly facts: ChainFacts;
  /** The smallest withdrawal, in USDC. */
  readonly withdrawalMin: number;
}

/** Read until it is known: a sandbox's chain may come up after the page. */
export function useChain(isOpen: boolean) {
  const { client } = useTerminal().venue;
  const [chain, setChain] = useState<ChainKnowledge | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!isOpen) return;
    const reading = new Refreshing(async () => {
      try {
        const [facts, { rows }] = await Promise.all([chainFacts(client.rest), client.venueFacts.getTokens()]);
        const usdc = rows.find(({ token }) => token === "USDC");
        setChain({ facts, withdrawalMin: usdc?.minimum_withdraw_amount ?? facts.withdrawFee });
        setFailure(undefined);
      } catch (error) {
        setFailure(wordsForFundsFailure(error));
        throw error;
      }
    });
    reading.now();
    return () => reading.end();
  }, [client, isOpen]);
  return { chain, failure };
}

/**
 * How often a burner wallet is read while the dialog is open: its play money may be on the way, and its chain may come up later.
 */
const READ_EVERY_MS = 5_000;

/** The wallet's balances; `read` reads them again. An extension may prompt its owner, so its wallet is read once. */
export function useWalletBalances(identity: Identity, isOpen: boolean) {
  const state = useTerminal();
  const [balances, setBalances] = useState<WalletBalances | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const read = useCallback(async () => {
    try {
      const { chain: wallet } = await ownWallet(state, identity);
      const { client } = state.venue;
      setBalances(await walletBalances({ client, wallet, address: identity.wallet }));
      setFailure(undefined);
    } catch (error) {
      setFailure(wordsForFundsFailure(error));
    }
  }, [state, identity]);
  const everyMs = identity.walletKind === "burner" ? READ_EVERY_MS : undefined;
  useEffect(() => {
    if (!isOpen) return;
    const reading = new Refreshing(read, everyMs);
    reading.now();
    return () => reading.end();
  }, [isOpen, read, everyMs]);
  return { balances, failure, read };
}
