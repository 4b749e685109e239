// Follows the `seq` of one topic, which rises by one with each frame, to tell a lost frame from a repeated one. The first
// frame after an acknowledgement may repeat the current number, because it shows the current value. Streams 3.4.

export interface Gap {
  /** `seq` of the last frame before the gap, and of the first one after it. */
  readonly last: number;
  readonly next: number;
  /** How many frames are missing; null when the numbering was restarted. */
  readonly missed: number | null;
}

type Continuity = { readonly is: "next" } | { readonly is: "repeated" } | ({ readonly is: "gap" } & Gap);

export class Sequence {
  #last: number | undefined;
  #isFirst = true;

  /** The topic was subscribed again: the next frame may repeat the last number, or be far behind it. */
  restart(): void {
    this.#isFirst = true;
  }

  take(next: number): Continuity {
    const last = this.#last;
    const isFirst = this.#isFirst;
    if (!isFirst && last !== undefined && next <= last) return { is: "repeated" };
    this.#isFirst = false;
    this.#last = next;
    if (last === undefined || next === last || next === last + 1) return { is: "next" };
    return { is: "gap", last, next, missed: next > last ? next - last - 1 : null };
  }
}
