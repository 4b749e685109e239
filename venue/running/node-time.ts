// Time on a cluster node: it passes with the leader's batches. While this node leads, it makes the seconds, and the
// sandbox's demo traders trade here; when it begins to lead, it brings the venue up to its configuration.

import type { NodeRules } from "@evermark/core/cluster/host/index.ts";
import type { ActExecutor } from "../api/index.ts";
import { ConfigurationMistake } from "../configuration/values/mistake.ts";
import { SharedLimits } from "../http/limits/shared-limits.ts";
import { bringUpToConfiguration } from "../operation/acts/genesis.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import { MovingClock } from "../operation/node/moving-clock.ts";
import type { Condition } from "../operation/reports/readiness.ts";
import { wholeSecond } from "../operation/time/clock.ts";
import { ledSeconds, stretch } from "../operation/time/led-seconds.ts";
import { TRADED_MS } from "../operation/time/ticker.ts";
import { joinedTapes } from "../prices/price-tape.ts";
import type { DemoTraders } from "../sandbox/demo/demo-traders.ts";
import type { Venue } from "../venue.ts";
import { NodeConfiguration } from "./node-configuration.ts";
import { NodeReport } from "./node-report.ts";
import { operatorDoorOf, type PassingTime } from "./passing-time.ts";
import { demoTraders, simulatedPrices, tapeStart } from "./simulation.ts";
import type { StartContext } from "./start-context.ts";
import type { ClusterCore } from "./venue-core.ts";

const LOOK_EVERY_MS = 1_000;
/** A tick makes a batch each second: without one for this long, no node leads, or this one does not hear the leader. */
const SILENT_MS = 2_500;
const UNFIT = "this node can't lead: its configuration is not the venue's; another one has to";

export function openNodeTime(
  ground: StartContext,
  ledger: ClusterCore,
  venue: Venue,
  actExecutor: ActExecutor,
): PassingTime {
  const time = new NodeTime(ground, ledger, venue);
  const door = operatorDoorOf(ground, venue, actExecutor);
  let timer: ReturnType<typeof setInterval> | null = null;
  let isStarted = false;
  return {
    controls: ground.isSandbox ? sandboxControls(time.moving, venue.configuration.prices !== "manual") : null,
    begin() {
      // Runs while the node waits for a leader too, because its own clock may be what keeps it from leading.
      timer = setInterval(() => {
        time.look();
        if (isStarted) door.look();
      }, LOOK_EVERY_MS);
      return time.begin();
    },
    async start() {
      isStarted = true;
      door.watch();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      door.stop();
      time.stop();
    },
  };
}

class NodeTime {
  readonly #ground: StartContext;
  readonly #ledger: ClusterCore;
  readonly #venue: Venue;
  readonly #demo: DemoTraders | null;
  readonly #hasLeader: Condition;
  readonly #configuration: NodeConfiguration;
  readonly #standing: NodeReport;
  readonly #limits: SharedLimits;
  readonly moving: MovingClock;
  readonly #ticked = Promise.withResolvers<void>();
  /** The last second whose tick was applied here. */
  #second: number;
  #heardAt: number;
  #isAtWork = false;
  #isAsking = false;
  #doubted: string | null = null;
  /** The journal did not take everything that the configuration needs; to be tried again. */
  #isToBringUp = false;
  /** False when the configuration contradicts the journal: then another node must lead. */
  #isFit = true;

