// The engine's behaviour number: raised whenever the same command in the same state could give other events or another
// state. A venue's journal records the behaviour that its commands were given under: the first command names it, and a newer
// program that continues the journal adds a command that names the newer one. Earlier commands are replayed under their own
// behaviour, however much newer the program: a rule that changes keeps its old form, chosen by `state.behaviour`, for as
// long as OLDEST_BEHAVIOUR is below the change.

import { Fault, WrittenByNewer } from "./fault.ts";
import type { Behaviour } from "./units.ts";

/**
 * The behaviour of this engine for new commands. 2 adds further commands, and the insurance fund neither takes nor gives at a
 * mark that is worse for it than the index (risk/fund/fund-price.ts). 3 lets no money leave, and nothing be traded, on a
 * price that no account can act on (permissions/standstill.ts). 4 takes over a part of an account at the index prices
 * (risk/liquidation/take-over.ts), tries a fill-or-kill order exactly (book/matching/fill-or-kill.ts), cancels a POST_ONLY
 * order before any quote of the same owner (book/matching/matching.ts), and checks a listing against everything that is
 * declared of its parameters (language/market-parameters.ts). 5 lets an algo order keep its fee tag
 * (money/fees/order-tags.ts), and refuses an algo order during maintenance before it looks at the account
 * (book/algo-entry/algo-limits.ts). 6 lets payments made by a tick end the venue's halt in that same tick
 * (risk/liquidation/liquidation-checks.ts).
 */
export const BEHAVIOUR = 6;
/** The oldest behaviour that this engine can still replay. */
export const OLDEST_BEHAVIOUR = 1;
/** The behaviour of a journal that was begun before journals named theirs. */
export const UNNAMED_BEHAVIOUR = 1;

/** @throws {Fault} when this engine cannot replay `version`, saying which program is needed instead */
export function assertPlayable(version: Behaviour, what: string): void {
  if (version > BEHAVIOUR) throw new WrittenByNewer(what, `behaviour ${version}`, BEHAVIOUR);
  if (version < OLDEST_BEHAVIOUR) {
    const played = `this Evermark knows ${OLDEST_BEHAVIOUR} to ${BEHAVIOUR}`;
    throw new Fault(`${what} has behaviour ${version}; ${played}: start one that knows both once, to write a snapshot`);
  }
}
