// Signing in step by step: the current step, and the failure if there is one. One attempt at a time.

import { useRef, useState } from "react";
import { wordsForFailure } from "../../identity/failure-words.ts";
import { shortAddress } from "../../identity/identity.ts";
import { giveMoney, openTradingIdentity } from "../../identity/open-identity.ts";
import type { SigningWallet } from "../../identity/signing-wallet.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const STEPS = ["wallet", "account", "key", "money"] as const;
export type StepName = (typeof STEPS)[number];
export type SignInStepState = "waiting" | "running" | "done" | "failed";

export interface Attempt {
  readonly steps: readonly (readonly [name: StepName, state: SignInStepState])[];
  /** The reason in plain words. */
  readonly failure: string | undefined;
  /** Whether the person has to act at the wallet. */
  readonly asksWallet: boolean;
}

/** @param onDone called when an account is signed in */
export function useSignIn(onDone: () => void) {
  const state = useTerminal();
  const [attempt, setAttempt] = useState<Attempt | undefined>(undefined);
  const again = useRef<() => Promise<void>>(async () => {});
  const names = state.settings.isSandbox ? STEPS : STEPS.slice(0, 3);

  const run = async (findOwner: () => Promise<SigningWallet>, validForMs: number) => {
    let at: StepName = "wallet";
    let asksWallet = false;
    const show = (step: StepName, failure?: string) => {
      at = step;
      setAttempt({ steps: stepsAt(names, step, failure !== undefined), failure, asksWallet });
    };
    again.current = () => run(findOwner, validForMs);
    show("wallet");
    try {
      const { wallet, about } = await findOwner();
      asksWallet = about.walletKind === "injected";
      const { settings, venue } = state;
      const { rest } = venue.client;
      const { identity, isNew } = await openTradingIdentity({
        settings,
        rest,
        wallet,
        about,
        validForMs,
        onStep: show,
      });
      asksWallet = false;
      // From here on the account can trade: play money that does not arrive is no reason to start over.
      const getsMoney = isNew && settings.isSandbox;
      if (getsMoney) show("money");
      const isGiven = getsMoney && (await giveMoney(rest, identity).catch(() => false));
      await state.signIn(identity);
      const title = isGiven ? words.signIn.doneWithMoney : words.signIn.done;
      state.notify({ tone: "good", title, text: words.signIn.doneText(shortAddress(identity.wallet)) });
      setAttempt(undefined);
      onDone();
    } catch (error) {
      show(at, wordsForFailure(error));
    }
  };
  return { attempt, run, again: () => void again.current(), back: () => setAttempt(undefined) };
}

function stepsAt(names: readonly StepName[], at: StepName, hasFailed: boolean): Attempt["steps"] {
  const place = names.indexOf(at);
  return names.map((name, index) => {
    if (index < place) return [name, "done"];
    if (index > place) return [name, "waiting"];
    return [name, hasFailed ? "failed" : "running"];
  });
}
