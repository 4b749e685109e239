// A whole world from one seed: which markets, who trades, how prices move, how often the machine fails. It tells its
// story step by step while looking at the venue; what it decided is recorded, so nothing here is needed to repeat it.

import type { CoreSettings } from "@evermark/core";
import type { Command } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, START } from "@evermark/engine/testing/setup.ts";
import type { Dice } from "./dice.ts";
import { Dice as NewDice } from "./dice.ts";
import { type Character, type Draft, Floor, USDC } from "./floor.ts";
import { inPlay } from "./kinds.ts";
import { Machine } from "./machine.ts";
import { drawMarkets, type PlannedMarket } from "./markets.ts";
import { Oracle } from "./oracle.ts";
import { PricePath } from "./price-path.ts";
import type { Story } from "./run.ts";
import type { Step } from "./steps.ts";
import { algoUser } from "./traders/algo-user.ts";
import { builder } from "./traders/builder.ts";
import { cashier } from "./traders/cashier.ts";
import { gambler } from "./traders/gambler.ts";
import { hedger } from "./traders/hedger.ts";
import { liquidator } from "./traders/liquidator.ts";
import { maker } from "./traders/maker.ts";
import { operator, reopen } from "./traders/operator.ts";
import { provider } from "./traders/provider.ts";
import { spammer } from "./traders/spammer.ts";
import { taker } from "./traders/taker.ts";
import { trendFollower } from "./traders/trend-follower.ts";
import type { SimulatedVenue } from "./venue.ts";

/** Who may appear, how often they act, and what they start with in USDC. */
const CAST: readonly { act: Character; weight: number; money: readonly number[]; always: boolean }[] = [
  { act: maker, weight: 30, money: [3_000_000], always: true },
  { act: maker, weight: 20, money: [500_000], always: false },
  { act: taker, weight: 14, money: [20_000, 300_000], always: true },
  { act: gambler, weight: 8, money: [60, 700, 5_000, 40_000], always: true },
  { act: gambler, weight: 6, money: [700, 20_000], always: false },
  { act: trendFollower, weight: 6, money: [2_000, 30_000], always: false },
  { act: hedger, weight: 9, money: [3_000, 50_000], always: false },
  { act: algoUser, weight: 9, money: [30_000], always: false },
  { act: liquidator, weight: 25, money: [2_000_000], always: true },
  { act: cashier, weight: 8, money: [10_000], always: false },
  { act: builder, weight: 3, money: [50_000], always: false },
  { act: provider, weight: 5, money: [200_000], always: false },
  { act: spammer, weight: 4, money: [1_000], always: false },
];
/** When a world begins: at 22:14, shortly before an hour, shortly before midnight. */
const BEGINNINGS_MS = [0, 2_700_000, 2_730_000, 6_300_000, 6_330_000];
/** So many of a thousand turns are the operator's. */
const OPERATOR_PER_MILLE = 15;
const REOPENED_PER_MILLE = 40;

type Turn = () => Draft | readonly Draft[] | undefined;

