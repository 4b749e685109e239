// The engine against the naive exchange about money beside trading: fees, tags, referral, deposits, withdrawals,
// transfers, sub-accounts. A failure prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { bothPlay, patient, settingsFor } from "../testing/both-play.ts";
import { compareFunds, compareFundsEvents } from "../testing/funds-comparison.ts";
import { FundsScript } from "../testing/funds-script.ts";
import { anyFundsWishes, fundsOpening } from "../testing/funds-worlds.ts";
import { Balances } from "../testing/trouble-comparison.ts";

test(
  "the engine charges, shares, pays out, transfers and settles as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyFundsWishes(60), fc.nat({ max: 60 }), (wishes, restoredBefore) => {
        const balances = new Balances();
        bothPlay({
          opening: fundsOpening(),
          wishes,
          script: (naive) => new FundsScript(naive),
          restoredBefore,
          compare: ({ engine, heard, naive, answer }) => {
            compareFunds({ engine, naive });
            compareFundsEvents(heard, naive, answer);
            balances.follow(heard);
          },
        });
      }),
      settingsFor(15),
    );
  },
  patient,
);
