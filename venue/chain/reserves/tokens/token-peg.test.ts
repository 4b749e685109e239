// When a token counts as one USDC, and when it does so again.

import { expect, test } from "bun:test";
import { TokenPeg } from "./token-peg.ts";

const E18 = 10n ** 18n;
const priceOf = (thousandths: number): bigint => (E18 * BigInt(thousandths)) / 1_000n;

function pegOf(bandPpm = 5_000) {
  const world = { price: null as bigint | null, now: 0 };
  const peg = new TokenPeg({ bandPpm, worth: () => world.price, steady: () => world.now });
  /** @param price in thousandths of a USDC; null for none */
  const at = (price: number | null, seconds: number) => {
    world.price = price === null ? null : priceOf(price);
    world.now = seconds * 1_000;
    return peg.look();
  };
  return { peg, at, world };
}

test("a token within its band counts as one, edges included; a hair outside, on either side, it does not", () => {
  const { at, world, peg } = pegOf();
  expect(at(1_000, 0)).toBe("par");
  expect(at(995, 1)).toBe("par");
  expect(at(1_005, 2)).toBe("par");
  world.price = priceOf(995) - 1n;
  // Less than a millionth of a millionth outside the band.
  expect(peg.look()).toBe("off");
  expect(pegOf().at(1_006, 0)).toBe("off");
});

test("a token that was off its peg counts again after a full minute inside the band", () => {
  const { at } = pegOf();
  at(1_000, 0);
  expect(at(900, 10)).toBe("off");
  expect(at(1_000, 11)).toBe("off");
  expect(at(1_000, 70)).toBe("off");
  // Outside once more: the minute starts again.
  expect(at(994, 70.5)).toBe("off");
  expect(at(1_000, 71)).toBe("off");
  expect(at(1_000, 130.999)).toBe("off");
  expect(at(1_000, 131)).toBe("par");
});

test("without a price, a token that is off stays off, and any other waits for a minute", () => {
  const { at, peg } = pegOf();
  expect(peg.standing).toBe("waits");
  expect(at(null, 0)).toBe("waits");
  expect(at(null, 59)).toBe("waits");
  expect(at(null, 60)).toBe("unpriced");
  expect(at(1_000, 61)).toBe("par");
  expect(at(null, 62)).toBe("waits");
  expect(at(900, 63)).toBe("off");
  expect(at(null, 64)).toBe("off");
  expect(at(1_000, 65)).toBe("off");
  // Time without a price does not count as time inside the band.
  expect(at(null, 100)).toBe("off");
  expect(at(1_000, 126)).toBe("off");
  expect(at(1_000, 186)).toBe("par");
});

test("a token at par by the operator's word is never priced", () => {
  const pegOf = (worth: "par" | "usdc") => new TokenPeg({ bandPpm: 1, worth, steady: () => 0 });
  const [byWord, usdc] = [pegOf("par"), pegOf("usdc")];
  // No price is claimed for it either.
  expect([byWord.standing, byWord.look(), byWord.price, byWord.valueOf(7n)]).toEqual(["par", "par", null, 7n]);
  expect([usdc.standing, usdc.look(), usdc.price, usdc.valueOf(7n)]).toEqual(["par", "par", E18, 7n]);
});

test("holdings count one each inside the band and never more; below it they count their price, rounded against us", () => {
  const { at, peg } = pegOf();
  expect(peg.valueOf(1_000_000n)).toBe(1_000_000n);
  at(996, 0);
  expect(peg.valueOf(1_000_000n)).toBe(1_000_000n);
  at(1_200, 1);
  expect(peg.valueOf(1_000_000n)).toBe(1_000_000n);
  at(900, 2);
  expect(peg.valueOf(1_000_000n)).toBe(900_000n);
  expect(peg.valueOf(1n)).toBe(0n);
  expect(peg.valueOf(-1n)).toBe(-1n);
  expect(peg.valueOf(-1_000_000n)).toBe(-900_000n);
});
