import { expect, test } from "bun:test";
import { readPrice } from "./exact-price.ts";
import { PriceSource, type WorthTerms } from "./price-source.ts";

const NOW = 1_700_000_000_000;
const TERMS: WorthTerms = { spreadMaxPpm: 20_000, quietMaxMs: 300_000, lifeMs: 10_000 };

/** A source whose quotes arrive at the given seconds, with the venue's time that many seconds off the arrival. */
function sourceOf(...quotes: readonly (readonly [last: string, second: number, off: number | null])[]): PriceSource {
  const source = new PriceSource(TERMS);
  for (const [last, second, off] of quotes) {
    const wall = NOW + second * 1_000;
    const at = off === null ? null : wall + off * 1_000;
    source.take({ pair: "A", last, at }, { steady: second * 1_000, wall, era: 0 });
  }
  return source;
}

const worthAt = (source: PriceSource, second: number, stoodAt = second) =>
  source.worth(second * 1_000, () => stoodAt * 1_000);
const report = (price: string): { price: bigint } => ({ price: readPrice(price)! });

test("before its first quote a source says nothing", () => {
  expect(worthAt(sourceOf(), 0)).toEqual({ nothing: "no quote yet" });
});

test("a quote is repeated while its feed lives, and ten seconds longer", () => {
  const source = sourceOf(["5", 0, 0]);
  expect(worthAt(source, 200)).toEqual(report("5"));
  expect(worthAt(source, 210, 200)).toEqual(report("5"));
  expect(worthAt(source, 211, 200)).toEqual({ nothing: "its feed is silent" });
});

test("however alive its feed is, a quote is repeated for five minutes and no longer", () => {
  const source = sourceOf(["5", 0, 0]);
  expect(worthAt(source, 300)).toEqual(report("5"));
  expect(worthAt(source, 301)).toEqual({ nothing: "quiet for too long" });
});

test("a message whose own time is more than ten seconds behind or ahead is refused", () => {
  expect(worthAt(sourceOf(["5", 0, 0], ["6", 20, -10]), 20)).toEqual(report("6"));
  const stale = sourceOf(["5", 0, 0], ["6", 20, -10.001], ["7", 21, 10.001]);
  expect(worthAt(stale, 21)).toEqual(report("5"));
  expect(stale.refused).toBe(2);
  expect(worthAt(sourceOf(["6", 20, -11]), 20)).toEqual({ nothing: "its own time lies too far back" });
  expect(worthAt(sourceOf(["6", 20, 11]), 20)).toEqual({ nothing: "its own time lies ahead" });
  expect(worthAt(sourceOf(["6", 20, Number.NaN]), 20)).toEqual({ nothing: "a time that can't be read" });
});

test("messages in the wrong order are noticed by their time: an earlier one is refused, a duplicate changes nothing", () => {
  const source = sourceOf(["5", 10, 0], ["4", 11, -2], ["6", 12, -1], ["6", 13, -2]);
  expect(worthAt(source, 13)).toEqual(report("6"));
  expect(source.refused).toBe(1);
});

test("a feed whose messages are all too old falls quiet, with the reason", () => {
  const source = sourceOf(["5", 0, 0], ["6", 301, -60]);
  expect(worthAt(source, 301)).toEqual({ nothing: "its own time lies too far back" });
});

test("a quote without a valid price replaces one with a price", () => {
  const source = sourceOf(["5", 0, null]);
  source.take({ pair: "A", bid: "6", ask: "5", last: "5", at: null }, { steady: 1_000, wall: NOW, era: 0 });
  expect(worthAt(source, 1)).toEqual({ nothing: "crossed book" });
});
