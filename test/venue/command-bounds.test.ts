// What is declared of commands, held against what the engine does with them: in recorded worlds each command that was taken is
// given again with one field at the edge of its bounds, or beyond it. Beyond is refused, and at the edge it is not, unless something
// else decides; and each refusal of a command, at the edge or on the way, is declared.

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Command, DECLARATIONS, decodeCommand, Engine, type Rejection, silent } from "@evermark/engine";
import { atEdges } from "@evermark/engine/testing/field-edges.ts";
import { readPacked } from "../fixtures/packed.ts";
import { commandsOf, type RecordedWorld } from "../fixtures/recorded-world.ts";

const FIXTURES = join(import.meta.dir, "../fixtures");
/** Of each field, in how many commands it is tried. */
const TRIES = 2;

/** Fields at whose edges a command is refused for something else: another field of it, the money that is there, the form of a text. */
const ELSE_DECIDED: readonly string[] = [
  "add_sub_account number",
  "announce url",
  "credit_deposit amount",
  "move_position_margin amount",
  "place_algo_order callbackRate",
  "place_algo_order tag",
  "place_order amount",
  "place_order level",
  "place_order price",
  "place_order quantity",
  "place_order slippage",
  "request_vault_operation amount",
  "request_withdrawal amount",
  "top_up_insurance amount",
  "transfer_funds receivers[].amount",
];

const newest = readdirSync(FIXTURES)
  .filter((name) => name.startsWith("behaviour-"))
  .sort()
  .at(-1)!;
const worlds = readdirSync(join(FIXTURES, newest)).filter((name) => name.startsWith("world-"));

function mustBeDeclared({ type }: Command, rejection: Rejection | null): void {
  if (rejection !== null)
    expect([type, DECLARATIONS[type].refusals]).toEqual([type, expect.arrayContaining([rejection.name])]);
}

test("what lies beyond a field's bounds is refused, and whatever is refused is refused as declared", () => {
  const tries = new Map<string, number>();
  const accepted: string[] = [];
  const refused = new Set<string>();
  for (const name of worlds) {
    const engine = Engine.atBeginning();
    const carriedOut = new Set<string>();
    for (const payload of commandsOf(readPacked<RecordedWorld>(join(FIXTURES, newest, name)))) {
      const command = decodeCommand(payload);
      const trials = atEdges(DECLARATIONS[command.type].fields, command).filter(
        ({ field }) => (tries.get(`${command.type} ${field}`) ?? 0) < TRIES,
      );
      const before = trials.length === 0 ? undefined : engine.snapshot();
      const { rejection } = engine.apply(command, silent);
      mustBeDeclared(command, rejection);
      if (rejection !== null) continue;
      // A request that was carried out before is answered as it was then: what else it says is not looked at.
      const digest = "request" in command ? command.request?.digest : undefined;
      const isRepeated = digest !== undefined && carriedOut.has(digest);
      if (digest !== undefined) carriedOut.add(digest);
      if (isRepeated || before === undefined) continue;
      for (const { field, record, within } of trials) {
        const tried = Engine.restore(before).apply(record as Command, silent).rejection;
        mustBeDeclared(command, tried);
        if (within && tried !== null) refused.add(`${command.type} ${field}`);
        if (!within && tried === null) accepted.push(`${command.type} ${JSON.stringify(record)}`);
      }
      for (const field of new Set(trials.map(({ field }) => `${command.type} ${field}`))) {
        tries.set(field, (tries.get(field) ?? 0) + 1);
      }
    }
  }
  expect(accepted).toEqual([]);
  expect([...refused].sort()).toEqual([...ELSE_DECIDED]);
  // Recorded worlds give most of the fields that have bounds; the others are tried where their rules are.
  expect(tries.size).toBeGreaterThan(40);
});
