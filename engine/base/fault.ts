// A fault is a broken promise of ours, never a user's mistake: it is thrown, and the venue stops rather than trade on a
// state it can't trust. Assertions stay on in production.

export class Fault extends Error {
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(`${message} ${describe(details)}`.trim());
    this.name = "Fault";
    this.details = details;
  }
}

/** Data written by a newer program: it is intact, and this program must neither use nor change it. */
export class WrittenByNewer extends Fault {
  /** @param what the data, @param found the number it carries, @param newest the highest such number that this program knows */
  constructor(
    readonly what: string,
    readonly found: string,
    readonly newest: number,
  ) {
    super(
      `${what} was written by a newer Evermark (${found}; this one knows up to ${newest}): ` +
        "start the newer one, or restore a copy from before the upgrade",
    );
    this.name = "WrittenByNewer";
  }

  /** The same fault, naming the place where the data was found. */
  named(what: string): WrittenByNewer {
    return new WrittenByNewer(what, this.found, this.newest);
  }
}

/** @throws {Fault} when `holds` is false; `claim` says what should have been true. */
export function assert(holds: boolean, claim: string, details: Readonly<Record<string, unknown>> = {}): asserts holds {
  if (!holds) broken(claim, details);
}

/**
 * What `assert` does on failure. Code that every order passes calls it behind its own `if`, `if (!(left >= 0)) broken(…)`, so
 * that no object is made of the values, and no function called, unless the check fails. Not `left < 0`: NaN has to fail
 * as well.
 */
export function broken(claim: string, details: Readonly<Record<string, unknown>>): never {
  throw new Fault(`broken invariant: ${claim}`, details);
}

/** Ends a `switch` over a union: a new member that no case handles does not type-check. */
export function unreachable(x: never): never {
  throw new Fault("a case that nobody handles", { x });
}

function describe(details: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}
