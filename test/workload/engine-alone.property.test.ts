// The engine alone, over many more histories than the model could judge, and over every command that can be encoded: it
// carries a command out or refuses it as declared, its books stay right, and its state comes back unchanged from a
// snapshot. Together these histories reach every corner.

import { expect, test } from "bun:test";
import { type Answer, type Command, DECLARATIONS, decodeCommand, Engine, encodeCommand } from "@evermark/engine";
import { lastingState } from "@evermark/engine/testing/lasting-state.ts";
import { patient, settingsFor } from "@evermark/engine/testing/property-runs.ts";
import { START } from "@evermark/engine/testing/setup.ts";
import { SmallExchange } from "@evermark/engine/testing/small-exchange.ts";
import fc from "fast-check";
import { anyWorkloadCommand } from "./anything.ts";
import { unreached } from "./corners.ts";
import { Counters } from "./counters.ts";
import { Dice } from "./dice.ts";
import type { CommandType } from "./drawn-command.ts";
import { FOCUSES } from "./focuses.ts";
import { anyHistory, anySeed, playAlone } from "./workload-play.ts";

const STEPS = 60;
const RUNS: Readonly<Record<keyof typeof FOCUSES, number>> = {
  ...{
    orders: 250,
    isolated: 20,
    cover: 20,
    crumbs: 40,
    failures: 160,
    belief: 120,
    money: 200,
    vaults: 80,
    everything: 300,
  },
};

const seen = new Counters();

test.each(Object.keys(FOCUSES) as (keyof typeof FOCUSES)[])(
  "over histories of %s the engine keeps its promises",
  (name) => {
    fc.assert(
      fc.property(anyHistory(STEPS), (history) => playAlone(FOCUSES[name], history, seen)),
      settingsFor(RUNS[name]),
    );
  },
  patient,
);

/** Commands that are checks of the journal itself: a wrong one ends the engine. */
const OF_THE_JOURNAL: ReadonlySet<string> = new Set(["set_behaviour", "confirm_digest"]);
const types = (Object.keys(DECLARATIONS) as CommandType[]).filter((type) => !OF_THE_JOURNAL.has(type));

/** A deposit credited without a reference: no interface sends one, and the audit treats "" as none. */
function hasNoReference(command: Command): boolean {
  return "reference" in command && command.reference === "";
}

test(
  "no command that can be encoded stops the engine, and every refusal is declared",
  () => {
    fc.assert(
      fc.property(fc.array(anySeed, { minLength: 40, maxLength: 120 }), (seeds) => {
        const exchange = new SmallExchange();
        let now: number = START;
        for (const seed of seeds) {
          const dice = new Dice(seed);
          now += 1_000;
          const drawn = anyWorkloadCommand(dice, dice.pick(types), now - (now % 1_000));
          if (hasNoReference(drawn)) continue;
          const command = decodeCommand(encodeCommand(drawn));
          const answer = exchange.apply(command);
          seen.answered(command, answer);
          const { rejection, replayed } = answer;
          // Where a signed request is repeated, its first answer may belong to a different command here; real
          // signatures would differ.
          if (rejection !== null && !replayed && !DECLARATIONS[command.type].refusals.includes(rejection.name)) {
            throw new Error(`${command.type} does not declare ${rejection.name}`);
          }
          exchange.engine.audit();
        }
        expect(Engine.restore(exchange.engine.snapshot()).stateHash()).toBe(exchange.engine.stateHash());
      }),
      settingsFor(60),
    );
  },
  patient,
);

/** What is kept after a refusal: a rejected order, the answer to a signed request, a used nonce. */
function isRemembered(command: Command, { orderId, algoOrderId }: Answer): boolean {
  if (command.type === "request_vault_operation") return true;
  return orderId > 0 || algoOrderId > 0 || ("request" in command && command.request !== null);
}

test(
  "a refused command leaves the state unchanged, except for what is remembered of it",
  () => {
    const refused = new Set<string>();
    fc.assert(
      fc.property(fc.array(anySeed, { minLength: 40, maxLength: 120 }), (seeds) => {
        const exchange = new SmallExchange();
        for (const [i, seed] of seeds.entries()) {
          const dice = new Dice(seed);
          const command = anyWorkloadCommand(dice, dice.pick(types), START + (i + 1) * 1_000);
          if (hasNoReference(command)) continue;
          const before = lastingState(exchange.state);
          const answer = exchange.apply(command);
          if (answer.rejection === null || isRemembered(command, answer)) continue;
          refused.add(command.type);
          if (!lastingState(exchange.state).equals(before))
            throw new Error(`${command.type} is refused, but changes the state`);
        }
      }),
      settingsFor(60),
    );
    expect(refused.size).toBeGreaterThan(60);
  },
  patient,
);

/** Commands with the field `account`, which names the account that sends the command or that it concerns. */
const ofAccount = types.filter((type) => "account" in DECLARATIONS[type].fields);

test.each(ofAccount)("%s is refused for a number that is no client's account", (type) => {
  const exchange = new SmallExchange();
  const { accountCount } = exchange.engine;
  const system = Array.from({ length: accountCount }, (_, n) => n).filter((n) => !exchange.state.accounts.isUser(n));
  // -1 allows transfers for all users of a builder, and names no account.
  const none = type === "allow_transfers" ? [] : [-1];
  const unknown = fc.constantFrom(...none, ...system, accountCount, accountCount + 1_000);
  fc.assert(
    fc.property(anySeed, unknown, (seed, account) => {
      const drawn = anyWorkloadCommand(new Dice(seed), type, START);
      if (hasNoReference(drawn)) return;
      const answer = exchange.apply({ ...drawn, account } as Command);
      seen.answered(drawn, answer);
      const { rejection } = answer;
      // Only a malformed field may be refused before the account.
      if (rejection?.name !== "invalid_parameter") {
        expect(rejection?.message).toMatch(/^(account|order|algo order) does not exist/);
      }
    }),
    settingsFor(100),
  );
  exchange.engine.audit();
});

test("together they carry out every command, refuse it in every declared way, and reach every corner", () => {
  expect(unreached(seen)).toEqual([]);
});
