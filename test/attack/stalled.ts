// Connections that were left in the middle of something: the venue has to close them by itself, each within its time.

import type { Wire } from "./bare-wire.ts";

/** More than these are not watched: the venue may limit how many there are. */
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

  /** What is still within its time is let go. */
  end(): void {
    for (const watched of this.#watched) this.#drop(watched);
  }

  #drop(watched: Watched): void {
    clearTimeout(watched.timer);
    watched.wire.close();
    this.#watched.delete(watched);
  }
}
