// A journal names the behaviour under which the commands that follow were given; a state of a former one is brought to it.

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

/** @throws {Fault} when commands that follow this one would be misunderstood */
function setBehaviour(state: State, { version }: SetBehaviour): void {
  assertPlayable(version, "what follows it");
  // An engine that was made without a journal has the newest; the first command of one may name another.
  const isFirst = state.commandCount === 1;
  if (!isFirst && version < state.behaviour) {
    throw new Fault(`a venue does not go back to an older behaviour: from ${state.behaviour} to ${version}`);
  }
  if (state.behaviour < DOUBT_SINCE && version >= DOUBT_SINCE) adoptDoubt(state);
  if (state.behaviour < EXACT_SINCE && version >= EXACT_SINCE) adoptExactShares(state);
  state.behaviour = version;
}
