// The terms of a token, by its own row, by the settings for all tokens, and by the configured price sources.

import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { sandboxConfiguration } from "../../configuration/load.ts";
import { termsOfTokens } from "./terms-of-tokens.ts";

const row = { chainId: 1, address: "0xaa", cap: null, bandPpm: null, isAtPar: false };
const source = (name: string) => ({ of: { currency: "USDT" }, name }) as never;
const E18 = 10n ** 18n;

function termsOf(rows: readonly object[], sources = [source("kraken"), source("bitstamp")]) {
  const { receivers, feeds } = sandboxConfiguration("data");
  const configuration = { receivers: { ...receivers, tokens: rows as never }, feeds: { ...feeds, sources } };
  const facts = { configuration, worthOf: () => (E18 * 9n) / 10n, steady: () => 0 };
  const terms = termsOfTokens(facts, 1, ["USDC", "USDT"]);
  return (symbol: string) => {
    const { cap, peg } = terms.get(symbol)!;
    return { cap: cap as number, band: peg.bandPpm, standing: peg.look() };
  };
}

test("without a row's own terms the general ones apply, and USDC is the unit of account", () => {
  const terms = termsOf([{ ...row, token: "USDT" }]);
  expect(terms("USDT")).toEqual({ cap: 1e15, band: 5_000, standing: "off" });
  expect(terms("USDC").standing).toBe("par");
});

test("a row's own terms apply to its chain alone", () => {
  const own = { cap: micros(7), bandPpm: 100_000 };
  expect(termsOf([{ ...row, ...own, token: "USDT" }])("USDT")).toEqual({ cap: 7, band: 100_000, standing: "par" });
  expect(termsOf([{ ...row, ...own, token: "USDT", chainId: 56 }])("USDT").standing).toBe("off");
});

test("a token counts as one USDC if the operator says so, or in a sandbox without sources for it", () => {
  expect(termsOf([{ ...row, token: "USDT", isAtPar: true }])("USDT").standing).toBe("par");
  expect(termsOf([{ ...row, token: "USDT" }], [])("USDT").standing).toBe("par");
});
