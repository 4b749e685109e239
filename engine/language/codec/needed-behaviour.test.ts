// What came with a later behaviour, here in tables of the test's own: the engine's have it once a behaviour has brought something.

import { expect, test } from "bun:test";
import { BEHAVIOUR } from "../../base/behaviour.ts";
import { placeOrder } from "../../testing/setup.ts";
import { DECLARATIONS } from "../commands/commands.ts";
import { account, count, flag, lacking, list, nullable, record, since, text } from "../field.ts";
import { fieldsUnder } from "./layouts.ts";
import { neededBehaviour, newestOf, saidIn } from "./needed-behaviour.ts";

const TABLE = {
  account: account(),
  older: since(flag(), false),
  hidden: lacking(flag(), false, 8),
  note: since(nullable(text()), null, 9),
};
const NESTED = { ...TABLE, each: list({ id: count("id"), tag: since(text(), "", 7) }), of: record(TABLE, "") };

test("a field that came later is left out under a behaviour that does not know it", () => {
  const names = (behaviour: number) => fieldsUnder(behaviour, TABLE).map(([name]) => name);
  expect(names(7)).toEqual(["account", "older"]);
  expect(names(8)).toEqual(["account", "older", "hidden"]);
  expect(names(9)).toEqual(Object.keys(TABLE));
  const [, kind] = fieldsUnder(6, NESTED).find(([name]) => name === "each")!;
  expect(kind).toEqual({ list: [["id", "f64"]] });
});

test("what a command says needs the behaviour that knows it, and what is as where it is absent needs none", () => {
  const said = (values: object) => saidIn(TABLE, { account: 1, older: true, ...values });
  expect([said({}), said({ hidden: false, note: null }), said({ hidden: true }), said({ note: "" })]).toEqual([
    ...[0, 0, 8, 9],
  ]);
  const within = (tag: string, of: object) =>
    saidIn(NESTED, {
      each: [
        { id: 1, tag: "" },
        { id: 2, tag },
      ],
      of,
    });
  expect([within("", {}), within("a", {}), within("a", { hidden: true })]).toEqual([0, 7, 8]);
  expect([newestOf(TABLE), newestOf(NESTED), newestOf({ account: account() })]).toEqual([9, 9, 0]);
});

test("nothing is declared to come with a behaviour that is not there yet", () => {
  const dates = Object.values(DECLARATIONS).map(({ since = 0, fields }) => Math.max(since, newestOf(fields)));
  expect(Math.max(...dates)).toBeLessThanOrEqual(BEHAVIOUR);
  expect(neededBehaviour(placeOrder({}))).toBeLessThanOrEqual(BEHAVIOUR);
});
