// Answers over the whole venue that are made at most once in a while: a caller in between gets the latest one, or waits
// for the one being made. There is one for each engine, because a process may run several venues.

import type { EngineReader } from "@evermark/engine";
import type { Venue } from "../../venue.ts";

interface CachedAnswer<Thing> {
  /** Venue time, milliseconds. */
  readonly at: number;
  readonly thing: Promise<Thing>;
}

export class PeriodicAnswer<Thing> {
  readonly #ageMaxMs: number;
  readonly #make: (venue: Venue) => Promise<Thing>;
  readonly #made = new WeakMap<EngineReader, CachedAnswer<Thing>>();

  constructor(ageMaxMs: number, make: (venue: Venue) => Promise<Thing>) {
    this.#ageMaxMs = ageMaxMs;
    this.#make = make;
  }

  of(venue: Venue): Promise<Thing> {
    const { engine, clock } = venue;
    const now = clock.now();
    const known = this.#made.get(engine);
    if (known !== undefined && now - known.at < this.#ageMaxMs) return known.thing;
    const made = { at: now, thing: this.#make(venue) };
    this.#made.set(engine, made);
    // A failed answer is made again for the next caller.
    made.thing.catch(() => {
      if (this.#made.get(engine) === made) this.#made.delete(engine);
    });
    return made.thing;
  }
}
