import { expect, test } from "bun:test";
import { type EngineReader, priceE8, quantityE8, type Side, silent } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import fc from "fast-check";
import { type MemoryVenue, memoryVenue } from "../testing/memory-venue.ts";
import { priceOf, quantityOf } from "../wire/decimals.ts";
import { type BestPrices, bestPricesOf } from "./numbers/best-prices.ts";
import { countsFromBeginning, NUMBERS_BESIDE, StreamNumbers } from "./stream-numbers.ts";

const SOL = "PERP_SOL_USDC";

/** @returns the frames that are published from now on */
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
    batchEnd: () => numbers.public.batchEnd(),
  });
  numbers.private.begin(venue);
  return frames;
}

/** The frames that should be published of a market, found by comparing the whole book at every multiple of 10 and 200 ms. */
class PlainPublisher {
  readonly frames: string[] = [];
  readonly #engine: EngineReader;
  readonly #market: number;
  #at: number;
  #best: BestPrices;
  #book: Record<Side, Map<number, number>>;
  #version: number;

  constructor({ engine, listen }: MemoryVenue, market: number, version: number) {
    this.#engine = engine;
    this.#market = market;
    this.#at = engine.now;
    this.#best = bestPricesOf(engine, market);
    this.#book = { BUY: this.#levels("BUY"), SELL: this.#levels("SELL") };
    this.#version = version;
    listen({ ...silent, commandBegin: (at) => this.pass(at), commandEnd() {} });
  }

  pass(at: number): void {
    const behind = (ms: number) => (Math.floor(this.#at / ms) + 1) * ms;
    if (at >= behind(10)) this.#lookAtBest(behind(10));
    if (at >= behind(200)) this.#lookAtBook(behind(200));
    this.#at = Math.max(this.#at, at);
  }

  #lookAtBest(at: number): void {
    const best = bestPricesOf(this.#engine, this.#market);
    if (Bun.deepEquals(best, this.#best)) return;
    this.#best = best;
    this.frames.push(`best ${this.#market} ${at} ${JSON.stringify(best)}`);
  }

  #lookAtBook(at: number): void {
    const [asks, bids] = [this.#changes("SELL"), this.#changes("BUY")];
    if (asks.length + bids.length === 0) return;
    this.frames.push(`book ${this.#market} ${JSON.stringify({ prevTs: this.#version, ts: at, asks, bids })}`);
    this.#version = at;
  }

  #changes(side: Side): [price: number, quantity: number][] {
    const [before, now] = [this.#book[side], this.#levels(side)];
    this.#book[side] = now;
    const prices = [...new Set([...before.keys(), ...now.keys()])].sort((a, b) => (side === "BUY" ? b - a : a - b));
    return prices.filter((price) => before.get(price) !== now.get(price)).map((price) => [price, now.get(price) ?? 0]);
  }

  #levels(side: Side): Map<number, number> {
    const { parameters } = this.#engine.market(this.#market);
    const levels = this.#engine.bookSide(this.#market, side, 1_000);
    return new Map(
      levels.map(({ price, quantity }) => [priceOf(parameters, price), quantityOf(parameters, quantity)] as const),
    );
  }
}

const step = fc.record({
  who: fc.nat(2),
  does: fc.constantFrom("buy", "sell", "cancel all", "deposit", "announce"),
  price: fc.integer({ min: 145, max: 155 }),
  ms: fc.oneof(fc.constantFrom(0, 1, 5, 10, 199), fc.nat(2_500)),
  /** Time moves on to a multiple of this. */
  grid: fc.constantFrom(1, 1, 10, 200),
  /** The percentage of that time which a timer noticed before the command. */
  noticed: fc.oneof(fc.nat(100), fc.constant(100)),
});

test("C11: what is published follows from the commands alone, with or without clients, whenever time is noticed, and wherever it is saved and restored", () => {
  const property = fc.property(fc.array(step, { maxLength: 25 }), fc.nat(25), (steps, cut) => {
    const memory = memoryVenue();
    const { engine, venue } = memory;
    memory.setPrice(SOL, 150);
    const accounts = [1, 2, 3].map(() => memory.openAccount({ usdc: 100_000 }).account);
    const always = new StreamNumbers(engine);
    const published = follow(memory, always);
    const market = engine.findMarket(SOL);
    const plain = new PlainPublisher(memory, market, always.public.market(market).book.version);
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
    plain.pass(Number.MAX_SAFE_INTEGER);
    expect(published.filter((frame) => !frame.startsWith("second"))).toEqual(plain.frames);
    expect(atTimes).toEqual(published);
    if (afterRestore !== null) expect(afterRestore).toEqual(published.slice(before));
    expect(restored.written()).toEqual(always.written());
    expect(watched.written().private).toEqual(always.written().private);
    expect(watched.written().public).toEqual(always.written().public);
  });
  fc.assert(property, { numRuns: 30 });
});

test("C11: seconds that become durable together are sent once, wherever a replay begins", () => {
  const { engine } = memoryVenue();
  const numbers = new StreamNumbers(engine);
  const sent: number[] = [];
  const follower = { bookMoved() {}, bestMoved() {}, secondEnded: (second: number) => void sent.push(second) };
  numbers.public.follower = follower;
  const start = Math.ceil(engine.now / 1_000) * 1_000;
  for (const batch of [[0, 1, 2], [], [3], [4, 60, 61]]) {
    for (const second of batch) {
      numbers.commandBegin(start + second * 1_000);
      numbers.commandEnd(1, start + second * 1_000);
    }
    numbers.public.batchEnd();
  }
  expect(sent.map((second) => (second - start) / 1_000)).toEqual([2, 3, 61]);
  expect(numbers.public.schedule.cadence(1_000).count).toBe(3);
  expect(numbers.public.schedule.cadence(60_000).count).toBe(1);
});

test("numbers that began at a later snapshot do not count from the journal's beginning", () => {
  const { engine } = memoryVenue();
  const beside = (numbers: StreamNumbers) => ({ [NUMBERS_BESIDE]: JSON.parse(JSON.stringify(numbers.written())) });
  expect(countsFromBeginning(beside(StreamNumbers.beside({}, engine, 0)))).toBe(true);
  const late = StreamNumbers.beside({}, engine, 70);
  expect(countsFromBeginning(beside(late))).toBe(false);
  expect(countsFromBeginning(beside(StreamNumbers.beside(beside(late), engine, 90)))).toBe(false);
  expect(countsFromBeginning({})).toBe(false);
});
