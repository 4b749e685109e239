// The keys that may use the operator's console: only the public halves, each with a name and its roles. They are kept
// in a file of the data directory, which only the operator may write to. A change takes effect at once, even for
// requests under way. A damaged file lets no key in, which is safe because trading does not depend on the console.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OperatorRole } from "@evermark/interface/rows/endpoint.ts";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { setAside } from "@evermark/journal/set-aside.ts";
import type { Logger } from "pino";

export interface ConsoleKey {
  readonly name: string;
  /** `ed25519:` and the public key in base58. */
  readonly key: string;
  readonly roles: readonly OperatorRole[];
  /** The user of the venue's machine who granted the key. */
  readonly grantedBy: string;
  /** In milliseconds since 1970, like `expiresAt`. */
  readonly grantedAt: number;
  /** Null for a key without an end. */
  readonly expiresAt: number | null;
}

interface StoredKeys {
  readonly format: 1;
  readonly keys: readonly ConsoleKey[];
}

/** No operator would read a longer list. */
export const CONSOLE_KEYS_MAX = 100;
/** How long a key is valid by default. */
export const KEY_LIFETIME_MS = 90 * 86_400_000;
const FILE = "console-keys.json";

export class ConsoleKeys {
  readonly #path: string;
  #keys: readonly ConsoleKey[];

  /** @param folder the folder of the file; it need not exist */
  constructor(folder: string, log: Logger) {
    this.#path = join(folder, FILE);
    const read = readFacts(this.#path);
    this.#keys = typeof read === "object" ? (read.facts as StoredKeys).keys : [];
    if (read !== "damaged") return;
    const aside = setAside(this.#path);
    log.error(
      { file: aside },
      "the keys of the operator's console are damaged; the file was set aside, and no key is valid",
    );
  }

  list(): readonly ConsoleKey[] {
    return this.#keys;
  }

  /** @param now milliseconds since 1970 @returns undefined also for a key that has ended */
  find(key: string, now: number): ConsoleKey | undefined {
    const found = this.#keys.find((known) => known.key === key);
    return found === undefined || (found.expiresAt !== null && found.expiresAt <= now) ? undefined : found;
  }

  /** Replaces the key of the same name. @throws when it can't be made durable: then nothing has changed */
  grant(granted: ConsoleKey): void {
    this.#keep([...this.#keys.filter(({ name }) => name !== granted.name), granted]);
  }

  /** @returns false when there is no key of that name @throws as `grant` */
  remove(name: string): boolean {
    const others = this.#keys.filter((known) => known.name !== name);
    if (others.length === this.#keys.length) return false;
    this.#keep(others);
    return true;
  }

  #keep(keys: readonly ConsoleKey[]): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    writeFacts(this.#path, { format: 1, keys } satisfies StoredKeys, true);
    this.#keys = keys;
  }
}
