// The log of operators' acts: each act is durable before it is carried out, and is completed with its outcome and the
// journal positions of its commands. The journal's commands do not record who asked for them, so this log is kept
// beside it, with a line of JSON for each step. Each line has a hash over itself and the line before, so that a changed
// or removed line shows. The log can't be rebuilt from the journal, and must be part of its backups.
//
// A line torn by a crash is the last one and was not acted upon, so it is cut. Any other damage sets the file aside, and
// a new log begins: an operator must be able to halt a venue whose log is damaged. No order waits for this log's disk.

import { createHash } from "node:crypto";
import { closeSync, existsSync, fdatasync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { OperatorAct } from "@evermark/interface/operators/operator-acts.ts";
import { realDisk } from "@evermark/journal/journal-disk.ts";
import { setAside } from "@evermark/journal/set-aside.ts";
import type { Logger } from "pino";

/** An act as an operator requested it. */
export interface AskedAct {
  readonly actId: string;
  /** Venue time, in milliseconds since 1970. */
  readonly at: number;
  /** The name of the key, or of the machine's user. */
  readonly who: string;
  readonly through: "console" | "machine";
  readonly act: OperatorAct;
  readonly input: Readonly<Record<string, unknown>>;
  /** The last journal position applied when the act was requested. */
  readonly positionBefore: number;
}

/** The outcome of an act. */
export interface ActOutcome {
  readonly state: "done" | "refused" | "interrupted";
  /** Why it was refused. */
  readonly why: string | null;
  readonly answer: unknown;
  /** Positions of the act's commands; null without any. */
  readonly firstPosition: number | null;
  readonly lastPosition: number | null;
}

export interface LoggedAct extends AskedAct, Omit<ActOutcome, "state"> {
  /** Counts from 1. */
  readonly number: number;
  readonly state: ActOutcome["state"] | "under_way";
}

/**
 * How many acts are kept in memory; older ones are only in the file. This is more than all console keys can request
 * while one signature is valid, so that no act is carried out twice.
 */
const ACTS_AT_HAND = 20_000;

const synced = promisify(fdatasync);

const NO_OUTCOME = { why: null, answer: null, firstPosition: null, lastPosition: null } as const;

type Line =
  | { readonly asked: AskedAct & { readonly number: number } }
  | { readonly came: ActOutcome & { readonly number: number } };

export class ActsLog {
  readonly #path: string;
  /** Opened for the first write. */
  #file: number | undefined;
  readonly #byNumber = new Map<number, LoggedAct>();
  readonly #byId = new Map<string, number>();
  #last = 0;
  #hash = "";
  /** The end of the last whole line, in bytes. */
  #end = 0;
  /** Lines are written one after the other. */
  #writing: Promise<unknown> = Promise.resolve();

  /** Acts that an earlier process had under way become interrupted. @throws when the file can't be read or renamed */
  constructor(path: string, log: Logger) {
    this.#path = path;
    if (!existsSync(path)) return;
    if (!this.#read(path)) {
      const aside = setAside(path, [""]);
      log.error({ file: aside }, "the log of operators' acts is damaged; it was set aside, and a new one starts");
      this.#forget();
      return;
    }
    for (const act of this.#byNumber.values()) {
      if (act.state === "under_way") this.#set({ ...act, state: "interrupted" });
    }
  }

  /**
   * Logs an act before it is carried out. The caller has checked that its id is not in the log.
   * @returns its number, once the line is durable @throws when it can't be made durable: then the act must not be carried out
   */
  async begin(asked: AskedAct): Promise<number> {
    const number = ++this.#last;
    this.#set({ number, ...asked, ...NO_OUTCOME, state: "under_way" });
    try {
      await this.#write({ asked: { number, ...asked } });
    } catch (error) {
      this.#byNumber.delete(number);
      this.#byId.delete(asked.actId);
      throw error;
    }
    return number;
  }

  /** @throws when the line can't be written; this process knows the outcome all the same */
  async complete(number: number, outcome: ActOutcome): Promise<LoggedAct> {
    const completed: LoggedAct = { ...this.at(number), ...outcome };
    this.#set(completed);
    await this.#write({ came: { number, ...outcome } });
    return completed;
  }

  /** @param number of an act that was begun */
  at(number: number): LoggedAct {
    return this.#byNumber.get(number)!;
  }

  find(actId: string): LoggedAct | undefined {
    const number = this.#byId.get(actId);
    return number === undefined ? undefined : this.#byNumber.get(number);
  }

  /** Newest first. @param before only acts with a smaller number */
  recent(before: number, size: number): LoggedAct[] {
    const found: LoggedAct[] = [];
    for (let number = Math.min(before - 1, this.#last); number > 0 && found.length < size; number--) {
      const act = this.#byNumber.get(number);
      // A number whose line could not be written has no act.
      if (act !== undefined) found.push(act);
      else if (number <= this.#last - ACTS_AT_HAND) break;
    }
    return found;
  }

  /** Waits until the current writes are on the disk. */
  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #write(line: Line): Promise<void> {
    const written = this.#writing.then(
      () => this.#append(line),
      () => this.#append(line),
    );
    this.#writing = written;
    return written;
  }

  /** A line that was only partly written is overwritten by the next one, or cut at the next start. */
  async #append(line: Line): Promise<void> {
    const text = JSON.stringify(line);
    const hash = hashOf(this.#hash, text);
    const bytes = Buffer.from(`${text}\t${hash}\n`);
    this.#file ??= this.#open();
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done);
    }
    await synced(this.#file);
    this.#hash = hash;
    this.#end += bytes.length;
  }

  /** Opens the file and cuts a torn line at its end. */
  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = openSync(this.#path, existsSync(this.#path) ? "r+" : "w+", 0o600);
    ftruncateSync(file, this.#end);
    realDisk.syncDirectory(dirname(this.#path));
    return file;
  }

  /**
   * Takes every whole line. @returns false when a line before the last was changed or removed; a torn last line
   * is only left out
   */
  #read(path: string): boolean {
    const text = readFileSync(path, "utf8");
    const lines = text.split("\n");
    // After the last line feed there is nothing, or a line that a crash has torn.
    lines.pop();
    for (const [place, line] of lines.entries()) {
      const tab = line.lastIndexOf("\t");
      const hash = hashOf(this.#hash, line.slice(0, tab));
      if (tab < 0 || line.slice(tab + 1) !== hash) return place === lines.length - 1;
      this.#take(JSON.parse(line.slice(0, tab)) as Line);
      this.#hash = hash;
      this.#end += Buffer.byteLength(line) + 1;
    }
    return true;
  }

  #take(line: Line): void {
    if ("asked" in line) {
      this.#last = line.asked.number;
      return this.#set({ ...line.asked, ...NO_OUTCOME, state: "under_way" });
    }
    const asked = this.#byNumber.get(line.came.number);
    if (asked !== undefined) this.#set({ ...asked, ...line.came });
  }

  #set(act: LoggedAct): void {
    this.#byNumber.set(act.number, act);
    this.#byId.set(act.actId, act.number);
    const old = this.#byNumber.get(act.number - ACTS_AT_HAND);
    if (old === undefined) return;
    this.#byNumber.delete(old.number);
    this.#byId.delete(old.actId);
  }

  #forget(): void {
    this.#byNumber.clear();
    this.#byId.clear();
    this.#last = 0;
    this.#hash = "";
    this.#end = 0;
  }
}

function hashOf(before: string, text: string): string {
  return createHash("sha256").update(before).update(text).digest("hex");
}
