// The engine against the naive exchange where accounts fail: offers, claims, take-overs, the insurance fund,
// auto-deleveraging, funding. A failure prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { bothPlay, patient, settingsFor } from "../testing/both-play.ts";
import { Balances, compareFailureEvents, compareFailures } from "../testing/trouble-comparison.ts";
import { LiquidationScript } from "../testing/trouble-script.ts";
import { anyLiquidationWishes, anyLiquidationWorld, openingOf } from "../testing/trouble-worlds.ts";

test(
  "the engine liquidates, offers, assigns, takes over, deleverages and pays funding as the naive exchange does",
  () => {
    fc.assert(
      fc.property(
        anyLiquidationWorld,
        anyLiquidationWishes(60),
        fc.nat({ max: 60 }),
        (world, wishes, restoredBefore) => {
          const balances = new Balances();
          bothPlay({
            opening: openingOf(world),
            wishes,
            script: (naive) => new LiquidationScript(naive, true),
            restoredBefore,
            compare: ({ engine, heard, naive, answer }) => {
              compareFailures({ engine, naive });
              compareFailureEvents(heard, naive, answer);
              balances.follow(heard);
            },
          });
        },
      ),
      settingsFor(15),
    );
  },
  patient,
);
