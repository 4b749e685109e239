// Whether the venue works: an open list of named conditions. Each part that can fail without ending the process
// declares its condition once, and reports when it breaks and when it holds again; `/ready`, `/health` and the metrics
// read the list. Nothing else depends on it: a part that refuses commands does so for its own reason.

import type { ConditionMetrics } from "./metrics.ts";

/** One part's condition. It holds until it is reported as broken; reporting the same state twice changes nothing. */
export interface Condition {
  /** @param reason shown to any caller, so without paths or other internals */
  broken(reason: string): void;
  holds(): void;
}

/**
 * `ok`; `degraded`: trading goes on, but something is missing. `/ready` is still 200, because otherwise a venue that is
 * the only one would get no more requests for the sake of a late candle; `unready`: commands are refused.
 */
export type ReadinessStatus = "ok" | "degraded" | "unready";

export interface ReadinessReader {
  readonly status: ReadinessStatus;
  /** The reasons of all broken conditions by name, in the order of declaration. */
  reasons(): Readonly<Record<string, string>>;
}

interface Declared {
  readonly name: string;
  readonly isNeeded: boolean;
  reason: string | null;
}

export class Readiness implements ReadinessReader {
  readonly #metrics: ConditionMetrics;
  readonly #declared: Declared[] = [];

  constructor(metrics: ConditionMetrics) {
    this.#metrics = metrics;
    metrics.ready(true);
  }

  /** Declares a condition without which commands are refused. @throws {Error} when the name is taken */
  needed(name: string): Condition {
    return this.#declare(name, true);
  }

  /** Declares a condition without which trading goes on. @throws {Error} when the name is taken */
  useful(name: string): Condition {
    return this.#declare(name, false);
  }

  get status(): ReadinessStatus {
    const broken = this.#broken();
    if (broken.length === 0) return "ok";
    return broken.some(({ isNeeded }) => isNeeded) ? "unready" : "degraded";
  }

  reasons(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#broken().map(({ name, reason }) => [name, reason]));
  }

  #declare(name: string, isNeeded: boolean): Condition {
    if (this.#declared.some((known) => known.name === name)) throw new Error(`condition ${name} is declared twice`);
    const declared: Declared = { name, isNeeded, reason: null };
    this.#declared.push(declared);
    const say = (reason: string | null): void => {
      declared.reason = reason;
      this.#metrics.condition(name, reason === null);
      this.#metrics.ready(this.status !== "unready");
    };
    say(null);
    return { broken: say, holds: () => say(null) };
  }

  #broken(): (Declared & { readonly reason: string })[] {
    return this.#declared.filter((each): each is Declared & { reason: string } => each.reason !== null);
  }
}
