// The engine that history runs for itself: the same code on the same commands says the same as the venue's engine did.

import { type ByteSource, decodeCommand, Engine } from "@evermark/engine";
import type { Replica } from "./follower.ts";

/** @param state a snapshot of an engine; without it the engine is new. @returns null for one of a format that is no longer read */
export function engineReplica(state: ByteSource | undefined): Replica | null {
  const engine = state === undefined ? Engine.atBeginning() : Engine.restoreFrom(state);
  if (engine === null) return null;
  return {
    apply(payload, listener) {
      engine.apply(decodeCommand(payload), listener);
    },
    market: (market) => engine.market(market),
    account: (account) => engine.account(account),
  };
}
