// The part that lets time pass: simulated prices, the look at the machine's clock and at what operators have asked for, and
// the ticks themselves, which begin last.

import { type Engine, type Millis, priceE8 } from "@evermark/engine";
import type { OperatorDesk } from "../api/index.ts";
import { type CarryOut, OperatorDoor } from "../operation/acts/operator-door.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import { wholeSecond } from "../operation/time/clock.ts";
import { ClockDoor } from "../operation/time/clock-door.ts";
import { ClockWatch } from "../operation/time/clock-watch.ts";
import type { MachineClocks } from "../operation/time/machine-clocks.ts";
import { Ticker } from "../operation/time/ticker.ts";
import { shownPrices } from "../prices/feeds/feeds-view.ts";
import { joinedTapes } from "../prices/price-tape.ts";
import { SimulatedPrices } from "../prices/simulated.ts";
import { createSandboxControls } from "../sandbox/controls.ts";
import { DemoTraders } from "../sandbox/demo/demo-traders.ts";
import type { Venue } from "../venue.ts";
import { refusal } from "../wire/api-error.ts";
import type { Ground } from "./ground.ts";
import type { Ledger } from "./ledger.ts";

interface PassingTime {
  readonly ticker: Ticker;
  /** Null where none are wanted. */
  readonly demo: DemoTraders | null;
  /** Null in production mode. */
  readonly controls: SandboxControls | null;
}

export function openTime(
  { configuration, log, clocks, paths, metrics, readiness, isSandbox, fail }: Ground,
  { engine, sequencer, clock }: Ledger,
  venue: Venue,
  desk: OperatorDesk,
  chain: Parameters<typeof createSandboxControls>[2],
): PassingTime {
  const { feeds } = venue;
  const simulated = configuration.prices !== "manual" && isSandbox ? simulatedPrices(venue, engine) : null;
  const watch = new ClockWatch({
    clock,
    wall: clocks.wall,
    sequencer,
    engine,
    door: new ClockDoor(paths),
    isClockRight: readiness.needed("clock"),
    metrics,
    log,
  });
  const operatorDoor = new OperatorDoor({
    folder: paths.operator,
    carryOut: carryOutOf(venue, desk, clocks),
    wall: clocks.wall,
    log,
  });
  const demo = configuration.demo && isSandbox ? demoTraders(venue, engine) : null;
  const ticker = new Ticker({
    clock,
    sequencer,
    prices: joinedTapes([simulated, feeds].filter((tape) => tape != null)),
    tapeStart: tapeStart(engine),
    market: demo,
    metrics,
    log,
    onCaughtUp() {
      watch.look();
      operatorDoor.look();
    },
    onFault: (error) => fail(error, "the venue's time can't go on"),
  });
  return { ticker, demo, controls: isSandbox ? createSandboxControls(ticker, simulated, chain) : null };
}

/** What an operator may do, and what only an operator may see. */
function carryOutOf(venue: Venue, desk: OperatorDesk, clocks: MachineClocks): CarryOut {
  return async ({ do: act, input, id: actId, by: who }) => {
    if (act !== "prices") return desk.answer({ act, input, actId, who, through: "machine" });
    if (venue.feeds === undefined) throw refusal("refused", "no price of this venue comes from outside");
    return { prices: shownPrices(venue.feeds, clocks.steady()) };
  };
}

function demoTraders({ configuration, sequencer, clock, log }: Venue, engine: Engine): DemoTraders {
  const { seed, brokers } = configuration;
  const now = () => clock.now();
  return new DemoTraders({ engine, sequencer, seed, brokerId: brokers[0]!.id, tapeStart: tapeStart(engine), now, log });
}

/** The tape of the markets in the engine's order, whatever order the configuration names them in. */
function simulatedPrices({ configuration, feeds }: Venue, engine: Engine): SimulatedPrices {
  const markets = Array.from({ length: engine.marketCount }, (_, market) => {
    const { parameters, index } = engine.market(market);
    const configured = configuration.markets.find((known) => known.parameters.symbol === parameters.symbol);
    // A market that is no longer configured goes on from where it stands.
    return { parameters, initialPrice: configured?.initialPrice ?? priceE8(index * parameters.quoteTick) };
  });
  const fed = markets.flatMap(({ parameters }, market) => (feeds?.isFed(parameters.symbol) ? [market] : []));
  return new SimulatedPrices(configuration.seed, markets, new Set(fed));
}

/** The second in which the venue was new: the tape's seconds count from there, over all restarts. */
function tapeStart(engine: Engine): Millis {
  return wholeSecond(engine.marketCount === 0 ? engine.now : engine.market(0).createdAt);
}
