import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type TradeSeen, TradeTape } from "./trade-tape.ts";

const trade = (at: number, price: number): TradeSeen => ({ at, price, side: "BUY", quantity: 1 });
const newest = (tape: TradeTape) => tape.newest().map(({ at, price }) => [at, price]);

describe("a tape", () => {
  test("has each trade once, whenever history is read and frames arrive", () => {
    const anyTrades = fc.array(fc.record({ pause: fc.nat(2), price: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyTrades, fc.nat(), fc.nat(), fc.nat(), (steps, first, second, third) => {
        const all: TradeSeen[] = [];
        for (const { pause, price } of steps) all.push(trade((all.at(-1)?.at ?? 1) + pause, price));
        // Live trades begin at one moment; history is read at a later one, and arrives after some frames.
        const within = (n: number, from: number) => from + (n % (all.length - from + 1));
        let live = within(first, 0);
        // History is requested after the acknowledgement, so never within the same millisecond.
        while (live > 0 && live < all.length && all[live - 1]!.at === all[live]!.at) live--;
        const read = within(second, live);
        const arrived = within(third, live);
        const tape = new TradeTape(100);
        tape.begin();
        for (const seen of all.slice(live, arrived)) tape.take(seen);
        tape.read(all.slice(0, read).reverse());
        for (const seen of all.slice(arrived)) tape.take(seen);
        expect(newest(tape)).toEqual(all.toReversed().map(({ at, price }) => [at, price]));
      }),
    );
  });

  test("restarts after a gap: missed trades are read, and those that arrive meanwhile wait", () => {
    const tape = new TradeTape(10);
    tape.read([trade(1, 100)]);
    expect(tape.take(trade(2, 101))).toBe(true);
    tape.begin();
    expect(tape.take(trade(5, 104))).toBe(false);
    expect(newest(tape)).toEqual([
      [2, 101],
      [1, 100],
    ]);
    tape.read([trade(4, 103), trade(3, 102), trade(2, 101), trade(1, 100)]);
    expect(newest(tape).map(([at]) => at)).toEqual([5, 4, 3, 2, 1]);
  });

  test("is bounded, and its trades keep their ids", () => {
    const tape = new TradeTape(3);
    tape.read([]);
    for (let at = 1; at <= 50; at++) tape.take(trade(at, at));
    expect(tape.newest().map(({ id, at }) => [id, at])).toEqual([
      [50, 50],
      [49, 49],
      [48, 48],
    ]);
  });
});
