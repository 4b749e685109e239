// What a workload is about: what a world begins with, and which commands and scenes there are how often. A command that a focus
// does not name is drawn all the same, rarely: one that is new is in every workload.

import type { Command } from "@evermark/engine";
import type { Dice } from "./dice.ts";
import type { CommandType } from "./drawn-command.ts";
import type { PlannedMarket } from "./markets.ts";
import type { SceneName } from "./scenes/scenes.ts";

export type Weights = Readonly<Partial<Record<CommandType | SceneName | "again", number>>>;

export interface World {
  /** Those that may be listed; the opening lists the first of them. */
  readonly planned: readonly PlannedMarket[];
  readonly opening: readonly Command[];
}

export interface Focus {
  readonly name: string;
  readonly weights: Weights;
  /** The weight of all commands together that it does not name. */
  readonly others: number;
  open(dice: Dice): World;
}
