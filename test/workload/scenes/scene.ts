// What a trader does with an aim, by what is there at that moment: a command or a few of them.

import type { Draft } from "../drawn-command.ts";
import type { Situation } from "../situation.ts";

export type Scene = (situation: Situation) => readonly Draft[];
export type Scenes = Readonly<Record<string, Scene>>;
