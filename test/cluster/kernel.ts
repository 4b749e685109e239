// Simulated time: a list of planned steps, each at its instant. No time passes within a step, and steps at the same
// instant run in the order in which they were planned.

type Step = () => void;

/** Far more steps than ever happen at one instant, so reaching this number means an endless loop. */
const STEPS_AT_ONE_INSTANT = 100_000;

interface Planned {
  readonly at: number;
  readonly order: number;
  readonly step: Step;
}

export class Kernel {
  now = 0;
  steps = 0;
  #planned: Planned[] = [];
  #orders = 0;

  after(ms: number, step: Step): void {
    const heap = this.#planned;
    const planned = { at: this.now + Math.max(0, ms), order: this.#orders++, step };
    let at = heap.push(planned) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (isSooner(heap[above]!, planned)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = planned;
  }

  /** Runs until an instant, or until `isEnough`. @returns false when an endless loop at one instant was found */
  run(until: number, isEnough: () => boolean = () => false): boolean {
    let sinceInstant = 0;
    while (this.#planned.length > 0 && this.#planned[0]!.at <= until && !isEnough()) {
      const { at, step } = this.#next();
      sinceInstant = at === this.now ? sinceInstant + 1 : 0;
      if (sinceInstant > STEPS_AT_ONE_INSTANT) return false;
      this.now = at;
      this.steps++;
      step();
    }
    return true;
  }

  #next(): Planned {
    const heap = this.#planned;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isSooner(heap[below + 1]!, heap[below]!)) below++;
      if (isSooner(last, heap[below]!)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

function isSooner(one: Planned, other: Planned): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
