// A scene: a command or a few of them with a purpose, drawn from what exists at the moment.

import type { Draft } from "../drawn-command.ts";
import type { Situation } from "../situation.ts";

export type Scene = (situation: Situation) => readonly Draft[];
export type Scenes = Readonly<Record<string, Scene>>;
