// Remembers which connections sent a validly signed request last. A connection that did not is a stranger's; one that did
// needed an account for it, and was within that account's limits.

/** More connections than any crowd of traders has; beyond this, the oldest is forgotten. */
const KNOWN_MAX = 16_384;

export class Acquaintances {
  readonly #known = new Set<string>();

  /** How many connections are known. */
  get size(): number {
    return this.#known.size;
  }

  /** Called when a connection's request was signed and within its account's limits. */
  meet(connection: string): void {
    this.#known.delete(connection);
    this.#known.add(connection);
    if (this.#known.size > KNOWN_MAX) this.#known.delete(this.#known.values().next().value!);
  }

  /** Whether a connection is known. That is good for one request: if that is signed as well, the connection is known again. */
  take(connection: string): boolean {
    return this.#known.delete(connection);
  }
}
