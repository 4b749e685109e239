// What a workload concentrates on: how its world begins, and how often each command and scene is drawn. Commands that a
// focus does not name are drawn too, rarely, so that a new command is in every workload.

import type { Command } from "@evermark/engine";
import type { Dice } from "./dice.ts";
import type { CommandType } from "./drawn-command.ts";
import type { PlannedMarket } from "./planned-markets.ts";
import type { SceneName } from "./scenes/scenes.ts";

export type Weights = Readonly<Partial<Record<CommandType | SceneName | "again", number>>>;

export interface World {
  /** The markets that may be listed; the opening lists the first of them. */
  readonly planned: readonly PlannedMarket[];
  readonly opening: readonly Command[];
}

export interface Focus {
  readonly name: string;
  readonly weights: Weights;
  /** The total weight of all commands that are not named. */
  readonly others: number;
  open(dice: Dice): World;
}
