// Histories, shortened as far as possible, in which engine and model once differed.

import { test } from "bun:test";
import { FOCUSES } from "./focuses.ts";
import { playBoth } from "./workload-play.ts";

const NEVER_RESTORED = Number.POSITIVE_INFINITY;

test.each([
  [
    "offers of one account that are due on the same tick go in the order of their groups, not of their age",
    { focus: "belief", seed: 1_153_392_119, steps: [2_147_483_644, 1_047_546_396, 1_488_633_528, 42_300_065] },
  ],
  [
    "a second jump has to earn its own half minute of agreement",
    {
      focus: "belief",
      seed: 1_823_750_934,
      steps: [1_143_119_012, 64_021_648, 2_072_823_206, 582_915_523, 1_736_410_221],
    },
  ],
  [
    "after maintenance, an algo order of an account in liquidation is refused for the maintenance",
    {
      focus: "failures",
      seed: 391_717_213,
      steps: [13, 1_219_299_156, 1_108_987_682, 1_365_329_582, 17, 1_037_687_102],
    },
  ],
  [
    "a leg that was taken out before its entry was filled is not activated with the other",
    { focus: "orders", seed: 351_598_998, steps: [17, 1_643_706_832, 1_636_760_551, 0] },
  ],
  [
    "a stop fires although its fee tag was archived",
    { focus: "everything", seed: 28_421_800, steps: [118_554_431, 1_298_691_987, 485_833_656, 588_494_575] },
  ],
] as const)("%s", (_name, { focus, seed, steps }) =>
  playBoth(FOCUSES[focus], { seed, steps, restored: NEVER_RESTORED }),
);
