// The behaviour of the machine under the venue: when batches are written and synced, and all faults of processes, power
// and disks.

import type { Dice } from "../workload/dice.ts";
import type { DiskOperation, Step } from "./simulation-steps.ts";

const OPERATIONS: readonly DiskOperation[] = ["write", "sync", "truncate", "rename", "syncDirectory", "open"];
const BILLION = 1_000_000_000;

export class Machine {
  constructor(
    private readonly dice: Dice,
    /** How many beats in a thousand bring a fault. */
    private readonly faults: number,
  ) {}

  /** A command is written and synced at once, or waits for others, or a crash comes first. */
  afterCommand(): Step[] {
    const { dice } = this;
    if (dice.chance(150)) return [];
    if (this.faults > 0 && dice.chance(2)) return [{ do: "crash", how: dice.pick(["kill", "power"] as const) }];
    if (dice.chance(100)) return [{ do: "write" }];
    if (this.faults > 0 && dice.chance(2)) return [{ do: "write" }, { do: "crash", how: "power" }];
    return [{ do: "write" }, { do: "sync" }];
  }

  betweenBeats(): Step[] {
    const { dice } = this;
    const steps: Step[] = [{ do: "write" }, { do: "sync" }];
    if (dice.chance(2)) steps.push({ do: "restart" });
    if (dice.chance(this.faults)) steps.push(...this.fault());
    return steps;
  }

  private fault(): Step[] {
    const { dice } = this;
    const what = dice.weighted({ crash: 4, "cut stop": 2, fail: 3, full: 1, flip: 6, cut: 3 });
    if (what === "crash") return [{ do: "crash", how: dice.pick(["kill", "power"] as const) }];
    if (what === "cut stop") return [{ do: "cut stop", syncs: dice.below(6) }];
    if (what === "fail")
      return [{ do: "fail", operation: dice.pick(OPERATIONS), code: dice.pick(["EIO", "ENOSPC"] as const) }];
    if (what === "flip") return [{ do: "flip", at: dice.below(BILLION), bit: dice.below(8) }];
    if (what === "cut") return [{ do: "cut", at: dice.below(BILLION) }];
    const rest: Step[] = [{ do: "write" }, { do: "sync" }, { do: "room" }, { do: "write" }, { do: "sync" }];
    return [{ do: "full", spare: dice.below(2_000) }, ...rest];
  }
}
