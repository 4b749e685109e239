// Opens the part that lets time pass in a venue without a cluster: simulated prices, the checks of the machine's clock
// and of operators' requests, and the ticks themselves, which begin last.

import type { ActExecutor } from "../api/index.ts";
import { type CarryOut, OperatorRequestFolder } from "../operation/acts/operator-request-folder.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import { ClockConfirmation } from "../operation/time/clock-confirmation.ts";
import { ClockWatch } from "../operation/time/clock-watch.ts";
import type { MachineClocks } from "../operation/time/machine-clocks.ts";
import { Ticker } from "../operation/time/ticker.ts";
import { shownPrices } from "../prices/feeds/feeds-view.ts";
import { joinedTapes } from "../prices/price-tape.ts";
import { createSandboxControls } from "../sandbox/controls.ts";
import type { Venue } from "../venue.ts";
import { refusal } from "../wire/api-error.ts";
import { demoTraders, simulatedPrices, tapeStart } from "./simulation.ts";
import type { StartContext } from "./start-context.ts";
import type { SingleCore } from "./venue-core.ts";

export interface PassingTime {
  /** Null in production mode. */
  readonly controls: SandboxControls | null;
  /** Called before clients can come in. */
  begin(): Promise<void>;
  /** Called once they can; resolves when venue time passes. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function openTime(
  ground: StartContext,
  { engine, sequencer, clock }: SingleCore,
  venue: Venue,
  actExecutor: ActExecutor,
  chain: Parameters<typeof createSandboxControls>[2],
): PassingTime {
  const { log, clocks, paths, metrics, readiness, isSandbox, fail } = ground;
  const simulated = simulatedPrices(venue, engine);
  const watch = new ClockWatch({
    clock,
    wall: clocks.wall,
    sequencer,
    engine,
    door: new ClockConfirmation(paths),
    isClockRight: readiness.needed("clock"),
    metrics,
    log,
  });
  const operatorDoor = operatorDoorOf(ground, venue, actExecutor);
  const demo = demoTraders(venue, engine);
  const ticker = new Ticker({
    clock,
    sequencer,
    prices: joinedTapes([simulated, venue.feeds].filter((tape) => tape != null)),
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
  return {
    controls: isSandbox ? createSandboxControls(ticker, simulated, chain) : null,
    begin: async () => demo?.begin(),
    async start() {
      await ticker.start();
      operatorDoor.watch();
    },
    async stop() {
      operatorDoor.stop();
      await ticker.stop();
      demo?.stop();
    },
  };
}

/** The folder through which operators on the machine make requests. */
export function operatorDoorOf(
  { paths, clocks, log }: StartContext,
  venue: Venue,
  actExecutor: ActExecutor,
): OperatorRequestFolder {
  return new OperatorRequestFolder({
    folder: paths.operator,
    carryOut: carryOutOf(venue, actExecutor, clocks),
    wall: clocks.wall,
    log,
  });
}

/** Carries out the acts of operators on the machine, and shows the prices that only they may see. */
function carryOutOf(venue: Venue, actExecutor: ActExecutor, clocks: MachineClocks): CarryOut {
  return async ({ do: act, input, id: actId, by: who }) => {
    if (act !== "prices") return actExecutor.answer({ act, input, actId, who, through: "machine" });
    if (venue.feeds === undefined) throw refusal("refused", "no price of this venue comes from outside");
    return { prices: shownPrices(venue.feeds, clocks.steady()) };
  };
}
