// The terms that an attester has signed, for good: each withdrawal of an account under one set of terms only, whatever it
// is asked later and whatever journal it is shown. A file that only grows has one line for each; the line is on disk
// before a signature leaves.

import { type FileHandle, open } from "node:fs/promises";
import { Fault } from "@evermark/engine";
import { crc32 } from "@evermark/journal/checksums.ts";
import type { PaymentTerms } from "./attestation.ts";

/** Another set of terms was signed before. */
export class SignedOtherwise extends Error {}

interface Noted {
  /** The terms as text. */
  readonly text: string;
  /** Resolves when the line is on disk. */
  readonly written: Promise<void>;
}

interface Waiting {
  readonly line: string;
  resolve(): void;
  reject(error: unknown): void;
}

export class SignedTerms {
  readonly #file: FileHandle;
  /** By account and nonce. */
  readonly #noted: Map<string, Noted>;
  /** Where the last line that is on disk ends. */
  #bytes: number;
  /** Lines of the next write: lines that arrive together are synced together. */
  #waiting: Waiting[] = [];
  #isWriting = false;

  private constructor(file: FileHandle, noted: Map<string, Noted>, bytes: number) {
    this.#file = file;
    this.#noted = noted;
    this.#bytes = bytes;
  }

  /**
   * Creates the file when it is missing; cuts off a last line that a crash tore.
   * @throws {Fault} the file is damaged: what was signed is not known
   */
  static async open(path: string): Promise<SignedTerms> {
    const file = await open(path, "a+", 0o600);
    try {
      const text = await file.readFile("utf8");
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      const noted = new Map(
        whole
          .split("\n")
          .slice(0, -1)
          .map((line, i) => readLine(line, `${path}, line ${i + 1}`)),
      );
      const bytes = Buffer.byteLength(whole);
      await file.truncate(bytes);
      await file.datasync();
      return new SignedTerms(file, noted, bytes);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Resolves once it is on disk that these terms, and no others, are signed for the withdrawal.
   * @throws {SignedOtherwise} other terms were signed before
   */
  note(terms: PaymentTerms): Promise<void> {
    const key = `${terms.accountId} ${terms.nonce}`;
    const text = textOf(terms);
    const known = this.#noted.get(key);
    if (known?.text === text) return known.written;
    if (known !== undefined) {
      return Promise.reject(
        new SignedOtherwise(`other terms were signed for withdrawal ${terms.nonce} of ${terms.accountId}`),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ line: lineOf(`${key} ${text}`), resolve, reject });
    // From here on no other terms are noted, unless the disk refuses these.
    this.#noted.set(key, { text, written: promise });
    promise.catch(() => this.#noted.delete(key));
    void this.#write();
    return promise;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(batch.map(({ line }) => line).join(""));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #append(lines: string): Promise<void> {
    // Removes what a failed write may have left.
    await this.#file.truncate(this.#bytes);
    await this.#file.appendFile(lines);
    await this.#file.datasync();
    this.#bytes += Buffer.byteLength(lines);
  }
}

function textOf({ brokerId, amount, fee, wallet }: PaymentTerms): string {
  return `${amount} ${fee} ${wallet} ${JSON.stringify(brokerId)}`;
}

function lineOf(text: string): string {
  return `${checksumOf(text)} ${text}\n`;
}

function readLine(line: string, place: string): [string, Noted] {
  const [said = "", accountId = "", nonce = "", ...rest] = line.split(" ");
  if (said !== checksumOf(line.slice(said.length + 1))) {
    throw new Fault(`${place} is damaged: what was signed is not known; put it back from a backup`);
  }
  return [`${accountId} ${nonce}`, { text: rest.join(" "), written: Promise.resolve() }];
}

function checksumOf(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}
