// Which behaviour the engine has: one number, raised whenever the same command in the same state could give other events
// or another state. A venue's journal says under which one its commands were given: the first command names it, and a newer
// program that goes on with the journal adds a command that names the newer one. Commands before that are repeated under
// the behaviour that they were given under, by whatever year's program: a rule that changes keeps its old form, chosen by
// `state.behaviour`, for as long as OLDEST_BEHAVIOUR is below the change.

import { Fault, WrittenByNewer } from "./fault.ts";
import type { Behaviour } from "./units.ts";

/**
 * What this engine does with new commands. 2 knows further commands; and the insurance fund neither takes nor gives at a
 * mark that is worse for it than the index (risk/fund/fund-price.ts). 3 lets nothing leave, and nothing be traded, on a
 * price that no account can act on (standing/standstill.ts). 4 takes over a part of an account at the indices
 * (risk/liquidation/take-over.ts), tries a fill-or-kill order exactly (book/matching/fill-or-kill.ts), ends a POST_ONLY
 * order before any quote of its owner's (book/matching/matching.ts), and holds a listing to all that is declared of its
 * parameters (language/market-parameters.ts). 5 lets an algo order keep its fee tag (money/fees/order-tags.ts), and refuses one
 * for a window of maintenance before it looks at the account (book/algo-entry/algo-limits.ts). 6 lets what a tick pays end the
 * venue's halt with that tick (risk/liquidation/liquidation-checks.ts).
 */
export const BEHAVIOUR = 6;
/** The oldest behaviour that this engine can still play. */
export const OLDEST_BEHAVIOUR = 1;
/** What a journal has that was begun before journals named their behaviour. */
export const UNNAMED_BEHAVIOUR = 1;

/** @throws {Fault} saying what is needed instead of this engine */
export function assertPlayable(version: Behaviour, what: string): void {
  if (version > BEHAVIOUR) throw new WrittenByNewer(what, `behaviour ${version}`, BEHAVIOUR);
  if (version < OLDEST_BEHAVIOUR) {
    const played = `this Evermark knows ${OLDEST_BEHAVIOUR} to ${BEHAVIOUR}`;
    throw new Fault(`${what} has behaviour ${version}; ${played}: start one that knows both once, to write a snapshot`);
  }
}
