// Access keys: what each one permits for an account, and until when. Each account has keys of its own: a client that binds
// someone else's public key to his account has bound it for that account alone. An expired key permits nothing, and is
// deleted at the first midnight a day or more later: until then its owner can see what became of it. A key that is removed
// expires at that moment. Interface 4.1 and 4.7; rules, Appendix D.

import { DAY_MS } from "../../base/numbers/calendar.ts";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { inTextOrder } from "../../base/text-order.ts";
import type { AccountNumber, KeyNumber, Millis } from "../../base/units.ts";
import { UNDATED } from "../../language/commands/account-commands.ts";
import { KeyTable } from "./key-table.generated.ts";
import { KeysByAccount } from "./keys-by-account.ts";

/** Special values of a key's addresses: it may be used from everywhere, or from nowhere. */
export const EVERYWHERE = "";
export const NOWHERE = "none";

/** The most rows of one account that a list looks at. */
const LISTED_MAX = 10_000;

export interface ApiKey {
  readonly account: AccountNumber;
  readonly key: string;
  readonly scope: string;
  /** When it expires, or when it was removed. */
  readonly expiration: Millis;
  /** The time in the message that bound it. */
  readonly signedAt: Millis;
  /** Where it may be used from: EVERYWHERE, NOWHERE, or networks as in `restrict_key`. */
  readonly addresses: string;
  /** Its owner's name for it, else "". */
  readonly tag: string;
}

/**
 * The owner under which undated keys are stored: such a key belongs to the one account that bound it first, so it is found
 * by its text alone. No user has this number.
 */
const NO_OWNER = 0;
const NO_BYTES = new Uint8Array(0);

export class Keys extends KeyTable {
  readonly #byAccount = new KeysByAccount();
  /** Every scope that was ever used, each once: scopes are few, and keys may be millions. */
  readonly #scopes: string[] = [];
  readonly #scopeNumbers = new Map<string, number>();
  /** Writes addresses and tag, which few keys have. */
  readonly #further = new ByteWriter(256);

  get(account: AccountNumber, key: string): ApiKey | undefined {
    const row = this.#find(account, key);
    return row === NONE ? undefined : this.#at(row, account, key);
  }

  /** The keys of an account, including those that ended lately, at most `most` of them. The latest binding comes first. */
  ofAccount(account: AccountNumber, most: number = LISTED_MAX): ApiKey[] {
    return this.#byAccount
      .rowsOf(account, most)
      .map((row) => this.#at(row, account, this.textOf(row)))
      .sort((a, b) => b.signedAt - a.signedAt || inTextOrder(a.key, b.key));
  }

  /** The account that an undated key belongs to, or NONE. */
  holderOfUndated(key: string): AccountNumber {
    const row = this.rowOf(NO_OWNER, key);
    return row === NONE ? NONE : this.account(row);
  }

  /** Adds a key to its account, or replaces its scope and other fields. */
  set({ account, key, scope, expiration, signedAt, addresses, tag }: ApiKey): void {
    const owner = signedAt === UNDATED ? NO_OWNER : account;
    let row = this.#find(account, key);
    if (row !== NONE && this.ownerOf(row) !== owner) {
      this.remove(row);
      row = NONE;
    }
    if (row === NONE) {
      row = this.add(owner, key);
      this.#byAccount.add(account, row);
    }
    this.setExpiration(row, expiration);
    this.setSignedAt(row, signedAt);
    this.setAccount(row, account);
    this.setScope(row, this.#numberOf(scope));
    if (addresses !== "" || tag !== "" || this.hasFurther(row)) this.replaceFurther(row, this.#bytesOf(addresses, tag));
  }

  override remove(row: KeyNumber): void {
    this.#byAccount.remove(this.account(row), row);
    super.remove(row);
  }

  override index(): void {
    super.index();
    this.#byAccount.clear();
    for (let row = 0; row < this.used; row++) {
      if (this.isTaken(row)) this.#byAccount.add(this.account(row), row);
    }
  }

  /**
   * Removes the keys that expired a day ago or earlier and whose messages are older than that as well: no such message is
   * accepted again. Scans every key, so it is for once a day.
   */
  forgetExpired(now: Millis): void {
    for (let row = 0; row < this.used; row++) {
      const neededUntil = Math.max(this.expiration(row), this.signedAt(row));
      if (this.isTaken(row) && neededUntil <= now - DAY_MS) this.remove(row);
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

  #at(row: KeyNumber, account: AccountNumber, key: string): ApiKey {
    const input = this.hasFurther(row) ? new ByteReader(this.furtherOf(row)) : undefined;
    return {
      account,
      key,
      scope: this.#scopes[this.scope(row)]!,
      expiration: this.expiration(row),
      signedAt: this.signedAt(row),
      addresses: input?.text() ?? EVERYWHERE,
      tag: input?.text() ?? "",
    };
  }

  #find(account: AccountNumber, key: string): KeyNumber {
    const row = this.rowOf(account, key);
    if (row !== NONE) return row;
    const undated = this.rowOf(NO_OWNER, key);
    return undated !== NONE && this.account(undated) === account ? undated : NONE;
  }

  #bytesOf(addresses: string, tag: string): Uint8Array {
    if (addresses === "" && tag === "") return NO_BYTES;
    const further = this.#further;
    further.reset();
    further.text(addresses);
    further.text(tag);
    return further.view();
  }

  #numberOf(scope: string): number {
    const known = this.#scopeNumbers.get(scope);
    if (known !== undefined) return known;
    const number = this.#scopes.push(scope) - 1;
    this.#scopeNumbers.set(scope, number);
    return number;
  }
}
