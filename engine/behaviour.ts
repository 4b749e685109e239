// Which behaviour the engine has: one number, raised whenever the same command in the same state could give other events
// or another state. A venue's journal says under which one its commands were given: the first command names it, and a newer
// program that goes on with the journal adds a command that names the newer one. Commands before that are repeated under
// the behaviour that they were given under, by whatever year's program: a rule that changes keeps its old form, chosen by
// `state.behaviour`, for as long as OLDEST_BEHAVIOUR is below the change.

import type { SetBehaviour } from "./commands.ts";
import { Fault, WrittenByNewer } from "./fault.ts";
import { adoptDoubt, DOUBT_SINCE } from "./prices/doubt.ts";
import type { State } from "./state.ts";
import { adoptExactShares, EXACT_SINCE } from "./strategy-vault/exchange.ts";

/**
 * What this engine does with new commands. 2 knows further commands; and the insurance fund neither takes nor gives at a
 * mark that is worse for it than the index (liquidation/fund-price.ts). 3 lets nothing leave, and nothing be traded, on a
 * price that nobody can act on (market/standstill.ts).
 */
export const BEHAVIOUR = 3;
/** The oldest behaviour that this engine can still play. */
export const OLDEST_BEHAVIOUR = 1;
/** What a journal has that was begun before journals named their behaviour. */
export const UNNAMED_BEHAVIOUR = 1;

/** @throws {Fault} when commands that follow this one would be misunderstood */
export function setBehaviour(state: State, { version }: SetBehaviour): void {
  assertPlayable(version, "what follows it");
  const isFirst = state.commandCount === 1;
  if (!isFirst && version < state.behaviour) {
    throw new Fault(`a venue does not go back to an older behaviour: from ${state.behaviour} to ${version}`);
  }
  if (state.behaviour < DOUBT_SINCE && version >= DOUBT_SINCE) adoptDoubt(state);
  if (state.behaviour < EXACT_SINCE && version >= EXACT_SINCE) adoptExactShares(state);
  state.behaviour = version;
}

/** @throws {Fault} saying what is needed instead of this engine */
export function assertPlayable(version: number, what: string): void {
  if (version > BEHAVIOUR) throw new WrittenByNewer(what, `behaviour ${version}`, BEHAVIOUR);
  if (version < OLDEST_BEHAVIOUR) {
    const played = `this Evermark knows ${OLDEST_BEHAVIOUR} to ${BEHAVIOUR}`;
    throw new Fault(`${what} has behaviour ${version}; ${played}: start one that knows both once, to write a snapshot`);
  }
}
