import { expect, test } from "bun:test";
import { priceE8, quantityE8 } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import fc from "fast-check";
import { type MemoryVenue, memoryVenue } from "../testing/memory-venue.ts";
import { countsFromBeginning, NUMBERS_BESIDE, StreamNumbers } from "./stream-numbers.ts";

const SOL = "PERP_SOL_USDC";

/** @returns what it publishes */
function follow({ listen, venue }: MemoryVenue, numbers: StreamNumbers): string[] {
  const frames: string[] = [];
  numbers.public.follower = {
    bookMoved: (market, update) => frames.push(`book ${market} ${JSON.stringify(update)}`),
    bestMoved: (market, at) =>
      frames.push(`best ${market} ${at} ${JSON.stringify(numbers.public.market(market).best)}`),
    secondEnded: (second, { cadences, ended }, interests) =>
      frames.push(`second ${second} ${[...cadences]} ${[...ended]} ${interests}`),
  };
  listen({
    ...numbers.listener,
    commandBegin: (at) => numbers.commandBegin(at),
    commandEnd: (position, at) => numbers.commandEnd(position, at),
  });
  numbers.private.begin(venue);
  return frames;
}

const step = fc.record({
  who: fc.nat(2),
  does: fc.constantFrom("buy", "sell", "cancel all", "deposit", "announce"),
  price: fc.integer({ min: 145, max: 155 }),
  ms: fc.oneof(fc.constantFrom(0, 1, 5, 10, 199), fc.nat(2_500)),
  /** Time passes up to a multiple of this. */
  grid: fc.constantFrom(1, 1, 10, 200),
  /** How much of that a timer noticed before the command. */
  noticed: fc.oneof(fc.nat(100), fc.constant(100)),
});

test("C11: what is published follows from the commands: whoever listens, when time is noticed, and wherever it was written and read", () => {
  const property = fc.property(fc.array(step, { maxLength: 25 }), fc.nat(25), (steps, cut) => {
    const memory = memoryVenue();
    const { engine, venue } = memory;
    memory.setPrice(SOL, 150);
    const accounts = [1, 2, 3].map(() => memory.openAccount({ usdc: 100_000 }).account);
    const always = new StreamNumbers(engine);
    const published = follow(memory, always);
    const watched = new StreamNumbers(engine);
    const atTimes = follow(memory, watched);
    for (const topic of ["executionreport", "position", "balance", "notifications"] as const)
      watched.private.open(accounts[0]!, topic, "").prompt.add({ sendTogether() {}, keepNewest() {} });
    let restored = always;
    let afterRestore: string[] | null = null;
    let before = 0;
    const act = ({ who, does, price }: (typeof steps)[number]) => {
      const account = accounts[who]!;
      const terms = { account, price: priceE8(price * 1e8), quantity: quantityE8(1e8) };
      const market = engine.findMarket(SOL);
      switch (does) {
        case "buy":
          return memory.tryToApply({ ...placeOrder(terms), market, side: "BUY" });
        case "sell":
          return memory.tryToApply({ ...placeOrder(terms), market, side: "SELL" });
        case "cancel all":
          return memory.tryToApply({ type: "cancel_all_orders", account, market: -1 });
        case "deposit":
          return memory.deposit(account, 10);
        default:
          return memory.apply({ type: "announce", message: "soon", url: "", kind: "" });
      }
    };
    for (const [i, each] of steps.entries()) {
      if (i === cut) {
        const beside = { [NUMBERS_BESIDE]: JSON.parse(JSON.stringify(always.written())) };
        restored = StreamNumbers.beside(beside, engine, 99);
        before = published.length;
        afterRestore = follow(memory, restored);
      }
      const now = venue.clock.now();
      const then = Math.ceil((now + each.ms) / each.grid) * each.grid;
      watched.public.timePassed(now + Math.floor(((then - now) * each.noticed) / 100));
      memory.setNow(then);
      act(each);
    }
    for (const each of [always, watched, restored]) each.public.timePassed(Number.MAX_SAFE_INTEGER);
    expect(atTimes).toEqual(published);
    if (afterRestore !== null) expect(afterRestore).toEqual(published.slice(before));
    expect(restored.written()).toEqual(always.written());
    expect(watched.written().private).toEqual(always.written().private);
    expect(watched.written().public).toEqual(always.written().public);
  });
  fc.assert(property, { numRuns: 30 });
});

test("numbers that began with a later snapshot do not count from the journal's beginning", () => {
  const { engine } = memoryVenue();
  const beside = (numbers: StreamNumbers) => ({ [NUMBERS_BESIDE]: JSON.parse(JSON.stringify(numbers.written())) });
  expect(countsFromBeginning(beside(StreamNumbers.beside({}, engine, 0)))).toBe(true);
  const late = StreamNumbers.beside({}, engine, 70);
  expect(countsFromBeginning(beside(late))).toBe(false);
  expect(countsFromBeginning(beside(StreamNumbers.beside(beside(late), engine, 90)))).toBe(false);
  expect(countsFromBeginning({})).toBe(false);
});
