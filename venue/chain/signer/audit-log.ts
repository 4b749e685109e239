// What the signer has signed and refused: one JSON object per line, on disk before a signature leaves. At the next start
// the signatures of the last day are counted from this file, so it must not be emptied while that matters.

import { type FileHandle, open } from "node:fs/promises";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import type { CountedSignature } from "./signature-counts.ts";

export type AuditLine = Readonly<Record<string, string | number>> & { readonly outcome: "signed" | "refused" };

const DAY_MS = 86_400_000;

export class AuditLog {
  readonly #file: FileHandle;
  #last: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Creates the file when it is missing; cuts off a last line that a crash tore.
   * @returns the log, and what was signed within the last day
   * @throws {ConfigurationMistake} it can't be read: what was signed is not known
   */
  static async open(path: string, now: number): Promise<{ log: AuditLog; signed: readonly CountedSignature[] }> {
    const file = await open(path, "a+", 0o600);
    try {
      const text = await file.readFile("utf8");
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      if (whole !== text) await file.truncate(Buffer.byteLength(whole));
      const lines = whole.split("\n").slice(0, -1);
      const signed = lines.flatMap((line, i) => signedIn(line, `${path}, line ${i + 1}`));
      return { log: new AuditLog(file), signed: signed.filter(({ at }) => at > now - DAY_MS) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Resolves when the line is on disk. */
  write(line: AuditLine, now: number): Promise<void> {
    const text = `${JSON.stringify({ at: new Date(now).toISOString(), ...line })}\n`;
    const written = this.#last.then(async () => {
      await this.#file.appendFile(text);
      await this.#file.datasync();
    });
    this.#last = written.catch(() => {});
    return written;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#file.close();
  }
}

function signedIn(line: string, place: string): CountedSignature[] {
  try {
    const { outcome, at, rule, what, amount } = JSON.parse(line) as Record<string, unknown>;
    if (outcome === "refused") return [];
    const time = Date.parse(String(at));
    const isWhole = outcome === "signed" && typeof rule === "string" && typeof what === "string" && time > 0;
    if (isWhole && /^\d+$/.test(String(amount))) return [{ at: time, rule, what, amount: BigInt(String(amount)) }];
  } catch {}
  throw new ConfigurationMistake(
    `${place} can't be read: what was signed is not known; put the file back, or begin another one`,
  );
}
