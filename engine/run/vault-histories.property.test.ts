// The engine against the naive exchange about strategy vaults: requests, periods, prices, fees, gates, payments. A failure
// prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { bothPlay, patient, settingsFor } from "../testing/both-play.ts";
import { compareVaults } from "../testing/vault-comparison.ts";
import { anyVaultWishes, VaultScript, vaultOpening } from "../testing/vault-worlds.ts";

test(
  "the engine values, mints, redeems and pays as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyVaultWishes(40), fc.nat({ max: 40 }), (wishes, restoredBefore) => {
        bothPlay({
          opening: vaultOpening(),
          wishes,
          script: (naive) => new VaultScript(naive),
          restoredBefore,
          compare: compareVaults,
        });
      }),
      settingsFor(8),
    );
  },
  patient,
);
