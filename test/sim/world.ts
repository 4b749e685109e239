// A whole world from one seed: its markets, the focus of its workload, how prices move, how often the machine fails. It
// is drawn step by step while looking at the venue; the steps are recorded, so nothing here is needed to repeat it.

import type { CoreSettings } from "@evermark/core";
import type { Command, SourcePrice } from "@evermark/engine";
import { START } from "@evermark/engine/testing/setup.ts";
import { Dice } from "../workload/dice.ts";
import type { Draft } from "../workload/drawn-command.ts";
import { blended } from "../workload/focuses.ts";
import { drawMarkets, type PlannedMarket } from "../workload/planned-markets.ts";
import { Workload } from "../workload/workload.ts";
import { Oracle } from "./oracle.ts";
import { PricePath } from "./price-path.ts";
import { Machine } from "./simulated-machine.ts";
import type { SimulatedVenue } from "./simulated-venue.ts";
import type { Story } from "./simulation-run.ts";
import type { Step } from "./simulation-steps.ts";

/** Offsets of a world's beginning: 22:14, shortly before an hour, shortly before midnight. */
const BEGINNINGS_MS = [0, 2_700_000, 2_730_000, 6_300_000, 6_330_000];

type Turn = () => void;

export class SimulatedWorld implements Story {
  readonly settings: CoreSettings;
  private readonly dice: Dice;
  private readonly workload: Workload;
  private readonly machine: Machine;
  private readonly markets: readonly PlannedMarket[];
  private readonly paths: PricePath[];
  private readonly oracles: Oracle[];
  private readonly opening: Command[];
  /** Possible lengths of a beat of the clock, in milliseconds. */
  private readonly beats: readonly number[];
  private readonly activity: number;
  private turns: Turn[] = [];
  private steps: Step[] = [];
  private now: number = START;
  private venue: SimulatedVenue | undefined;
  private count = 0;
  private hasRestarted = false;

  constructor(
    readonly seed: number,
    private readonly commandsMax: number,
    judged: boolean,
    onFault: (name: string) => void,
  ) {
    const dice = new Dice(seed);
    this.dice = dice;
    const kept = new Dice(seed + 1);
    this.settings = {
      segmentBytes: dice.pick([6_000, 40_000, 1_000_000]),
      snapshotEveryCommands: kept.pick([30, 100, 400]),
      keepSnapshots: kept.between(1, 3),
      prune: kept.chance(300),
    };
    this.markets = drawMarkets(dice, judged);
    const focus = blended(new Dice(dice.seed()), this.markets);
    this.workload = new Workload(focus, dice.seed(), () => this.venue!.judge.engine);
    this.opening = [...this.workload.opening];
    this.machine = new Machine(new Dice(dice.seed()), dice.pick([0, 10, 40]));
    // A venue ticks every second. With longer beats a world covers more hours, but sources do not report in between.
    const sparse = [
      [1_000, 1_000, 5_000, 15_000],
      [1_000, 15_000, 60_000, 600_000],
    ];
    const dense = [[1_000], [1_000, 2_000, 5_000], [1_000, 5_000, 10_000]];
    this.beats = dice.pick(judged ? dense : [...dense, ...sparse]);
    this.now = START + dice.pick(BEGINNINGS_MS);
    this.activity = dice.between(2, 9);
    const temper = dice.pick([500, 3_000, 12_000]);
    this.paths = this.markets.map(
      ({ parameters, firstPrice }) =>
        new PricePath(new Dice(dice.seed()), firstPrice, parameters.quoteTick * 5, parameters.quoteMax, temper),
    );
    const troubles = dice.pick([0, 3, 20]);
    this.oracles = this.markets.map(
      ({ parameters }, number) =>
        new Oracle(new Dice(dice.seed()), number, parameters.sources.length, troubles, onFault),
    );
  }

  next(venue: SimulatedVenue): Step | undefined {
    this.venue = venue;
    while (this.steps.length === 0) this.draw();
    const step = this.steps.shift();
    if (step?.do === "crash" || step?.do === "cut stop" || step?.do === "restart") this.hasRestarted = true;
    if (step?.do !== "command") return step;
    return this.count++ < this.commandsMax ? step : undefined;
  }

  /** Adds at least one step or one turn. */
  private draw(): void {
    if (this.hasRestarted) return this.startSession();
    const first = this.opening.shift();
    // The opening runs without faults: a world that loses its only market would have no content.
    if (first !== undefined) return this.send(first, [{ do: "write" }, { do: "sync" }]);
    const turn = this.turns.shift();
    if (turn === undefined) this.beat();
    else turn();
  }

  /** Starts a session as a starting venue does; it may have been stopped for a while. */
  private startSession(): void {
    this.hasRestarted = false;
    if (this.dice.chance(100)) return;
    const resumesAt = this.now + this.dice.pick([0, 0, 4_000, 25_000]);
    this.send({ type: "start_session", resumesAt });
    // The ticks of the time without the venue are caught up.
    for (let second = Math.ceil((this.now + 1) / 1_000) * 1_000; second <= resumesAt; second += 1_000) {
      this.send({ type: "tick", at: second });
    }
    this.now = resumesAt;
  }

  private send(draft: Draft, steps: readonly Step[] = this.machine.afterCommand()): void {
    this.now = Math.max(this.now, draft.at ?? 0);
    this.steps.push({ do: "command", command: { ...draft, at: this.now } as Command }, ...steps);
  }

  /** Moves the clock on: sources report, it ticks, and then some of the workload happens. */
  private beat(): void {
    const { dice } = this;
    const length = dice.pick(this.beats);
    const second = Math.ceil((this.now + 1) / 1_000) * 1_000 + Math.max(0, length - 1_000);
    // Sources report just before the tick, however long the beat is.
    this.turns.push(() => this.report(second - 500));
    this.turns.push(() => this.send({ type: "tick", at: Math.max(second, Math.ceil(this.now / 1_000) * 1_000) }));
    const count = dice.between(0, this.activity);
    for (let i = 0; i < count; i++) this.turns.push(() => this.work());
    this.turns.push(() => {
      this.steps.push(...this.machine.betweenBeats());
    });
  }

  private report(at: number): void {
    const { dice } = this;
    const prices = this.paths.map((path) => path.move());
    if (dice.chance(3)) {
      const market = dice.below(this.markets.length);
      return this.send({ type: "set_index_prices", prices: [{ market, price: prices[market]! }], at });
    }
    const reported: SourcePrice[] = this.oracles.flatMap((oracle, number) => oracle.report(prices[number]!));
    if (reported.length > 0) this.send({ type: "oracle_prices", prices: reported, at });
  }

  /**
   * One step of the workload. Instead of setting a price by command, the true price moves towards it, so that sources
   * will report it.
   */
  private work(): void {
    this.workload.now = this.now;
    for (const command of this.workload.step(this.dice.seed())) {
      if (command.type !== "set_index_prices") this.send(command);
      else for (const { market, price } of command.prices) if (price > 0) this.paths[market]?.head(price);
    }
  }
}
