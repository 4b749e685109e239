// Fields that were added with a later behaviour, in tables made for the test: the engine has none until a behaviour adds some.

import { expect, test } from "bun:test";
import { BEHAVIOUR } from "../../base/behaviour.ts";
import { placeOrder } from "../../testing/setup.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { DECLARATIONS } from "../commands/commands.ts";
import {
  account,
  count,
  flag,
  lacking,
  list,
  marketParameters,
  nullable,
  record,
  since,
  text,
  texts,
  word,
} from "../field.ts";
import { fieldsUnder } from "./layouts.ts";
import { behaviourOfValues, neededBehaviour, neededFor, newestOf } from "./needed-behaviour.ts";

const TABLE = {
  account: account(),
  older: since(flag(), false),
  hidden: lacking(flag(), false, 8),
  note: since(nullable(text()), null, 9),
};
/** Fields of kinds to which nothing can be added later. */
const PLAIN = {
  account: account(),
  words: texts(""),
  side: word(["BUY", "SELL"]),
  note: nullable(text()),
  parameters: marketParameters(""),
};
const NESTED = { ...TABLE, each: list({ id: count("id"), tag: since(text(), "", 7) }), of: record(TABLE, "") };

test("a field added later is left out under a behaviour that does not know it", () => {
  const names = (behaviour: number) => fieldsUnder(behaviour, TABLE).map(([name]) => name);
  expect(names(7)).toEqual(["account", "older"]);
  expect(names(8)).toEqual(["account", "older", "hidden"]);
  expect(names(9)).toEqual(Object.keys(TABLE));
  const [, kind] = fieldsUnder(6, NESTED).find(([name]) => name === "each")!;
  expect(kind).toEqual({ list: [["id", "f64"]] });
});

test("a value needs the behaviour that knows its field, and a value equal to the absent one needs none", () => {
  const said = (values: object) => behaviourOfValues(TABLE, { account: 1, older: true, ...values });
  expect([said({}), said({ hidden: false, note: null }), said({ hidden: true }), said({ note: "" })]).toEqual([
    ...[0, 0, 8, 9],
  ]);
  const within = (tag: string, of: object) =>
    behaviourOfValues(NESTED, {
      each: [
        { id: 1, tag: "" },
        { id: 2, tag },
      ],
      of,
    });
  expect([within("", {}), within("a", {}), within("a", { hidden: true })]).toEqual([0, 7, 8]);
  expect([newestOf(TABLE), newestOf(NESTED), newestOf({ each: NESTED.each }), newestOf({ of: NESTED.of })]).toEqual([
    ...[9, 9, 7, 9],
  ]);
  expect(behaviourOfValues({ of: nullable(NESTED.of) }, { of: null })).toBe(0);
  expect(behaviourOfValues({ of: nullable(NESTED.of) }, { of: { hidden: true } })).toBe(8);
  expect(newestOf({ of: nullable(NESTED.of) })).toBe(9);
});

test("fields as old as their command, and a market's parameters so far, need no behaviour of their own", () => {
  expect([newestOf({}), newestOf(PLAIN), behaviourOfValues({}, {})]).toEqual([0, 0, 0]);
  const said = { account: 1, words: ["a"], side: "BUY", note: "b", parameters: defaultMarket("PERP_SOL_USDC") };
  expect(behaviourOfValues(PLAIN, said)).toBe(0);
});

test("a command needs the behaviour that knows it, and the newest among those of its values", () => {
  const needed = (since: number | undefined, hidden: boolean) =>
    neededFor({ since, fields: TABLE }, { account: 1, older: true, hidden, note: null });
  expect([needed(undefined, false), needed(7, false), needed(7, true), needed(9, true)]).toEqual([0, 7, 8, 9]);
});

test("nothing is declared to come with a behaviour that does not exist yet", () => {
  const dates = Object.values(DECLARATIONS).map(({ since = 0, fields }) => Math.max(since, newestOf(fields)));
  expect(Math.max(...dates)).toBeLessThanOrEqual(BEHAVIOUR);
  expect(neededBehaviour(placeOrder({}))).toBe(0);
});
