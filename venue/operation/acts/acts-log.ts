// Who did what: each act of an operator, durable before it is carried out, and completed with what came of it and with the places
// of its commands in the journal. The journal's commands do not say who has asked for them, so this lies beside it, a line of
// JSON for each step, each with a hash over itself and the line before: a line that was changed or taken out shows. What is in it
// can't be made again from the journal, and goes with its backups.
//
// A line that was torn by a crash is the last one, and was not acted upon: it is cut. Anything else that is wrong sets the file
// aside, and a new one begins: an operator has to be able to halt a venue whose log is damaged. No order waits for its disk.

import { createHash } from "node:crypto";
import { closeSync, existsSync, fdatasync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { OperatorAct } from "@evermark/interface/operators/operator-acts.ts";
import { realDisk } from "@evermark/journal/journal-disk.ts";
import { setAside } from "@evermark/journal/set-aside.ts";
import type { Logger } from "pino";

/** Who asks, and for what. */
export interface AskedAct {
  readonly actId: string;
  /** Milliseconds since 1970, by the venue. */
  readonly at: number;
  /** Name of the key, or of the machine's user. */
  readonly who: string;
  readonly through: "console" | "machine";
  readonly act: OperatorAct;
  readonly input: Readonly<Record<string, unknown>>;
  /** How far the journal was applied then. */
  readonly positionBefore: number;
}

/** What came of it. */
export interface ActOutcome {
  readonly state: "done" | "refused" | "interrupted";
  /** Why it was refused. */
  readonly why: string | null;
  readonly answer: unknown;
  /** Of its commands; null without one. */
  readonly firstPosition: number | null;
  readonly lastPosition: number | null;
}

export interface LoggedAct extends AskedAct, Omit<ActOutcome, "state"> {
  /** Counts from 1. */
  readonly number: number;
  readonly state: ActOutcome["state"] | "under_way";
}

/**
 * So many are at hand; older ones are in the file. More than all keys of the console can ask for within the time for which a
 * signature is good, so that none is carried out twice.
 */
const ACTS_AT_HAND = 20_000;

const synced = promisify(fdatasync);

const NO_OUTCOME = { why: null, answer: null, firstPosition: null, lastPosition: null } as const;

type Line =
  | { readonly asked: AskedAct & { readonly number: number } }
  | { readonly came: ActOutcome & { readonly number: number } };

export class ActsLog {
  readonly #path: string;
  /** Opened when there is something to write. */
  #file: number | undefined;
  readonly #byNumber = new Map<number, LoggedAct>();
  readonly #byId = new Map<string, number>();
  #last = 0;
  #hash = "";
  /** Behind the last whole line. */
  #end = 0;
  /** Lines are written one after the other. */
  #writing: Promise<unknown> = Promise.resolve();

  /** Those that a former process had under way are interrupted. @throws when what is there can't be read or renamed */
  constructor(path: string, log: Logger) {
    this.#path = path;
    if (!existsSync(path)) return;
    if (!this.#read(path)) {
      const aside = setAside(path, [""]);
      log.error({ file: aside }, "the log of operators' acts is damaged; it is set aside, and a new one begins");
      this.#forget();
      return;
    }
    for (const act of this.#byNumber.values()) {
      if (act.state === "under_way") this.#set({ ...act, state: "interrupted" });
    }
  }

  /**
   * An act whose id is in the log must not be begun again.
   * @returns its number, once that is durable @throws when it can't be: then the act must not be carried out
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

  /** @throws when it can't be written; what came of the act is known to this process all the same */
  async complete(number: number, outcome: ActOutcome): Promise<LoggedAct> {
    const completed: LoggedAct = { ...this.at(number), ...outcome };
    this.#set(completed);
    await this.#write({ came: { number, ...outcome } });
    return completed;
  }

  /** @param number of one that was begun */
  at(number: number): LoggedAct {
    return this.#byNumber.get(number)!;
  }

  find(actId: string): LoggedAct | undefined {
    const number = this.#byId.get(actId);
    return number === undefined ? undefined : this.#byNumber.get(number);
  }

  /** The newest first. @param before those with a smaller number */
  recent(before: number, size: number): LoggedAct[] {
    const found: LoggedAct[] = [];
    for (let number = Math.min(before - 1, this.#last); number > 0 && found.length < size; number--) {
      const act = this.#byNumber.get(number);
      // A number whose line could not be written has none.
      if (act !== undefined) found.push(act);
      else if (number <= this.#last - ACTS_AT_HAND) break;
    }
    return found;
  }

  /** Once what is being written is on the disk. */
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

  /** What could be written in part alone is written over by the next line, and cut by the next start. */
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

  /** Without what is torn at its end. */
  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = openSync(this.#path, existsSync(this.#path) ? "r+" : "w+", 0o600);
    ftruncateSync(file, this.#end);
    realDisk.syncDirectory(dirname(this.#path));
    return file;
  }

  /** @returns whether each line is what was written, but for a torn one at the end, which is not taken */
  #read(path: string): boolean {
    const text = readFileSync(path, "utf8");
    const lines = text.split("\n");
    // Behind the last line feed stands nothing, or what a crash has torn.
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
