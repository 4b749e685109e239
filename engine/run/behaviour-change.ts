// The command by which a journal names the behaviour of the commands that follow; it brings an older state up to that behaviour.

import { assertPlayable } from "../base/behaviour.ts";
import { Fault } from "../base/fault.ts";
import { adoptExactShares, EXACT_SINCE } from "../business/vaults/share-exchange.ts";
import type { SetBehaviour } from "../language/commands/commands.ts";
import { handlers } from "../memory/handlers.ts";
import type { State } from "../memory/state.ts";
import { adoptDoubt, DOUBT_SINCE } from "../risk/prices/doubt.ts";

export const behaviourChangeHandlers = handlers({
  set_behaviour: setBehaviour,
});

/** @throws {Fault} when the engine would misunderstand the commands that follow */
function setBehaviour(state: State, { version }: SetBehaviour): void {
  assertPlayable(version, "what follows it");
  // An engine that was created without a journal has the newest behaviour; the first command of a journal may name another.
  const isFirst = state.commandCount === 1;
  if (!isFirst && version < state.behaviour) {
    throw new Fault(`a venue does not go back to an older behaviour: from ${state.behaviour} to ${version}`);
  }
  if (state.behaviour < DOUBT_SINCE && version >= DOUBT_SINCE) adoptDoubt(state);
  if (state.behaviour < EXACT_SINCE && version >= EXACT_SINCE) adoptExactShares(state);
  state.behaviour = version;
}
