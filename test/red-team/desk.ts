// Where the ring sits: it sends commands to a venue, keeps them, and knows what time it is and what index sources say.
// Everything that may move the index goes through `say`, so that the ledger sees it.

import type { Answer, Command, Engine } from "@evermark/engine";
import type { Draft } from "../workload/drawn-command.ts";
import { Ledger } from "./score.ts";
import type { Setting } from "./world-settings.ts";

/** What happens in a world, as it is written down: a command, or what sources would say of a market, in its ticks. */
export type RingStep = { readonly command: Command } | { readonly said: number; readonly market: number };

export const SOURCES = 3;
/** After so long an offer is assigned; and so often something may come of that before a leap. */
const CLAIM_WINDOW_MS = 11_000;
const LEAP_STEPS = 8;
const SAMPLE_MS = 15_000;
const SAMPLES = 100;
/** While a delisting's samples are taken none is left out. */
const DELISTING_MS = 1_900_000;
const MINUTE_MS = 60_000;

export class Desk {
  readonly steps: RingStep[] = [];
  /** Account numbers of the players; and of the other people, by their part. */
  readonly players: number[] = [];
  readonly honest: number[] = [];
  /** Until when so many sources of a market are silent. */
  readonly silence: { until: number; sources: number }[] = [];
  readonly ledger: Ledger;
  /** Of each market, to which side its index moved last: 1, -1, or undefined. */
  readonly lastMoves: number[] = [];
  private references = 0;

  constructor(
    readonly engine: Engine,
    readonly setting: Setting,
    public now: number,
  ) {
    this.ledger = new Ledger(engine);
  }

  send(draft: Draft): Answer {
    const command = { ...draft, at: this.now } as Command;
    this.steps.push({ command });
    return this.ledger.apply(command);
  }

  /** A reference that was not used before. */
  reference(): string {
    return `ring:${++this.references}`;
  }

  /** The next whole second, or a later one that is given. */
  tick(to = Math.floor(this.now / 1_000) * 1_000 + 1_000): void {
    this.now = to;
    if (this.setting.feed === "sources") this.report();
    this.send({ type: "tick" });
  }

  /** A later second, with the ticks before it that a liquidation or the fund's rows may wait for. */
  leap(to: number): void {
    for (let left = LEAP_STEPS; left > 0 && this.now + CLAIM_WINDOW_MS < to; left--) {
      if (this.engine.liquidations.offers().length === 0) break;
      this.tick(this.now + CLAIM_WINDOW_MS);
    }
    // Premiums are sampled all the way, or a quote that was shown for a minute would be the premium of eight hours.
    const sampled = this.isSampled(to);
    const each = sampled ? SAMPLE_MS : Math.floor((to - this.now) / SAMPLES / SAMPLE_MS) * SAMPLE_MS;
    if (sampled || each > SAMPLE_MS)
      for (let at = (Math.floor(this.now / SAMPLE_MS) + 1) * SAMPLE_MS; at < to; at += each) this.tick(at);
    this.tick(to);
  }

  nextMinute(): void {
    this.leap((Math.floor(this.now / MINUTE_MS) + 1) * MINUTE_MS);
  }

  private isSampled(to: number): boolean {
    return this.setting.markets.some((_, market) => {
      const { delistAt, state } = this.engine.market(market);
      return delistAt !== 0 && state !== "DELISTED" && this.now < delistAt && to > delistAt - DELISTING_MS;
    });
  }

  /** From now on this is the price, in ticks: set by hand at once, or said by those sources that are not silent. */
  say(market: number, ticks: number): void {
    if (ticks === this.ledger.said[market]) return;
    this.lastMoves[market] = Math.sign(ticks - this.ledger.said[market]!);
    this.ledger.say(market, ticks);
    this.steps.push({ said: ticks, market });
    if (this.setting.feed === "sources") return;
    const price = ticks * this.engine.market(market).parameters.quoteTick;
    this.send({ type: "set_index_prices", prices: [{ market, price }] });
  }

  /** How many sources of a market say nothing now. */
  silent(market: number): number {
    const silence = this.silence[market];
    return silence !== undefined && this.now < silence.until ? silence.sources : 0;
  }

  private report(): void {
    const prices = this.ledger.said.flatMap((ticks, market) => {
      const price = ticks * this.engine.market(market).parameters.quoteTick;
      const first = this.silent(market);
      return Array.from({ length: SOURCES - first }, (_, n) => ({ market, source: first + n, price, volume: 0 }));
    });
    if (prices.length > 0) this.send({ type: "oracle_prices", prices });
  }
}
