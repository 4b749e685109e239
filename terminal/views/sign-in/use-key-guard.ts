// Reacts when the venue no longer accepts the key: finds out why, signs out, and offers to sign in again.

import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { venueWords } from "../../format/venue-words.ts";
import { isKeyRemoved } from "../../identity/key-check.ts";
import { type TerminalState, useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export type KeyEnd = "expired" | "removed";

/** @returns why the last session's key ended, until `forget` is called */
export function useKeyGuard(): { readonly ended: KeyEnd | null; readonly forget: () => void } {
  const state = useTerminal();
  const account = useCell(state.account);
  const [ended, setEnded] = useState<KeyEnd | null>(null);
  useEffect(() => {
    if (account === null) return;
    let isSeen = false;
    return account.refusal.subscribe(() => {
      const refusal = account.refusal.get();
      if (refusal === null || isSeen) return;
      isSeen = true;
      void endOf(state)
        // Without an answer, the next refusal is looked into again.
        .catch(() => {
          isSeen = false;
          return null;
        })
        .then(async (end) => {
          if (end === null) return;
          if (end === "otherwise") return sayRefusal(state, venueWords(refusal.message));
          setEnded(end);
          await state.signOut();
          state.open.set("sign-in");
        });
    });
  }, [account, state]);
  return { ended, forget: () => setEnded(null) };
}

/** @throws when the venue does not answer */
async function endOf({ identity, venue }: TerminalState): Promise<KeyEnd | "otherwise" | null> {
  const current = identity.get();
  if (current === null) return null;
  if (current.keyExpiresAt <= venue.now()) return "expired";
  return (await isKeyRemoved(venue.client, current)) ? "removed" : "otherwise";
}

/** For refusals such as an address that the key is not allowed from: a new key would not help. */
function sayRefusal(state: TerminalState, said: string): void {
  state.notify({ tone: "bad", title: words.signIn.ended.refused, text: words.signIn.failures.venue(said) });
}
