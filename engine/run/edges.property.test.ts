// The engine against the naive exchange where a history turns: one micro more of a deposit, one step of a price, and
// something else happens. On both sides of it the two do the same.

import { expect, test } from "bun:test";
import { NaiveExchange } from "@evermark/model/exchange.ts";
import fc from "fast-check";
import type { Command } from "../language/commands/commands.ts";
import { bothPlay, patient, settingsFor } from "../testing/both-play.ts";
import { edgeOf } from "../testing/edges.ts";
import { Script } from "../testing/script.ts";
import { Balances, compareFailureEvents, compareFailures } from "../testing/trouble-comparison.ts";
import { LiquidationScript } from "../testing/trouble-script.ts";
import { anyLiquidationWishes, anyLiquidationWorld, openingOf } from "../testing/trouble-worlds.ts";
import { anyCommands, anyCoverWorld, anyPoorWorld, anyWorld, openingCommands } from "../testing/worlds.ts";

/** Plays both sides of an edge. @returns how many of them there were */
function bothSides(commands: readonly Command[], which: number, liquidating: boolean): number {
  const edge = edgeOf(commands, which);
  for (const opening of edge === null ? [] : [edge.below, edge.above]) {
    const balances = new Balances();
    bothPlay({
      opening,
      wishes: [],
      script: (naive) => new LiquidationScript(naive, true),
      restoredBefore: -1,
      compare: ({ engine, heard, naive, answer }) => {
        if (!liquidating) return;
        compareFailures({ engine, naive });
        compareFailureEvents(heard, naive, answer);
        balances.follow(heard);
      },
    });
  }
  return edge === null ? 0 : 1;
}

for (const [what, worlds, areas] of [
  ["orders", anyWorld, undefined],
  ["orders on thin balances", anyPoorWorld, ["isolated", "short"]],
  ["orders that may lose their cover", anyCoverWorld, ["cover", "isolated"]],
] as const) {
  test(
    `a history of ${what} turns at the same number for both`,
    () => {
      let edges = 0;
      fc.assert(
        fc.property(worlds, anyCommands(30, areas), fc.nat(), (world, wishes, which) => {
          const naive = new NaiveExchange();
          const opening = openingCommands(world);
          for (const command of opening) naive.apply(command);
          const script = new Script(world, naive);
          for (const wish of wishes) naive.apply(script.next(wish));
          edges += bothSides([...opening, ...script.commands], which, false);
        }),
        settingsFor(15),
      );
      expect(edges).toBeGreaterThan(3);
    },
    patient,
  );
}

test(
  "a history of liquidations turns at the same number for both",
  () => {
    let edges = 0;
    fc.assert(
      fc.property(anyLiquidationWorld, anyLiquidationWishes(25), fc.nat(), (world, wishes, which) => {
        const naive = new NaiveExchange();
        const opening = openingOf(world);
        for (const command of opening) naive.apply(command);
        const script = new LiquidationScript(naive, true);
        const commands = [...opening];
        for (const wish of wishes) {
          for (const command of script.next(wish)) {
            commands.push(command);
            naive.apply(command);
          }
        }
        edges += bothSides(commands, which, true);
      }),
      settingsFor(15),
    );
    expect(edges).toBeGreaterThan(3);
  },
  patient,
);
