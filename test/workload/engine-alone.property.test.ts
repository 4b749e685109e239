// The engine alone, over many more histories than the model could look at, and over whatever a command's declaration allows in
// bytes: it carries the command out or refuses it as declared, its books stay right, and its state comes back from a snapshot as
// it was. Together these histories get to every corner.

import { expect, test } from "bun:test";
import { type Answer, type Command, DECLARATIONS, decodeCommand, Engine, encodeCommand } from "@evermark/engine";
import { lastingState } from "@evermark/engine/testing/lasting-state.ts";
import { patient, settingsFor } from "@evermark/engine/testing/property-runs.ts";
import { START } from "@evermark/engine/testing/setup.ts";
import { SmallExchange } from "@evermark/engine/testing/small-exchange.ts";
import fc from "fast-check";
import { anything } from "./anything.ts";
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

/** A journal that says something wrong of itself is not gone on with. */
const OF_THE_JOURNAL: ReadonlySet<string> = new Set(["set_behaviour", "confirm_digest"]);
const types = (Object.keys(DECLARATIONS) as CommandType[]).filter((type) => !OF_THE_JOURNAL.has(type));

/** A deposit that is credited under no reference at all: no door gives one, and the audit takes "" for none. */
function hasNoReference(command: Command): boolean {
  return "reference" in command && command.reference === "";
}

test(
  "no command that can be written stops the engine, and none is refused otherwise than declared",
  () => {
    fc.assert(
      fc.property(fc.array(anySeed, { minLength: 40, maxLength: 120 }), (seeds) => {
        const exchange = new SmallExchange();
        let now: number = START;
        for (const seed of seeds) {
          const dice = new Dice(seed);
          now += 1_000;
          const drawn = anything(dice, dice.pick(types), now - (now % 1_000));
          if (hasNoReference(drawn)) continue;
          const command = decodeCommand(encodeCommand(drawn));
          const answer = exchange.apply(command);
          seen.answered(command, answer);
          const { rejection, replayed } = answer;
          // Where a signed request comes again, its first answer was another command's: signatures would not be the same.
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

/** What is remembered of a refusal: a rejected order, an answer to a signed request, a nonce that is used up. */
function isRemembered(command: Command, { orderId, algoOrderId }: Answer): boolean {
  if (command.type === "request_vault_operation") return true;
  return orderId > 0 || algoOrderId > 0 || ("request" in command && command.request !== null);
}

test(
  "a command that is refused leaves everything as it was, but for what is remembered of it",
  () => {
    const refused = new Set<string>();
    fc.assert(
      fc.property(fc.array(anySeed, { minLength: 40, maxLength: 120 }), (seeds) => {
        const exchange = new SmallExchange();
        for (const [i, seed] of seeds.entries()) {
          const dice = new Dice(seed);
          const command = anything(dice, dice.pick(types), START + (i + 1) * 1_000);
          if (hasNoReference(command)) continue;
          const before = lastingState(exchange.state);
          const answer = exchange.apply(command);
          if (answer.rejection === null || isRemembered(command, answer)) continue;
          refused.add(command.type);
          if (!lastingState(exchange.state).equals(before))
            throw new Error(`${command.type} is refused, and changes the state`);
        }
      }),
      settingsFor(60),
    );
    expect(refused.size).toBeGreaterThan(60);
  },
  patient,
);

/** The field that says whose command it is, where a client's account has to send it or is what it is about. */
const ofAccount = types.filter((type) => "account" in DECLARATIONS[type].fields);

test.each(ofAccount)("%s is refused for a number that is no client's account", (type) => {
  const exchange = new SmallExchange();
  const { accountCount } = exchange.engine;
  const system = Array.from({ length: accountCount }, (_, n) => n).filter((n) => !exchange.state.accounts.isUser(n));
  // -1 lets a builder's users transfer, and concerns no account.
  const none = type === "allow_transfers" ? [] : [-1];
  const unknown = fc.constantFrom(...none, ...system, accountCount, accountCount + 1_000);
  fc.assert(
    fc.property(anySeed, unknown, (seed, account) => {
      const drawn = anything(new Dice(seed), type, START);
      if (hasNoReference(drawn)) return;
      const answer = exchange.apply({ ...drawn, account } as Command);
      seen.answered(drawn, answer);
      const { rejection } = answer;
      // What is wrong with a field by itself may come first, and nothing else.
      if (rejection?.name !== "invalid_parameter") {
        expect(rejection?.message).toMatch(/^(account|order|algo order) does not exist/);
      }
    }),
    settingsFor(100),
  );
  exchange.engine.audit();
});

test("together they carry out every command, refuse it in every way that is declared, and get to every corner", () => {
  expect(unreached(seen)).toEqual([]);
});
