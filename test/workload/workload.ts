// Random but meaningful commands: each step of a workload is a number, the seed of what happens at its turn, drawn from
// what exists at the moment. So a list with some steps removed is still meaningful, and a single seed describes a whole
// world.

import { type Command, DECLARATIONS } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { draw, WHOLE } from "./command-draw.ts";
import { Dice } from "./dice.ts";
import type { CommandType, Draft } from "./drawn-command.ts";
import type { Focus, Weights } from "./focus.ts";
import { SCENES, type SceneName } from "./scenes/scenes.ts";
import { Situation } from "./situation.ts";

/** Commands that the core sends itself, and those that only journals of older versions contain. */
const OF_CORE: ReadonlySet<CommandType> = new Set(["set_hash_key", "set_behaviour", "confirm_digest"]);
/** The commands that are drawn. */
export const DRAWN = (Object.keys(DECLARATIONS) as CommandType[]).filter((type) => !OF_CORE.has(type));
/** How often something else is drawn when the first choice finds nothing to act on. */
const TRIES = 4;
const REMEMBERED = 25;
const NUMBERED: ReadonlySet<string> = new Set(["account", "market", "builder"]);
const SHARE = 1_000;

type Name = CommandType | SceneName | "again";

export class Workload {
  readonly opening: readonly Command[];
  /** In milliseconds. */
  now: number;
  readonly situation: Situation;
  private readonly weights: Readonly<Record<string, number>>;
  private readonly sent: Draft[] = [];

  /**
   * @param look the venue's current engine
   * @param hasStrangers whether accounts and markets that do not exist are named
   */
  constructor(focus: Focus, seed: number, look: () => EngineByOpening, hasStrangers = false) {
    const { planned, opening } = focus.open(new Dice(seed));
    this.opening = opening;
    this.now = opening.at(-1)!.at;
    this.situation = new Situation(look, planned, hasStrangers);
    this.weights = weightsOf(focus);
  }

  /** The commands of one step, which have to be applied one after the other. */
  step(seed: number): Command[] {
    const dice = new Dice(seed);
    this.situation.dice = dice;
    for (let tries = TRIES; tries > 0; tries--) {
      const name = dice.weighted(this.weights) as Name;
      // An order amended and another placed in the same millisecond would have the same priority time.
      this.now += name.startsWith("amend") ? dice.between(1, 30) : dice.pick([0, 0, 1, 1, 7, 400]);
      this.situation.now = this.now;
      const drafts = this.drafts(name);
      if (drafts.length > 0) return drafts.map((draft) => this.stamped(draft));
    }
    return [];
  }

  private drafts(name: Name): readonly Draft[] {
    if (name === "again") return this.again();
    return name in SCENES ? SCENES[name as SceneName](this.situation) : draw(this.situation, name as CommandType);
  }

  /** Repeats a command sent a while ago: unchanged, or with one of its numbers increased by one. */
  private again(): readonly Draft[] {
    const { dice } = this.situation;
    const named = this.sent.filter((each) => "clientOrderId" in each && each.clientOrderId !== "");
    const draft = this.situation.among(dice.chance(500) ? named : this.sent);
    if (draft === undefined || (WHOLE.has(draft.type) && !this.situation.hasStrangers) || dice.chance(700))
      return draft === undefined ? [] : [draft];
    // Account, market and builder stay, because they exist.
    const fields = Object.entries(DECLARATIONS[draft.type].fields).filter(([, { unit }]) => !NUMBERED.has(unit));
    const numbers = fields.map(([name]) => [name, (draft as unknown as Record<string, unknown>)[name]] as const);
    const changed = this.situation.among(numbers.filter(([, value]) => typeof value === "number"));
    return [changed === undefined ? draft : ({ ...draft, [changed[0]]: Number(changed[1]) + 1 } as Draft)];
  }

  private stamped(draft: Draft): Command {
    this.now = Math.max(this.now, draft.at ?? 0);
    const { at: _, ...again } = draft;
    if (draft.at === undefined) this.sent.push(again as Draft);
    if (this.sent.length > REMEMBERED) this.sent.shift();
    return { ...draft, at: this.now } as unknown as Command;
  }
}

function weightsOf({
  weights,
  others,
}: {
  readonly weights: Weights;
  readonly others: number;
}): Record<string, number> {
  const rest = DRAWN.filter((type) => !(type in weights) && type !== "tick" && type !== "start_session");
  const named = Object.entries(weights).map(([name, weight]) => [name, weight * SHARE] as const);
  return Object.fromEntries([
    ...named,
    ...rest.map((type) => [type, Math.ceil((others * SHARE) / rest.length)] as const),
  ]);
}
