// Which connections have brought a signature that was right with the request before. One that has not is a stranger's; one
// that has needed an account for it, and was within the limits of that.

/** More connections than any crowd of traders has; those that were met first are forgotten first. */
const KNOWN_MAX = 16_384;

export class Acquaintances {
  readonly #known = new Set<string>();

  /** How many connections are known. */
  get size(): number {
    return this.#known.size;
  }

  /** A request of a connection was signed, and was within its account's limits. */
  meet(connection: string): void {
    this.#known.delete(connection);
    this.#known.add(connection);
    if (this.#known.size > KNOWN_MAX) this.#known.delete(this.#known.values().next().value!);
  }

  /** Whether a connection is known, which is good for one request: who signs that as well is met again. */
  take(connection: string): boolean {
    return this.#known.delete(connection);
  }
}
