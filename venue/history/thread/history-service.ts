// The history thread's side of the conversation when the tables are in a file: it projects durable commands, answers questions
// once their position is projected, and lets messages in between batches. A question is always answered, or the whole thread
// fails.
//
// Commits are less frequent than batches: reads use the connection that writes, so they see the open transaction. Rows of one
// moment belong to many accounts and are far apart in the indexes; with fewer commits, a page that was changed many times
// within a second is written once and not ten times. What a crash undoes is projected again.
//
// On a disk that is full or has turned read-only, history continues without commits: questions are answered from the transaction
// that stays open. A file that another program has locked holds history up: it answers from what is committed, refuses
// questions that would have to wait, and retries until it can write. A file that turns out to be damaged is set aside and
// rebuilt, and questions wait. After a few such repairs, an operator has to look at the machine.

import { closeSync, openSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { unreachable } from "@evermark/engine";
import { messageOf, troubleOf } from "../file/file-trouble.ts";
import { KeptCopy } from "../file/kept-copy.ts";
import { whatIsKept } from "../retention/retention-report.ts";
import { tryToWrite } from "../tables/open-tables.ts";
import type { Tables } from "../tables/tables.ts";
import type { FromHistory, Question, ToHistory } from "./history-protocol.ts";
import { answerTo } from "./history-queries.ts";
import { type FollowOptions, followAgain, type OpenHistory, openFollower, rebuild } from "./open-follower.ts";

type Ask = Extract<ToHistory, { type: "ask" }>;

/** While no caller waits, commands are gathered for this long: fewer, larger transactions leave the processor to the venue. */
const GATHER_MS = 100;
const STORE_MS = 5_000;
/** The pause between two attempts to write to a disk that was full. */
const RETRY_MS = 250;
/** The pause between two attempts to open the tables, each of which checks or copies a whole file. */
const REOPEN_MS = 2_000;
/** How often 1 MiB of the file is checked: 3 GiB in a quarter of an hour, for a three-hundredth of a processor. */
const CHECK_MS = 250;
/** Rows whose days are over are deleted for this long at a time, this often: a tenth of the thread at most, and no read waits. */
const LEAVE_MS = 5;
const LEAVE_EVERY_MS = 50;
/** The time between two measurements of how much is kept. */
const MEASURE_MS = 30_000;
/** With less free space, or less than a part of a small disk, it counts as full: a failed commit would lose its transaction. */
const ROOM_BYTES = 64 * 1_048_576;
const ROOM_PART = 32;
/** More commands than this are not projected again while they can't be committed. */
const UNSTORED_COMMANDS_MAX = 20_000;
/** Repairs of damage in one life of the process. Each keeps the old file, and space is limited. */
const REPAIRS_MAX = 3;

/** The question can't be answered for now; nothing is wrong with history. */
class NotNow extends Error {}

export class HistoryService {
  readonly #options: FollowOptions;
  readonly #send: (message: FromHistory) => void;
  readonly #fail: (error: unknown) => void;
  readonly #disk: (path: string) => Disk;
  readonly #storeMs: number;
  readonly #kept: KeptCopy;
  /** Null while there are no tables, because the disk does not let them be opened or created. */
  #following: OpenHistory | null = null;
  #durable: number;
  #waiting: Ask[] = [];
  #projecting = false;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #storing: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  /** Why nothing can be committed for now. */
  #heldUp: string | undefined;
  /** Whether the venue was notified that history is held up, and not yet that it continues. */
  #isReported = false;
  /** Whether the disk is read-only or full, so that what is projected stays uncommitted. */
  #isUnstored = false;
  #repairs = 0;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #isKeeping = false;

  /**
   * @param parts.fail is called when projecting throws; the service is of no use afterwards
   * @param parts.disk measures the disk that a file is on; by default the operating system is asked
   * @param parts.storeMs after its first batch comes a commit; by default 5 s, so that a page that many orders change is
   *   written only once
   */
  constructor(parts: {
    readonly options: FollowOptions;
    readonly send: (message: FromHistory) => void;
    readonly fail: (error: unknown) => void;
    readonly disk?: (path: string) => Disk;
    readonly storeMs?: number;
  }) {
    this.#options = parts.options;
    this.#send = parts.send;
    this.#fail = parts.fail;
    this.#disk = parts.disk ?? diskOf;
    this.#storeMs = parts.storeMs ?? STORE_MS;
    this.#kept = new KeptCopy(parts.options.paths.keptHistory);
    this.#durable = parts.options.durable;
  }

  /** -1 while there are no tables. */
  get position(): number {
    return this.#following?.follower.position ?? -1;
  }

  /**
   * Starts with the tables that `open` returns; retries while the disk does not let it.
   * @param open opens new tables; those that were followed before are closed
   */
  begin(open: () => OpenHistory): void {
    try {
      this.#following = open();
    } catch (error) {
      if (troubleOf(error) !== "passing") return this.#fail(error);
      this.#holdUp(messageOf(error));
      this.#retrying = setTimeout(() => this.begin(() => openFollower(this.#options)), REOPEN_MS);
      return;
    }
    this.#heldUp = undefined;
    this.#projecting = false;
    this.#send({ type: "projected", position: this.position });
    this.#measure();
    this.project();
    this.#letLeave();
  }

  receive(message: Exclude<ToHistory, { type: "prepare" | "open" }>): void {
    switch (message.type) {
      case "durable":
        this.#durable = Math.max(this.#durable, message.position);
        this.#gathering ??= setTimeout(() => this.project(), GATHER_MS);
        break;
      case "ask":
        this.#durable = Math.max(this.#durable, message.after);
        this.#waiting.push(message);
        if (this.#heldUp !== undefined) this.#answerWaiting();
        else if (message.after <= this.position && !this.#projecting) this.#answerWaiting();
        else this.project();
        break;
      default:
        unreachable(message);
    }
  }

  /** Projects everything durable, batch by batch. Resolves when that is done, is held up or has failed. */
  async project(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const following = this.#following;
    if (this.#projecting || this.#heldUp !== undefined || following === null) return;
    this.#projecting = true;
    try {
      while (this.position < this.#durable || following.follower.isClosingDay) {
        following.follower.closeSomeOfDay();
        following.follower.projectBatch(this.#durable);
        this.#storing ??= setTimeout(() => this.store(), this.#storeMs);
        if (this.#isReported && !this.#isUnstored) this.#sendResumed(following);
        this.#send({ type: "projected", position: this.position });
        this.#answerWaiting();
        this.#letLeave();
        await messagesGetATurn();
        // It was held up or restarted meanwhile: another call continues.
        if (this.#following !== following || this.#heldUp !== undefined) return;
      }
    } catch (error) {
      return this.#meet(error);
    }
    this.#projecting = false;
    if (this.#isReported && !this.#isUnstored) this.#sendResumed(following);
    // Questions that arrived during the last turn.
    this.#answerWaiting();
  }

  /** Deletes rows whose days are over, for a moment; repeats while there are more. */
  #letLeave(): void {
    const following = this.#following;
    const isBusy = this.#isUnstored || this.#isKeeping || following?.follower.isClosingDay;
    if (this.#heldUp !== undefined || following === null || isBusy || this.#leaving !== undefined) return;
    const enough = performance.now() + LEAVE_MS;
    try {
      let isMore = following.follower.leaveSome();
      if (!isMore) return;
      while (isMore && performance.now() < enough) isMore = following.follower.leaveSome();
    } catch (error) {
      return this.#meet(error);
    }
    this.#storing ??= setTimeout(() => this.store(), this.#storeMs);
    this.#leaving = setTimeout(() => {
      this.#leaving = undefined;
      this.#letLeave();
    }, LEAVE_EVERY_MS);
  }

  /** Commits what is projected. */
  store(): void {
    clearTimeout(this.#storing);
    this.#storing = undefined;
    if (this.#heldUp !== undefined) return;
    if (this.#following?.follower.isClosingDay) {
      this.#storing = setTimeout(() => this.store(), this.#storeMs);
      return;
    }
    const obstacle = this.#obstacle();
    if (obstacle !== undefined) return this.#keepUnstored(obstacle);
    this.#isUnstored = false;
    try {
      if (this.#isReported && this.#following !== null) this.#sendResumed(this.#following);
      else this.#following?.follower.commit();
      if (performance.now() - this.#measuredAt >= MEASURE_MS) this.#measure();
    } catch (error) {
      this.#meet(error);
    }
  }

  #measure(): void {
    if (this.#following === null) return;
    this.#measuredAt = performance.now();
    this.#send({ type: "kept", kept: whatIsKept(this.#following.tables) });
  }

  /** Why a commit would certainly fail; undefined if there is no known reason, though it may still fail. */
  #obstacle(): unknown {
    try {
      requireWritable(this.#options.paths.history);
      requireRoom(this.#disk(this.#options.paths.history));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** A failed commit would lose what is projected and not committed. As it is, questions are still answered from it. */
  #keepUnstored(obstacle: unknown): void {
    this.#isUnstored = true;
    if (!this.#isReported) this.#send({ type: "held_up", reason: messageOf(obstacle) });
    this.#isReported = true;
    this.#storing = setTimeout(() => this.store(), RETRY_MS);
  }

  /** From now on the file is checked again and again, a piece at a time. */
  keepChecking(): void {
    this.#checking = setTimeout(() => {
      try {
        this.#following?.tables.pages?.checkNext();
      } catch (error) {
        this.#meet(error);
      }
      this.keepChecking();
    }, CHECK_MS);
  }

  #answerWaiting(): void {
    const isClosing = this.#following?.follower.isClosingDay === true;
    const isReady = ({ after, question }: Ask) =>
      this.#heldUp !== undefined || (after <= this.position && !(isClosing && needsClosedDays(question)));
    const ready = this.#waiting.filter(isReady);
    if (ready.length === 0) return;
    try {
      this.#prepareFor(ready);
    } catch (error) {
      return this.#meet(error);
    }
    this.#waiting = this.#waiting.filter((ask) => !isReady(ask));
    for (const [i, ask] of ready.entries()) {
      try {
        const answer = this.#answerTo(ask);
        if (answer !== undefined) this.#send(answer);
      } catch (error) {
        if (troubleOf(error) === "damage") {
          this.#waiting.unshift(...ready.slice(i));
          return this.#meet(error);
        }
        this.#refuse(ask.id, error);
      }
    }
  }

  /** Writes the pending rows that the questions may be about. */
  #prepareFor(asks: readonly Ask[]): void {
    if (this.#heldUp !== undefined || this.#following === null) return;
    const { follower } = this.#following;
    if (!this.#isUnstored && asks.some(({ question }) => question.type === "keep")) follower.commit();
    else follower.makeReadable();
  }

  /** @returns undefined when the answer is sent later */
  #answerTo({ id, after, question }: Ask): FromHistory | undefined {
    // Closing does not wait for space: what is missing is projected at the next start.
    if (after > this.position && question.type !== "close") throw new NotNow(this.#heldUp);
    if (question.type !== "keep") {
      const { position } = this;
      return { type: "answer", id, result: this.#answer(question), position };
    }
    if (this.#heldUp !== undefined) throw new NotNow(this.#heldUp);
    if (this.#isUnstored) throw new NotNow("nothing can be stored");
    this.#keep(id, this.#following!);
    return undefined;
  }

  #refuse(id: number, error: unknown): void {
    const isPassing = error instanceof NotNow || troubleOf(error) !== undefined;
    this.#send({ type: "refused", id, message: messageOf(error), isPassing });
  }

  /** Copies what is committed, page by page, while everything else continues; the log grows meanwhile. */
  async #keep(id: number, { tables, follower }: OpenHistory): Promise<void> {
    if (this.#isKeeping) return this.#refuse(id, new NotNow("it is being copied already"));
    this.#isKeeping = true;
    try {
      if (!tables.checkpoint()) throw new NotNow("another program reads its file");
      const position = follower.stored;
      tables.isCopied = true;
      const copied = await this.#kept.update(tables.pages!, () => this.#turnOf(tables));
      if (copied === null) throw new NotNow("it was made anew or closed meanwhile");
      this.#send({ type: "answer", id, result: position, position });
    } catch (error) {
      this.#refuse(id, error);
      // A disk that is too full for the copy may still have space for history itself.
      if (troubleOf(error) === "damage") this.#meet(error);
    } finally {
      this.#isKeeping = false;
      tables.isCopied = false;
    }
  }

  async #turnOf(tables: Tables): Promise<boolean> {
    await messagesGetATurn();
    return tables.isCopied && this.#following?.tables === tables;
  }

  #meet(error: unknown): void {
    const trouble = troubleOf(error);
    try {
      if (trouble === "passing") this.#wait(messageOf(error));
      else if (trouble === "damage" && this.#repairs < REPAIRS_MAX) this.#repair(messageOf(error));
      else this.#fail(error);
    } catch (further) {
      this.#fail(further);
    }
  }

  #wait(reason: string): void {
    this.#following?.follower.abandon();
    this.#holdUp(reason);
    this.#retrying = setTimeout(() => this.#tryAgain(), RETRY_MS);
  }

  /** Refuses questions, waiting and later ones, except those that can be answered from what is committed. */
  #holdUp(reason: string): void {
    this.#heldUp = reason;
    this.#isUnstored = false;
    this.#projecting = false;
    if (!this.#isReported) this.#send({ type: "held_up", reason });
    this.#isReported = true;
    this.#answerWaiting();
  }

  #tryAgain(): void {
    if (this.#following === null) return;
    const obstacle = this.#durable - this.position <= UNSTORED_COMMANDS_MAX ? this.#obstacle() : undefined;
    try {
      // What was rolled back can be projected again without the disk, unless it is too much to be held in memory.
      if (obstacle === undefined) tryToWrite(this.#following.tables);
      this.#following = followAgain(this.#options, this.#following);
    } catch (error) {
      return this.#meet(error);
    }
    this.#heldUp = undefined;
    if (obstacle !== undefined) this.#keepUnstored(obstacle);
    this.project();
  }

  /** Reports only after a commit: until then there may be no more space than before. */
  #sendResumed({ follower }: OpenHistory): void {
    follower.commit();
    this.#send({ type: "resumed" });
    this.#isReported = false;
  }

  #repair(reason: string): void {
    this.#repairs += 1;
    clearTimeout(this.#retrying);
    const damaged = this.#following;
    this.#following = null;
    try {
      damaged?.close();
    } catch {
      // A damaged file need not close cleanly: it is set aside.
    }
    this.begin(() => rebuild(this.#options, `it is damaged: ${reason}`));
  }

  /** @returns the last committed position */
  #close(): number {
    for (const timer of [this.#gathering, this.#storing, this.#leaving, this.#retrying, this.#checking]) {
      clearTimeout(timer);
    }
    const following = this.#following;
    this.#following = null;
    if (following === null) return 0;
    try {
      if (this.#heldUp === undefined) following.follower.commit();
    } catch (error) {
      // What can't be committed now is projected again at the next start.
      if (troubleOf(error) === undefined) throw error;
    }
    following.close();
    return following.follower.stored;
  }

  #answer(question: Exclude<Question, { type: "keep" }>): unknown {
    switch (question.type) {
      case "query":
        return answerTo(this.#following!.tables, question);
      case "catch_up":
        return this.position;
      case "close":
        return this.#close();
      default:
        return unreachable(question);
    }
  }
}

/** Whether a question needs every account's value at the end of a day, or a committed transaction. */
function needsClosedDays(question: Question): boolean {
  return question.type === "keep" || (question.type === "query" && question.name === "accountDays");
}

/** @throws the system's error if a file can't be opened for writing: EROFS on a disk that has turned read-only */
function requireWritable(path: string): void {
  closeSync(openSync(path, "r+"));
}

interface Disk {
  readonly freeBytes: number;
  readonly bytes: number;
}

function diskOf(path: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(dirname(path));
  return { freeBytes: bavail * bsize, bytes: blocks * bsize };
}

/** @throws the error that the system would give for a write */
function requireRoom({ freeBytes, bytes }: Disk): void {
  const needed = Math.min(ROOM_BYTES, bytes / ROOM_PART);
  if (freeBytes < needed) throw Object.assign(new Error(`${freeBytes} bytes are left`), { code: "ENOSPC" });
}

function messagesGetATurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
