// Makes new plans from old ones: a move inserted, left out, partly redrawn, doubled; two plans spliced; a part of a
// plan repeated; everything concentrated on few players, or on whole amounts; another world for the same plan.

import type { Dice } from "../workload/dice.ts";
import type { Kit } from "./kit.ts";
import { settingOf } from "./kits.ts";
import { Draw } from "./move-draw.ts";
import type { Move } from "./moves.ts";
import type { Plan } from "./plan-play.ts";
import { playersOf, type Setting } from "./world-settings.ts";

const LENGTH_MAX = 40;

export function freshPlan(dice: Dice, kit: Kit): Plan {
  const setting = settingOf(kit, dice);
  const draw = new Draw(dice, kit, setting);
  const moves = Array.from({ length: dice.between(3, kit.length) }, () => draw.move());
  return { setting, moves: [...(kit.opening ?? []), ...moves] };
}

export function mutate(dice: Dice, kit: Kit, plan: Plan, mate: Plan): Plan {
  let changed = plan;
  for (let left = dice.pick([1, 1, 2, 3]); left > 0; left--) changed = mutateOnce(dice, kit, changed, mate);
  return { setting: changed.setting, moves: changed.moves.slice(0, LENGTH_MAX) };
}

function mutateOnce(dice: Dice, kit: Kit, { setting, moves }: Plan, mate: Plan): Plan {
  const draw = new Draw(dice, kit, setting);
  const at = dice.below(moves.length + 1);
  const place = dice.below(Math.max(1, moves.length));
  switch (
    dice.weighted({
      insert: 6,
      delete: 4,
      change: 9,
      nudge: 5,
      swap: 2,
      splice: 2,
      repeat: 2,
      whole: 1,
      person: 1,
      world: 2,
    })
  ) {
    case "insert":
      return { setting, moves: moves.toSpliced(at, 0, draw.move()) };
    case "delete":
      return { setting, moves: moves.length > 1 ? moves.toSpliced(place, 1) : moves };
    case "change":
      return replaced(setting, moves, place, (move) => redrawn(dice, move, draw));
    case "nudge":
      return replaced(setting, moves, place, (move) => nudged(dice, move));
    case "swap":
      return swapped(setting, moves, place, dice.below(Math.max(1, moves.length)));
    case "splice": {
      const from = dice.below(mate.moves.length + 1);
      return {
        setting: mate.setting,
        moves: [...moves.slice(0, at), ...mate.moves.slice(from)].map((move) => fitted(move, mate.setting)),
      };
    }
    case "repeat": {
      const part = moves.slice(place, place + dice.between(1, 5));
      return { setting, moves: [...moves.slice(0, at), ...part, ...moves.slice(at)] };
    }
    case "whole":
      return { setting, moves: moves.map((move) => ("share" in move ? { ...move, share: 1_000 } : move)) };
    case "person": {
      const [from, to] = [dice.below(4), dice.below(4)];
      return {
        setting,
        moves: moves.map((move) =>
          "by" in move && move.by === from && !("with" in move && move.with === to) ? { ...move, by: to } : move,
        ),
      };
    }
    case "world": {
      const newSetting = settingOf(kit, dice);
      const keys = Object.keys(newSetting) as (keyof Setting)[];
      const key = dice.pick(
        keys.filter(
          (each) => each !== "vault" && each !== "feed" && each !== "speed" && each !== "honest" && each !== "oneSided",
        ),
      );
      const next = { ...setting, [key]: newSetting[key] };
      const money = next.money.length === setting.money.length ? next.money : setting.money;
      const leverage = next.leverage.length === setting.leverage.length ? next.leverage : setting.leverage;
      // As in a drawn setting: rebates for other people's orders are the venue's to give, not a gain of the ring.
      const maker = setting.honest ? Math.max(0, next.maker) : next.maker;
      const fixed = { ...next, money, leverage, maker };
      return { setting: fixed, moves: moves.map((move) => fitted(move, fixed)) };
    }
  }
}

function replaced(setting: Setting, moves: readonly Move[], at: number, change: (move: Move) => Move): Plan {
  const move = moves[at];
  return { setting, moves: move === undefined ? moves : moves.toSpliced(at, 1, change(move)) };
}

/** Redraws one field of a move. */
function redrawn(dice: Dice, move: Move, draw: Draw): Move {
  const fresh = draw.named(move.do) as Move & Record<string, unknown>;
  if (move.do === "honest") return fresh;
  const key = dice.pick(Object.keys(fresh).filter((each) => each !== "do"));
  const next = { ...move, ...(key === undefined ? {} : { [key]: fresh[key] }) } as Move & Record<string, unknown>;
  // A size belongs to its unit, and a side to a player of a one-sided world.
  if (key === "unit" || key === "size") return { ...next, unit: fresh.unit, size: fresh.size } as Move;
  if (key === "by" || key === "side") return { ...next, by: fresh.by, side: fresh.side } as Move;
  return "with" in next && "by" in next && next.with === next.by ? move : next;
}

/** Changes one of its numbers slightly. */
function nudged(dice: Dice, move: Move): Move {
  const fields = move as unknown as Readonly<Record<string, unknown>>;
  const names = [
    "off",
    "size",
    "share",
    "trigger",
    "bid",
    "ask",
    "usdc",
    "seconds",
    "minutes",
    "periods",
    "ppm",
    "steps",
    "percent",
    "extra",
  ];
  const known = names.filter((name) => typeof fields[name] === "number");
  if (known.length === 0) return move;
  const name = dice.pick(known);
  const old = fields[name] as number;
  const factor = dice.pick([0.5, 0.9, 0.99, 1.01, 1.1, 2, -1]);
  const mirrored = name === "ppm" || (factor === -1 && SIGNED.includes(name));
  const next = mirrored ? -old : Math.round(old * Math.abs(factor));
  return { ...move, [name]: bounded(name, next) } as Move;
}

const SIGNED = ["off", "bid", "ask", "trigger", "percent"];
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  off: [-390_000, 390_000],
  trigger: [-390_000, 390_000],
  bid: [-390_000, 30_000],
  ask: [-30_000, 390_000],
  share: [1, 1_000],
  extra: [0, 1_000],
  seconds: [1, 60],
  minutes: [0, 31],
  steps: [1, 60],
  periods: [1, 6],
  percent: [-60, 60],
};

function bounded(name: string, value: number): number {
  const [least, most] = BOUNDS[name] ?? [-2_000, 5_000_000];
  return Math.min(most, Math.max(least, value)) + 0;
}

function swapped(setting: Setting, moves: readonly Move[], firstPlace: number, secondPlace: number): Plan {
  const [first, second] = [moves[firstPlace], moves[secondPlace]];
  if (first === undefined || second === undefined) return { setting, moves };
  return { setting, moves: moves.with(firstPlace, second).with(secondPlace, first) };
}

/** Adapts a move from another world, whose market or players may not exist here. */
function fitted(move: Move, setting: Setting): Move {
  const players = playersOf(setting);
  const fields: Record<string, unknown> = { ...move };
  for (const key of ["by", "with", "to"]) {
    const player = fields[key];
    if (typeof player === "number" && player >= players) fields[key] = player - players;
  }
  if (typeof fields.market === "number" && fields.market >= setting.markets.length) fields.market = 0;
  return fields as Move;
}
