// All kits: each looks for one kind of attack with moves and worlds of its own, because a search that may do everything
// finds little of anything.

import type { Dice } from "../workload/dice.ts";
import { FUND_KITS } from "./fund-kits.ts";
import type { Kit } from "./kit.ts";
import { PAUSE_KITS } from "./pause-kits.ts";
import { PEOPLE_KITS } from "./people-kits.ts";
import { TRADING_KITS } from "./trading-kits.ts";
import { drawSetting, type Setting } from "./world-settings.ts";

const KITS: readonly Kit[] = [...TRADING_KITS, ...FUND_KITS, ...PAUSE_KITS, ...PEOPLE_KITS];

/** Every ring can paint. */
const EVERYWHERE = { paint: 2 } as const;

export const KIT_NAMES: readonly string[] = KITS.map(({ name }) => name);

export function findKit(name: string): Kit | undefined {
  const kit = KITS.find((each) => each.name === name);
  return kit === undefined ? undefined : { ...kit, moves: { ...EVERYWHERE, ...kit.moves } };
}

export function settingOf(kit: Kit, dice: Dice): Setting {
  return drawSetting(dice, kit.setting);
}
