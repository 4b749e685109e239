// The engine against the naive exchange about what index can be believed: silence, nonsense, jumps, starts of the venue.
// A failure prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { anyBeliefWishes, anyBeliefWorld, BeliefScript, beliefOpening } from "../testing/belief-worlds.ts";
import { bothPlay, patient, settingsFor } from "../testing/both-play.ts";
import { compareFailureEvents, compareFailures } from "../testing/trouble-comparison.ts";

test(
  "the engine believes, halts, holds liquidations and goes on as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyBeliefWorld, anyBeliefWishes(50), fc.nat({ max: 50 }), (world, wishes, restoredBefore) => {
        bothPlay({
          opening: beliefOpening(world),
          wishes,
          script: (naive) => new BeliefScript(naive, true),
          restoredBefore,
          compare: ({ engine, heard, naive, answer }) => {
            compareFailures({ engine, naive });
            compareFailureEvents(heard, naive, answer);
          },
        });
      }),
      settingsFor(12),
    );
  },
  patient,
);
