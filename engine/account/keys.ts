// Access keys: which account each one speaks for, what for and until when. One that has expired says nothing any more, and
// leaves at the first midnight that is a day later: until then its owner is told what became of it. Interface 4.1; rules,
// Appendix D.

import { DAY_MS } from "../numbers/calendar.ts";
import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { NONE } from "../storage/int-map.ts";
import type { KeyedHash } from "../storage/keyed-hash.ts";
import { TEXT_INTS, TextTable } from "../storage/text-table.ts";
import type { Millis } from "../units.ts";

export interface ApiKey {
  readonly account: number;
  readonly scope: string;
  readonly expiration: Millis;
}

/** Keys belong to nobody before they are found. */
const NOBODY = 0;
const ACCOUNT = TEXT_INTS;
const SCOPE = TEXT_INTS + 1;
/** In steps of a number's width. */
const EXPIRATION = 3;
const NUMBERS = 4;
const WIDTH = NUMBERS * 2;

export class Keys extends TextTable {
  /** The scopes that were ever given, each once: there are few, and millions of keys. */
  readonly #scopes: string[] = [];
  readonly #scopeNumbers = new Map<string, number>();

  constructor(hash: KeyedHash) {
    super(hash, NUMBERS);
  }

  get(key: string): ApiKey | undefined {
    const row = this.rowOf(NOBODY, key);
    if (row === NONE) return undefined;
    return {
      account: this.ints[row * WIDTH + ACCOUNT]!,
      scope: this.#scopes[this.ints[row * WIDTH + SCOPE]!]!,
      expiration: this.numbers[row * NUMBERS + EXPIRATION]! as Millis,
    };
  }

  /** Adds a key, or replaces what it was for. */
  set(key: string, { account, scope, expiration }: ApiKey): void {
    const known = this.rowOf(NOBODY, key);
    const row = known === NONE ? this.add(NOBODY, key) : known;
    this.numbers[row * NUMBERS + EXPIRATION] = expiration;
    this.ints[row * WIDTH + ACCOUNT] = account;
    this.ints[row * WIDTH + SCOPE] = this.#numberOf(scope);
  }

  /** Takes out those that expired a day ago or earlier. It looks at every key, so it is for once a day. */
  forgetExpired(now: Millis): void {
    for (let row = 0; row < this.used; row++) {
      if (this.isTaken(row) && this.numbers[row * NUMBERS + EXPIRATION]! <= now - DAY_MS) this.remove(row);
    }
  }

  override write(out: ByteWriter): void {
    super.write(out);
    out.i32(this.#scopes.length);
    for (const scope of this.#scopes) out.text(scope);
  }

  override read(input: ByteReader): void {
    super.read(input);
    for (let left = input.i32(); left > 0; left--) this.#numberOf(input.text());
  }

  #numberOf(scope: string): number {
    const known = this.#scopeNumbers.get(scope);
    if (known !== undefined) return known;
    const number = this.#scopes.push(scope) - 1;
    this.#scopeNumbers.set(scope, number);
    return number;
  }
}
