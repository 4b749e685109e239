// Ends the parts of a venue in a fixed order: those that bring commands first, then those that clients come in by, then
// those that commands depend on. A start that fails halfway ends what it has opened in the same order.

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

  /** Registers how a part ends. A part that opens in several steps replaces its earlier end. */
  opened(part: PartName, end: () => Promise<void> | void): void {
    this.#ends.set(part, end);
  }

  /** Ends the open parts one after the other. */
  async end(): Promise<void> {
    for (const part of ORDER) await this.#ends.get(part)?.();
  }
}