export class World implements Story {
  readonly settings: CoreSettings;
  private readonly dice: Dice;
  private readonly floor: Floor;
  private readonly machine: Machine;
  private readonly markets: readonly PlannedMarket[];
  private readonly paths: PricePath[];
  private readonly oracles: Oracle[];
  private readonly cast: { act: Character; weight: number; account: number }[] = [];
  private readonly opening: Draft[];
  /** What a beat of the clock takes, in milliseconds, and how many act in it. */
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
    private readonly judged: boolean,
    onFault: (name: string) => void,
  ) {
    const dice = new NewDice(seed);
    this.dice = dice;
    const kept = new NewDice(seed + 1);
    this.settings = {
      segmentBytes: dice.pick([6_000, 40_000, 1_000_000]),
      snapshotEveryCommands: kept.pick([30, 100, 400]),
      keepSnapshots: kept.between(1, 3),
      prune: kept.chance(300),
    };
    this.markets = drawMarkets(dice, judged);
    this.floor = new Floor(
      new NewDice(dice.seed()),
      () => this.venue!,
      (kind) => inPlay(kind, judged),
    );
    this.machine = new Machine(new NewDice(dice.seed()), dice.pick([0, 10, 40]));
    // A venue ticks every second. Longer beats bring a world to more hours; sources are not heard in between.
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
        new PricePath(new NewDice(dice.seed()), firstPrice, parameters.quoteTick * 5, parameters.quoteMax, temper),
    );
    const troubles = dice.pick([0, 3, 20]);
    this.oracles = this.markets.map(
      ({ parameters }, number) =>
        new Oracle(new NewDice(dice.seed()), number, parameters.sources.length, troubles, onFault),
    );
    this.opening = this.open();
  }

  next(venue: SimulatedVenue): Step | undefined {
    this.venue = venue;
    while (this.steps.length === 0) this.draw();
    const step = this.steps.shift();
    if (step?.do === "crash" || step?.do === "cut stop" || step?.do === "restart") this.hasRestarted = true;
    if (step?.do !== "command") return step;
    return this.count++ < this.commandsMax ? step : undefined;
  }

  /** Brings at least one step, or one turn, nearer. */
  private draw(): void {
    if (this.hasRestarted) return this.startSession();
    const first = this.opening.shift();
    // Without trouble: a world that loses its only market has nothing to tell.
    if (first !== undefined) return this.send(first, 0, [{ do: "write" }, { do: "sync" }]);
    const turn = this.turns.shift();
    if (turn === undefined) return this.beat();
    const wanted = turn();
    if (wanted === undefined) return;
    for (const draft of "type" in wanted ? [wanted] : wanted) this.send(draft, this.dice.pick([1, 1, 3, 70]));
  }

  /** As a venue does when it starts; it may have stood still for a while. */
  private startSession(): void {
    this.hasRestarted = false;
    if (this.dice.chance(100)) return;
    const resumesAt = this.now + this.dice.pick([0, 0, 4_000, 25_000]);
    this.send({ type: "start_session", resumesAt: resumesAt as never }, 0);
    // The ticks of the time in which the venue stood still are made up for.
    for (let second = Math.ceil((this.now + 1) / 1_000) * 1_000; second <= resumesAt; second += 1_000) {
      this.send({ type: "tick" }, second - this.now);
    }
    this.now = resumesAt;
  }

  private send(draft: Draft, after: number, then: readonly Step[] = this.machine.afterCommand()): void {
    if (!inPlay(draft.type, this.judged)) return;
    this.now += after;
    this.steps.push({ do: "command", command: { ...draft, at: this.now } as Command }, ...then);
  }

  /** The markets, builders, accounts and money that a world starts with. */
  private open(): Draft[] {
    const { dice } = this;
    const chosen = CAST.filter(({ always }) => always || dice.chance(550));
    for (const [account, { act, weight }] of chosen.entries()) this.cast.push({ act, weight, account });
    const commands = [
      ...this.markets.map(({ parameters, firstPrice }) => listMarket(parameters, firstPrice)),
      addBroker("plain", 60, 30),
      addBroker("cheap", 31, 0),
      ...chosen.map((_, account) => openAccount(account, account % 3 === 1 ? "cheap" : "plain")),
      ...chosen.map(({ money }, account) => deposit(account, dice.pick(money) * USDC, `faucet:${account}:1`)),
    ];
    return commands.map(({ at, ...draft }) => draft as Draft);
  }

  /** The clock moves on: sources report, it ticks, and then some of the cast want something. */
  private beat(): void {
    const { dice } = this;
    this.floor.remember();
    const length = dice.pick(this.beats);
    const second = Math.ceil((this.now + 1) / 1_000) * 1_000 + Math.max(0, length - 1_000);
    this.turns.push(() => {
      // Sources report just before the tick, however long the beat is.
      this.now = Math.max(this.now, second - 500);
      return this.reports();
    });
    this.turns.push(() => {
      this.now = Math.max(second, Math.ceil(this.now / 1_000) * 1_000);
      this.steps.push({ do: "command", command: { type: "tick", at: this.now } as Command });
      this.steps.push(...this.machine.afterCommand());
      return undefined;
    });
    const count = dice.between(0, this.activity);
    for (let i = 0; i < count; i++) this.turns.push(() => this.someoneActs());
    this.turns.push(() => {
      this.steps.push(...this.machine.betweenBeats());
      return undefined;
    });
  }

  private reports(): Draft[] {
    const { dice } = this;
    const prices = this.paths.map((path) => path.move());
    if (dice.chance(3)) {
      const market = dice.below(this.markets.length);
      return [{ type: "set_index_prices", prices: [{ market, price: prices[market]! as never }] }];
    }
    const said = this.oracles.flatMap((oracle, number) => oracle.report(prices[number]!));
    return said.length === 0 ? [] : [{ type: "oracle_prices", prices: said }];
  }

  private someoneActs(): Draft | readonly Draft[] | undefined {
    const { dice } = this;
    if (dice.chance(REOPENED_PER_MILLE)) return reopen(this.floor);
    if (dice.chance(OPERATOR_PER_MILLE)) return operator(this.floor, 0);
    let left = dice.below(this.cast.reduce((sum, { weight }) => sum + weight, 0));
    const actor = this.cast.find(({ weight }) => {
      left -= weight;
      return left < 0;
    })!;
    return actor.act(this.floor, actor.account);
  }
}
