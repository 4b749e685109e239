// All scenes by their names.

import { PRICES } from "./prices.ts";
import type { Scenes } from "./scene.ts";
import { TRADES } from "./trades.ts";
import { VAULTS } from "./vaults.ts";
import { VENUE } from "./venue.ts";

export const SCENES = { ...TRADES, ...PRICES, ...VENUE, ...VAULTS } satisfies Scenes;
export type SceneName = keyof typeof SCENES;
