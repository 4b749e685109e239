// All scenes by their names.

import { PRICES } from "./price-scenes.ts";
import type { Scenes } from "./scene.ts";
import { TRADES } from "./trade-scenes.ts";
import { VAULTS } from "./vault-scenes.ts";
import { VENUE } from "./venue-scenes.ts";

export const SCENES = { ...TRADES, ...PRICES, ...VENUE, ...VAULTS } satisfies Scenes;
export type SceneName = keyof typeof SCENES;
