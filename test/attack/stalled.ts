// Connections that were left in the middle of something: the venue has to close each within its time.

import type { Wire } from "./bare-wire.ts";

/** At most this many are watched, because the venue may limit their number. */
const WATCHED_MAX = 60;

interface Watched {
  readonly wire: Wire;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class StalledConnections {
  readonly #watched = new Set<Watched>();
  readonly #complain: (kind: string, detail: string) => void;

  constructor(complain: (kind: string, detail: string) => void) {
    this.#complain = complain;
  }

  add(wire: Wire, kind: string, withinMs: number): void {
    if (this.#watched.size >= WATCHED_MAX) return wire.close();
    const watched: Watched = {
      wire,
      timer: setTimeout(() => {
        this.#drop(watched);
        this.#complain(kind, `open for more than ${withinMs / 1_000} s`);
      }, withinMs),
    };
    this.#watched.add(watched);
    void wire.closes(withinMs + 1_000).then(() => this.#drop(watched));
  }

  /** Drops the connections that are still within their time. */
  end(): void {
    for (const watched of this.#watched) this.#drop(watched);
  }

  #drop(watched: Watched): void {
    clearTimeout(watched.timer);
    watched.wire.close();
    this.#watched.delete(watched);
  }
}
