// A market parameter is declared once: the parameters that a configuration file, a request and an answer have are those
// declared, and each bound holds there as it does in the engine. Rules 1.2, 6.5, 11.1.

import { describe, expect, test } from "bun:test";
import { CHANGEABLE, expectedOf, INITIAL_PRICE, MARKET_PARAMETERS, writtenValue } from "@evermark/engine";
import { edgesOf, isNumber } from "@evermark/engine/testing/parameter-values.ts";
import { changeableParameters, shownParameters } from "@evermark/interface/markets/market-parameters.ts";
import { DEFAULT_MARKET_ROWS } from "@evermark/venue/configuration/default-markets.ts";
import { MARKET_KEY_NAMES, readMarket } from "@evermark/venue/configuration/market-configuration.ts";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { type Answer, call, post } from "./outside/outside-caller.ts";
import { accepted } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
const symbol = "PERP_ETH_USDC";
const names = (declared: readonly { readonly name: string }[]) => declared.map(({ name }) => name).toSorted();

const row = DEFAULT_MARKET_ROWS.find((each) => each.symbol === symbol)!;
const SOURCES = ["one", "two", "three"];
const reading = readMarket(row, SOURCES);
const { parameters, initialPrice } = "market" in reading ? reading.market : (undefined as never);
const listed: Readonly<Record<string, unknown>> = { ...parameters, initialPrice };

test("a file has a key for each parameter, and requests and answers have the parameters declared for them", () => {
  expect(MARKET_KEY_NAMES.toSorted()).toEqual(names([...MARKET_PARAMETERS, INITIAL_PRICE]));
  expect(Object.keys(changeableParameters).toSorted()).toEqual(names(CHANGEABLE));
  expect(Object.keys(shownParameters).toSorted()).toEqual(names(MARKET_PARAMETERS.filter(({ shown }) => shown)));
});

const inFile = [...MARKET_PARAMETERS, INITIAL_PRICE].filter(isNumber);
test.each(inFile.map((each) => [each.name, each] as const))("%s in a file goes up to its bounds", (name, declared) => {
  const { inside, outside } = edgesOf(declared, listed);
  const mistake = (value: string) => {
    const read = readMarket({ ...row, [name]: value }, SOURCES);
    return "mistake" in read ? read.mistake : null;
  };
  const beyond = (value: string) => ({ key: name, value, expected: expectedOf(declared) });
  for (const each of inside.map((value) => writtenValue(declared, value)))
    expect(mistake(each)).not.toEqual(beyond(each));
  for (const each of outside.map((value) => writtenValue(declared, value))) expect(mistake(each)).toEqual(beyond(each));
  const word = mistake("x");
  expect([word?.key, word?.value]).toEqual([name, "x"]);
  expect(word?.expected).toContain("number");
});

describe("an operator's change of", () => {
  const set = (changes: object): Promise<Answer> => post(`${venue.url}/sandbox/market`, { symbol, ...changes });
  const asJson = (name: string, text: string) =>
    name === "funding_period" || name === "min_sources" ? Number(text) : text;

  const numbers = CHANGEABLE.filter(isNumber).map((each) => [each.name, each] as const);
  test.each(numbers)("%s goes up to its bounds", async (name, declared) => {
    const { inside, outside } = edgesOf(declared, listed);
    for (const value of outside) {
      const written = writtenValue(declared, value);
      const answer = await set({ [name]: asJson(name, written) });
      expectRefusal(answer, [400, -1005]);
      // The range of a whole number is checked where the request is read.
      const expected = typeof asJson(name, written) === "number" ? "" : expectedOf(declared);
      expect(answer.json.message).toStartWith(name);
      expect(answer.json.message).toContain(`is invalid: ${written}, expected ${expected}`);
    }
    for (const value of inside) {
      const written = writtenValue(declared, value);
      const answer = await set({ [name]: asJson(name, written) });
      if (answer.status !== 200) expect(answer.json.message).not.toContain(expectedOf(declared));
    }
    expectRefusal(await set({ [name]: "x" }), [400, -1005]);
  });

  test("the parameters shown are those shown afterwards", async () => {
    accepted(await set({ price_range: "0.0125", price_scope: 0.25, max_notional: 7, global_max_oi_cap: "9.000001" }));
    const shown = accepted(await call(`${venue.url}/v1/public/info/${symbol}`)).data;
    expect(shown).toMatchObject({ price_range: 0.0125, price_scope: 0.25, global_max_oi_cap: 9.000001 });
  });
});
