// Where the ring sits: it sends commands to a venue, keeps them, and knows what time it is and what index sources say.
// Everything that may move the index goes through `tick` and `pin`, so that the ledger sees it.

import type { Answer, Command, Engine } from "@evermark/engine";
import { Ledger } from "./score.ts";
import type { Setting } from "./settings.ts";

/** The engine's numbers without their units: the ring computes with shares and distances, and the engine checks. */
type Plain<Of> = Of extends number
  ? number
  : Of extends string | boolean | null
    ? Of
    : { readonly [Key in keyof Of]: Plain<Of[Key]> };
type Untimed<Of> = Of extends Command ? Plain<Omit<Of, "at">> : never;
export type Draft = Untimed<Command>;

/** What happens in a world, as it is written down: a command, or what sources would say of each market, in ticks. */
export type RingStep = { readonly command: Command } | { readonly said: readonly number[] };

const SOURCES = 3;
/** After so long an offer is assigned; and so often something may come of that before a leap. */
const CLAIM_WINDOW_MS = 11_000;
const LEAP_STEPS = 8;
const SAMPLE_MS = 15_000;
const SAMPLES = 100;

export class Desk {
  readonly steps: RingStep[] = [];
  /** Account numbers of the players. */
  readonly players: number[] = [];
  /** Until when the sources of a market are silent. */
  readonly silentUntil: number[] = [];
  readonly ledger: Ledger;
  private references = 0;

  constructor(
    readonly engine: Engine,
    readonly setting: Setting,
    public now: number,
  ) {
    this.ledger = new Ledger(engine, setting.index);
  }

  send(draft: Draft): Answer {
    const command = { ...draft, at: this.now } as unknown as Command;
    this.steps.push({ command });
    return this.ledger.apply(command);
  }

  /** A reference that was not used before. */
  reference(): string {
    return `ring:${++this.references}`;
  }

  /** The next whole second, or a later one that is given. */
  tick(to = this.now + 1_000): void {
    this.now = to;
    this.ledger.around(() => {
      if (this.setting.index === "reported") this.report();
      this.send({ type: "tick" });
    });
  }

  /** A later second, with the ticks before it that a liquidation or the fund's rows may wait for. */
  leap(to: number): void {
    for (let left = LEAP_STEPS; left > 0 && this.now + CLAIM_WINDOW_MS < to; left--) {
      if (this.engine.liquidations.offers().length === 0) break;
      this.tick(this.now + CLAIM_WINDOW_MS);
    }
    // Premiums are sampled all the way, or a quote that was shown for a minute would be the premium of eight hours.
    const stride = Math.floor((to - this.now) / SAMPLES / SAMPLE_MS) * SAMPLE_MS;
    if (stride > SAMPLE_MS)
      for (let at = Math.ceil(this.now / SAMPLE_MS) * SAMPLE_MS + stride; at < to; at += stride) this.tick(at);
    this.tick(to);
  }

  /** What sources would say while they are silent. */
  whisper(market: number, ticks: number): void {
    this.ledger.around(() => {
      this.ledger.said[market] = ticks;
    });
    this.steps.push({ said: [...this.ledger.said] });
  }

  /** Sets an index by hand. */
  pin(market: number, ticks: number): void {
    this.ledger.said[market] = ticks;
    if (this.setting.index === "reported") return;
    const price = ticks * this.engine.market(market).parameters.quoteTick;
    this.ledger.around(() => this.send({ type: "set_index_prices", prices: [{ market, price }] }));
  }

  private report(): void {
    const prices = this.ledger.said.flatMap((ticks, market) => {
      if (this.now < (this.silentUntil[market] ?? 0)) return [];
      const price = ticks * this.engine.market(market).parameters.quoteTick;
      return Array.from({ length: SOURCES }, (_, source) => ({ market, source, price, volume: 0 }));
    });
    if (prices.length > 0) this.send({ type: "oracle_prices", prices });
  }
}