  constructor(ground: StartContext, ledger: ClusterCore, venue: Venue) {
    this.#ground = ground;
    this.#ledger = ledger;
    this.#venue = venue;
    this.#demo = demoTraders(venue, ledger.engine);
    this.#hasLeader = ground.readiness.needed("leader");
    this.#configuration = new NodeConfiguration(ground);
    this.#standing = new NodeReport(ground, ledger);
    this.#limits = new SharedLimits(ground.configuration.limits.factor);
    const { node, clock } = ledger;
    this.moving = new MovingClock({
      upToDate: () => node.upToDate(),
      move: (ms, from) => node.move(ms, from),
      now: () => clock.now(),
      steady: ground.clocks.steady,
    });
    this.#second = wholeSecond(ledger.engine.now);
    this.#heardAt = ground.clocks.steady();
    ledger.onBatch((at) => this.#heard(at));
  }

  /** Resolves once a tick was applied, so that the first client finds a venue whose time passes. */
  async begin(): Promise<void> {
    await this.#ledger.node.start(this.#rules());
    await Promise.race([this.#ticked.promise, this.#ground.failed]);
  }

  stop(): void {
    this.moving.stop();
    this.#demo?.stop();
  }

  look(): void {
    const { clocks, log } = this.#ground;
    if (clocks.steady() - this.#heardAt > SILENT_MS) this.#hasLeader.broken(this.#whyNone());
    this.#standing.look();
    this.moving.look();
    if (!this.#isAsking) void this.#ask();
    if (!this.#isAtWork) return;
    if (this.#ledger.node.isLeading) {
      if (this.#isToBringUp) this.#bringUp();
      return;
    }
    this.#isAtWork = false;
    this.#demo?.stop();
    log.info("another node leads");
  }

  /** Checks what a signed read needs: a node that follows but has lost the bus can't answer one. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    const why = await this.#ledger.node.upToDate();
    this.#isAsking = false;
    if (why === null) this.#hasLeader.holds();
    else this.#hasLeader.broken(this.#ledger.node.doubt ?? why);
  }

  /** A doubt that only an operator can end is logged once. */
  #whyNone(): string {
    const { doubt } = this.#ledger.node;
    if (doubt !== null && doubt !== this.#doubted) this.#ground.log.error({ why: doubt }, "the venue stands still");
    this.#doubted = doubt;
    return doubt ?? "no node leads, or this one does not hear it";
  }

  #rules(): NodeRules {
    const { engine, numbers } = this.#ledger;
    const simulated = simulatedPrices(this.#venue, engine);
    const prices = joinedTapes([simulated, this.#venue.feeds].filter((tape) => tape != null));
    const parts = { prices, tapeStart: tapeStart(engine) };
    return {
      own: (before, at, movedTo) => {
        if (!this.#isAtWork) this.#beginToLead();
        return ledSeconds({ before, at, movedTo }, parts);
      },
      stretch,
      dueAt: () => numbers.public.dueAt,
      admit: (request) => this.#limits.take(request),
      appended: (ms) => this.#standing.appended(ms),
      whyNotLead: (configuration) =>
        this.#configuration.whyNot(configuration) ?? (this.#isFit ? null : UNFIT) ?? this.#standing.clockDoubt,
    };
  }

  #heard(at: number): void {
    this.#heardAt = this.#ground.clocks.steady();
    this.moving.applied();
    const second = wholeSecond(at);
    if (second <= this.#second) return;
    const passedMs = second - this.#second;
    this.#second = second;
    this.#ticked.resolve();
    if (!this.#isAtWork || !this.#ledger.node.isLeading) return;
    this.#demo?.beforeTick();
    if (passedMs <= TRADED_MS) this.#demo?.afterTick(second);
  }

  #beginToLead(): void {
    this.#isAtWork = true;
    this.#ground.log.info("this node leads");
    this.#bringUp();
  }

  /** The commands go into a batch after the one that is being made. */
  #bringUp(): void {
    const { log, configuration } = this.#ground;
    const { engine, sequencer, node } = this.#ledger;
    this.#isToBringUp = false;
    bringUpToConfiguration(engine, sequencer, configuration)
      .then(() => this.#demo?.begin())
      .catch((err: Error) => {
        // The lead may also have been lost meanwhile.
        if (!node.isLeading) return;
        this.#isToBringUp = !(err instanceof ConfigurationMistake);
        if (this.#isToBringUp) return log.warn({ err }, "the configuration has not been fully applied yet; retrying");
        this.#isFit = false;
        log.error({ err }, UNFIT);
        node.giveWay();
      });
  }
}

/** Controls of a sandbox without a chain, whose clock is moved for all nodes. */
function sandboxControls(moving: MovingClock, hasPriceSources: boolean): SandboxControls {
  return {
    advanceClock: (ms) => moving.advance(ms),
    // On all nodes, the engine keeps a set price by itself.
    pinPrice() {},
    freePrice() {},
    hasPriceSources,
    fundWallet: async () => null,
    askChain: async () => null,
  };
}
