// The same moves on other price paths: every move of the index reversed, and every move reversed at random. They are as
// fast as before, so what the ring gains on average over all paths is skill, and what it gains on one alone is luck.

import { Dice } from "../workload/dice.ts";
import type { Move } from "./moves.ts";
import type { Plan } from "./plan-play.ts";

const DRAWN = 4;

/** None if the index never moves. */
export function otherPaths({ setting, moves }: Plan): Plan[] {
  const moving = moves.filter(isMoving).length;
  if (moving === 0) return [];
  const mirrored = (isTurned: () => boolean) => ({
    setting,
    moves: moves.map((move) => (isMoving(move) && isTurned() ? turn(move) : move)),
  });
  const paths = [mirrored(() => true)];
  if (moving === 1) return paths;
  const dice = new Dice(moves.length);
  for (let left = DRAWN; left > 0; left--) paths.push(mirrored(() => dice.chance(500)));
  return paths;
}

function isMoving(move: Move): boolean {
  return move.do === "drift" || move.do === "step" || move.do === "jump" || move.do === "session";
}

function turn(move: Move): Move {
  if ("ppm" in move) return { ...move, ppm: -move.ppm };
  return "percent" in move ? { ...move, percent: -move.percent } : move;
}
