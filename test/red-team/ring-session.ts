// The ring's access to a venue: sends commands and records them, and keeps the time and the index that sources report.
// Everything that may move the index goes through `say`, so that the ledger sees it.

import type { Answer, Command, Engine } from "@evermark/engine";
import type { Draft } from "../workload/drawn-command.ts";
import { Ledger } from "./score.ts";
import type { Setting } from "./world-settings.ts";

/** A recorded event of a world: a command, or the price that sources would report for a market, in its ticks. */
export type RingStep = { readonly command: Command } | { readonly said: number; readonly market: number };

export const SOURCES = 3;
/** After this time an offer is assigned; and how many such intervals are ticked through before a leap. */
const CLAIM_WINDOW_MS = 11_000;
const LEAP_STEPS = 8;
const SAMPLE_MS = 15_000;
const SAMPLES = 100;
/** While a delisting's samples are taken, none is skipped. */
const DELISTING_MS = 1_900_000;
const MINUTE_MS = 60_000;

export class RingSession {
  readonly steps: RingStep[] = [];
  /** The account numbers of the players, and of other people by their role. */
  readonly players: number[] = [];
  readonly honest: number[] = [];
  /** For each market, how many of its sources are silent, and until when. */
  readonly silence: { until: number; sources: number }[] = [];
  readonly ledger: Ledger;
  /** For each market, the direction of its index's last move: 1, -1, or undefined. */
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

  /** Ticks the next whole second, or a given later one. */
  tick(to = Math.floor(this.now / 1_000) * 1_000 + 1_000): void {
    this.now = to;
    if (this.setting.feed === "sources") this.report();
    this.send({ type: "tick" });
  }

  /** Ticks a later second, and before it those for which a liquidation or the fund's rows may wait. */
  leap(to: number): void {
    for (let left = LEAP_STEPS; left > 0 && this.now + CLAIM_WINDOW_MS < to; left--) {
      if (this.engine.liquidations.offers().length === 0) break;
      this.tick(this.now + CLAIM_WINDOW_MS);
    }
    // Premiums are sampled on the whole way; otherwise a quote shown for a minute would decide eight hours' premium.
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

  /** Sets the price from now on, in ticks: by hand at once, or as the report of those sources that are not silent. */
  setSourcePrice(market: number, ticks: number): void {
    if (ticks === this.ledger.sourcePrices[market]) return;
    this.lastMoves[market] = Math.sign(ticks - this.ledger.sourcePrices[market]!);
    this.ledger.setSourcePrice(market, ticks);
    this.steps.push({ said: ticks, market });
    if (this.setting.feed === "sources") return;
    const price = ticks * this.engine.market(market).parameters.quoteTick;
    this.send({ type: "set_index_prices", prices: [{ market, price }] });
  }

  /** How many sources of a market are silent now. */
  silent(market: number): number {
    const silence = this.silence[market];
    return silence !== undefined && this.now < silence.until ? silence.sources : 0;
  }

  private report(): void {
    const prices = this.ledger.sourcePrices.flatMap((ticks, market) => {
      const price = ticks * this.engine.market(market).parameters.quoteTick;
      const first = this.silent(market);
      return Array.from({ length: SOURCES - first }, (_, n) => ({ market, source: first + n, price, volume: 0 }));
    });
    if (prices.length > 0) this.send({ type: "oracle_prices", prices });
  }
}
