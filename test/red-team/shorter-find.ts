// Shortens a find: moves are left out, large parts first, then each move is made simpler, as long as the ring still
// gains. The effort is limited by a number of worlds, not by time, so that the result is the same on every machine.

import type { Move } from "./moves.ts";
import { type NewEngine, type Plan, type Played, play } from "./plan-play.ts";
import { FIND, type Find, isFind, isSkill } from "./search.ts";

const WORLDS = 1_500;

export function shrink(find: Find, newEngine: NewEngine, budget = WORLDS): Find {
  let { plan, played } = find;
  let left = budget;
  /** The same result: the same fault, or at least half of the gain. */
  const { fault, score } = find.played;
  const isSame = (candidate: Played) =>
    isFind(candidate) &&
    candidate.fault === fault &&
    (score.harm !== "") === (candidate.score.harm !== "") &&
    (score.gain <= FIND || candidate.score.gain >= score.gain / 2);
  const accept = (next: Plan): boolean => {
    left--;
    const again = play(next, newEngine);
    if (!isSame(again) || !isSkill(next, again, newEngine)) return false;
    [plan, played] = [next, again];
    return true;
  };
  for (let before = -1; before !== plan.moves.length && left > 0; ) {
    before = plan.moves.length;
    for (let size = Math.ceil(before / 2); size >= 1; size = size === 1 ? 0 : Math.floor(size / 2)) {
      for (let at = plan.moves.length - size; at > -size && left > 0; at -= size)
        accept({ ...plan, moves: plan.moves.toSpliced(Math.max(0, at), at < 0 ? size + at : size) });
    }
    for (let at = 0; at < plan.moves.length; at++) {
      for (const move of plainer(plan.moves[at]!)) {
        if (left > 0) accept({ ...plan, moves: plan.moves.with(at, move) });
      }
    }
  }
  if (left > 0 && plan.setting.referral) accept({ ...plan, setting: { ...plan.setting, referral: false } });
  return { plan, played };
}

function* plainer(move: Move): Generator<Move> {
  if ("hidden" in move && move.hidden) yield { ...move, hidden: false };
  if ("byAmount" in move && move.byAmount) yield { ...move, byAmount: false };
  if ("tagged" in move && move.tagged) yield { ...move, tagged: false };
  if ("off" in move && move.off !== 0) yield { ...move, off: 0 };
  if ("mode" in move && move.mode === "ISOLATED") yield { ...move, mode: "CROSS" };
  if ("share" in move && move.share !== 1_000) yield { ...move, share: 1_000 };
  if ("size" in move && "unit" in move && move.unit !== "usdc" && move.size !== 1_000) yield { ...move, size: 1_000 };
  if (move.do === "wait" && move.seconds > 1) yield { ...move, seconds: 1 };
}
