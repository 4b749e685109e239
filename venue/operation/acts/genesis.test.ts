import { expect, test } from "bun:test";
import type { Sequencer, Submitted, Unavailable, Unstamped } from "@evermark/core";
import { BEHAVIOUR, type Command, Engine, micros, millis, priceE8, silent } from "@evermark/engine";
import { State } from "@evermark/engine/inside.ts";
import type { Configuration } from "../../configuration/configuration.ts";
import { type ConfigurationChanges, sandboxConfiguration } from "../../configuration/load.ts";
import { bringUpToConfiguration } from "./genesis.ts";

/** A real engine behind a sequencer that applies commands at once and records their types. */
class Direct implements Sequencer {
  readonly engine: Engine;
  readonly taken: string[] = [];
  refusing = "";

  constructor(state = new State()) {
    this.engine = new Engine(state);
  }

  get appliedPosition(): number {
    return this.engine.commandCount;
  }

  async send(command: Unstamped): Promise<Submitted | Unavailable> {
    if (this.refusing !== "") return { unavailable: this.refusing };
    this.taken.push(command.type);
    const answer = this.engine.apply({ ...command, at: millis(1_000) } as Command, silent);
    return { ...answer, position: this.appliedPosition, at: 1_000 };
  }

  submit(command: Unstamped, done: (result: Submitted | Unavailable) => void): void {
    void this.send(command).then(done);
  }

  submitAt(_at: number, command: Unstamped, done: (result: Submitted | Unavailable) => void): void {
    this.submit(command, done);
  }
}

const configured = (changes: ConfigurationChanges = {}) => sandboxConfiguration("/nonexistent", changes);
const start = (venue: Direct, configuration: Configuration) =>
  bringUpToConfiguration(venue.engine, venue, configuration);

test("a new venue gets its builders and markets as commands, and the next start adds nothing", async () => {
  const venue = new Direct();
  const configuration = configured();
  await start(venue, configuration);
  expect(venue.taken.filter((type) => type === "list_market").length).toBe(configuration.markets.length);
  expect(venue.engine.brokerIds).toEqual(configuration.brokers.map((broker) => broker.id));
  for (const { parameters, initialPrice } of configuration.markets) {
    const market = venue.engine.market(venue.engine.findMarket(parameters.symbol));
    expect(market.parameters).toEqual(parameters);
    expect(market.index * parameters.quoteTick).toBe(initialPrice);
  }
  const hash = venue.engine.stateHash();
  await start(venue, configuration);
  expect(venue.engine.stateHash()).toBe(hash);
});

test("a market and a builder that are new in the configuration are added to an old venue", async () => {
  const venue = new Direct();
  const configuration = configured();
  const [first, second] = configuration.markets;
  await start(venue, { ...configuration, markets: [first!], brokers: [] });
  venue.taken.length = 0;
  const broker = { id: "another", name: "Another", takerFee: 60 as never, makerFee: 30 as never };
  await start(venue, { ...configuration, markets: [second!, first!], brokers: [broker] });
  expect(venue.taken).toEqual(["add_broker", "list_market"]);
  expect(venue.engine.market(1).parameters.symbol).toBe(second!.parameters.symbol);
});

test("a new venue's first command sets the engine's behaviour; later starts of this version add nothing", async () => {
  const venue = new Direct();
  await start(venue, configured());
  expect(venue.taken.map((type) => type === "set_behaviour").lastIndexOf(true)).toBe(0);
  expect(venue.engine.behaviour).toBe(BEHAVIOUR);
  venue.taken.length = 0;
  await start(venue, configured());
  expect(venue.taken).not.toContain("set_behaviour");
});

test("a venue of an older behaviour sets the newer one once", async () => {
  const venue = new Direct(Object.assign(new State(), { behaviour: BEHAVIOUR - 1, commandCount: 7 }));
  await start(venue, configured());
  expect([venue.taken[0], venue.engine.behaviour]).toEqual(["set_behaviour", BEHAVIOUR]);
  venue.taken.length = 0;
  await start(venue, configured());
  expect(venue.taken).not.toContain("set_behaviour");
});

test("a node leaves a venue's behaviour unchanged, because other nodes may run an older version", async () => {
  const venue = new Direct(Object.assign(new State(), { behaviour: BEHAVIOUR - 1, commandCount: 7 }));
  const cluster = { postgres: "", bus: {} as never, isOneDatabase: false };
  await start(venue, { ...configured(), cluster });
  expect(venue.taken).toContain("list_market");
  expect([venue.taken.includes("set_behaviour"), venue.engine.behaviour]).toEqual([false, BEHAVIOUR - 1]);
  const fresh = new Direct();
  await start(fresh, { ...configured(), cluster });
  expect(fresh.taken[0]).toBe("set_behaviour");
});

test("a listed market keeps its parameters: a configuration with other values stops the start", async () => {
  const venue = new Direct();
  const configuration = configured();
  await start(venue, configuration);
  const [first] = configuration.markets;
  const changed = { ...first!, parameters: { ...first!.parameters, minNotional: micros(7) } };
  const { symbol } = first!.parameters;
  await expect(start(venue, { ...configuration, markets: [changed] })).rejects.toThrow(
    `markets: min_notional of ${symbol} is 0.000007, but the market is listed with 10; a listed market keeps its ` +
      "parameters, expected the same value or another data directory",
  );
});

test("the reporting sources and the initial price may differ from those at the listing", async () => {
  const venue = new Direct();
  const configuration = configured();
  await start(venue, configuration);
  const hash = venue.engine.stateHash();
  const markets = configuration.markets.map(({ parameters }) => ({
    parameters: { ...parameters, sources: ["elsewhere"] },
    initialPrice: priceE8(100_000_000),
  }));
  await start(venue, { ...configuration, markets });
  expect(venue.engine.stateHash()).toBe(hash);
});

test("manual prices pin every market at its current index", async () => {
  const venue = new Direct();
  const configuration = configured({ prices: "manual" });
  await start(venue, configuration);
  expect(venue.taken.at(-1)).toBe("set_index_prices");
  const before = venue.engine.market(0).index;
  venue.engine.apply({ type: "tick", at: millis(60_000) }, silent);
  expect(venue.engine.market(0).index).toBe(before);
});

test("what the engine refuses, or the journal does not take, stops the start with the reason", async () => {
  const configuration = configured();
  const [first] = configuration.markets;
  const wrong = { ...first!, parameters: { ...first!.parameters, symbol: "SPOT_BTC_USDC" } };
  await expect(start(new Direct(), { ...configuration, markets: [wrong] })).rejects.toThrow(
    "list_market: symbol of SPOT_BTC_USDC is invalid: SPOT_BTC_USDC, expected PERP_<BASE>_USDC with upper-case letters and digits",
  );
  const stuck = new Direct();
  stuck.refusing = "the venue's disk is full";
  await expect(start(stuck, configuration)).rejects.toThrow("could not be journaled: the venue's disk is full");
});
