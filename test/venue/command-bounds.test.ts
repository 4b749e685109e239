// The bounds declared for commands, checked against the engine: in recorded worlds each accepted command is given again
// with one field at the edge of its bounds, or beyond it. Beyond is refused; at the edge is accepted, unless something
// else decides. Every refusal of a command, at the edge or on the way, must be declared.

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Command, DECLARATIONS, decodeCommand, Engine, type Rejection, silent } from "@evermark/engine";
import { atEdges } from "@evermark/engine/testing/field-edges.ts";
import { readPacked } from "../fixtures/packed.ts";
import { commandsOf, type RecordedWorld } from "../fixtures/recorded-world.ts";

const FIXTURES = join(import.meta.dir, "../fixtures");
/** In how many commands each field is tried. */
const TRIES = 2;

/**
 * Fields at whose edges a command is refused for another reason: a different field of the command, too little money,
 * the form of a text.
 */
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

test("a value beyond a field's bounds is refused, and every refusal is declared", () => {
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
      // A request that was carried out before gets the same answer again, whatever else it contains.
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
  // Recorded worlds contain most of the fields that have bounds; the others are tested with their rules.
  expect(tries.size).toBeGreaterThan(40);
});
