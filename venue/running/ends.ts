// How the parts of a venue end, and in which order: those that bring commands first, then the doors, then what the
// commands rest on. A start that fails half-way ends what it has opened in the same order.

const ORDER = [
  "feeds",
  "rounds",
  "receivers",
  "time",
  "chain",
  "streams",
  "server",
  "metrics",
  "console",
  "doorman",
  "journal",
  "operator",
  "history",
  "directory",
] as const;

export type PartName = (typeof ORDER)[number];

export class Ends {
  readonly #ends = new Map<PartName, () => Promise<void> | void>();

  /** A part is open. What a part that goes on is to end with takes the place of what it said before. */
  opened(part: PartName, end: () => Promise<void> | void): void {
    this.#ends.set(part, end);
  }

  /** Ends what is open, each part when the one before it has ended. */
  async end(): Promise<void> {
    for (const part of ORDER) await this.#ends.get(part)?.();
  }
}
