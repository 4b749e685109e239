// The history thread's side of the conversation: projects what is durable, answers questions once their position is
// projected, and gives messages a turn between batches. A question is always answered, or the thread fails as a whole.
//
// Storing comes less often than projecting: reads go through the connection that writes, so they see what its open
// transaction holds. Rows of one moment are of many accounts and lie far apart in the indexes; a page that a second of
// them has changed is written once and not ten times. What a crash takes back is projected again.
//
// On a disk without room, or one that has turned read-only, history goes on without storing: what is projected is answered
// from the transaction that stays open. A file that another program has locked holds it up: it answers from what is stored,
// refuses what would have to wait, and tries again until it can write. A file that turns out to be damaged is set aside and made
// anew, and what is asked waits; after a few times, it is the machine that needs an operator to look.

import { closeSync, openSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { unreachable } from "@evermark/engine";
import { messageOf, troubleOf } from "../file/file-trouble.ts";
import { KeptCopy } from "../file/kept-copy.ts";
import { whatIsKept } from "../retention/what-is-kept.ts";
import { tryToWrite } from "../tables/open-tables.ts";
import type { Tables } from "../tables/tables.ts";
import type { FromHistory, Question, ToHistory } from "./history-protocol.ts";
import { type Following, type FollowOptions, followAgain, openFollower, rebuild } from "./open-follower.ts";
import { answerTo } from "./queries.ts";

type Ask = Extract<ToHistory, { type: "ask" }>;

/** While no caller waits, commands gather for this long: fewer, larger transactions leave the processor to the venue. */
const GATHER_MS = 100;
/** What is projected is stored this much later, together with all that was projected meanwhile: a page that many orders change is written once. */
const STORE_MS = 5_000;
/** Between two attempts to write on a disk that had no room. */
const RETRY_MS = 250;
/** Between two attempts to open the tables, which look at all of a file or copy it. */
const REOPEN_MS = 2_000;
/** Each time, 1 MiB of the file is looked at: 3 GiB in a quarter of an hour, for a three-hundredth of a processor. */
const CHECK_MS = 250;
/** Rows whose days are over leave for so long at a time, so often: a tenth of the thread at most, and no read waits for it. */
const LEAVE_MS = 5;
const LEAVE_EVERY_MS = 50;
/** Between two looks at how much is kept. */
const MEASURE_MS = 30_000;
/** Less than this on the disk, or than a part of a small one, is no room: to store then would be to lose what is projected. */
const ROOM_BYTES = 64 * 1_048_576;
const ROOM_PART = 32;
/** More than this is not projected again as long as it can't be stored. */
const UNSTORED_COMMANDS_MAX = 20_000;
/** Damage in one life of the process that is repaired. Each time the old file is kept, and room is not endless. */
const REPAIRS_MAX = 3;

/** What a question can't be answered for now; nothing is wrong with history. */
class NotNow extends Error {}

export class HistoryService {
  readonly #options: FollowOptions;
  readonly #send: (message: FromHistory) => void;
  readonly #fail: (error: unknown) => void;
  readonly #disk: (path: string) => Disk;
  readonly #kept: KeptCopy;
  /** Null while there are no tables: the disk does not let them be opened or made. */
  #following: Following | null = null;
  #durable: number;
  #waiting: Ask[] = [];
  #projecting = false;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #storing: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  /** Why nothing can be stored for now. */
  #heldUp: string | undefined;
  /** Whether the venue knows that history was held up and does not know yet that it goes on. */
  #isReported = false;
  /** Whether the disk is read-only or full, so that what is projected waits to be stored. */
  #isUnstored = false;
  #repairs = 0;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #isKeeping = false;

  /**
   * @param parts.fail is called when projecting throws; the service is of no use afterwards
   * @param parts.disk says how much room there is beside a file; the system is asked when absent
   */
  constructor(parts: {
    readonly options: FollowOptions;
    readonly send: (message: FromHistory) => void;
    readonly fail: (error: unknown) => void;
    readonly disk?: (path: string) => Disk;
  }) {
    this.#options = parts.options;
    this.#send = parts.send;
    this.#fail = parts.fail;
    this.#disk = parts.disk ?? diskOf;
    this.#kept = new KeptCopy(parts.options.paths.keptHistory);
    this.#durable = parts.options.durable;
  }

  /** -1 while there are no tables. */
  get position(): number {
    return this.#following?.follower.position ?? -1;
  }

  /**
   * Begins with what `open` finds; tries again while the disk does not let it.
   * @param open opens other tables than were followed before, which are closed
   */
  begin(open: () => Following): void {
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

  /** Projects everything durable, batch by batch; resolves when that is done, is held up or has failed. */
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
        this.#storing ??= setTimeout(() => this.store(), STORE_MS);
        if (this.#isReported && !this.#isUnstored) this.#sendResumed(following);
        this.#send({ type: "projected", position: this.position });
        this.#answerWaiting();
        this.#letLeave();
        await messagesGetATurn();
        // Held up or begun anew meanwhile: another call goes on.
        if (this.#following !== following || this.#heldUp !== undefined) return;
      }
    } catch (error) {
      return this.#meet(error);
    }
    this.#projecting = false;
    if (this.#isReported && !this.#isUnstored) this.#sendResumed(following);
    // What arrived while the last batch gave way.
    this.#answerWaiting();
  }

  /** Lets rows leave whose days are over, for a moment; while there are more, again and again. */
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
    this.#storing ??= setTimeout(() => this.store(), STORE_MS);
    this.#leaving = setTimeout(() => {
      this.#leaving = undefined;
      this.#letLeave();
    }, LEAVE_EVERY_MS);
  }

  /** Stores what is projected. */
  store(): void {
    clearTimeout(this.#storing);
    this.#storing = undefined;
    if (this.#heldUp !== undefined) return;
    if (this.#following?.follower.isClosingDay) {
      this.#storing = setTimeout(() => this.store(), STORE_MS);
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

  /** Why it is certain that nothing can be stored; it may fail all the same. */
  #obstacle(): unknown {
    try {
      requireWritable(this.#options.paths.history);
      requireRoom(this.#disk(this.#options.paths.history));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** To try would be to lose what is projected and not stored: as it is, it is still answered from. */
  #keepUnstored(obstacle: unknown): void {
    this.#isUnstored = true;
    if (!this.#isReported) this.#send({ type: "held_up", reason: messageOf(obstacle) });
    this.#isReported = true;
    this.#storing = setTimeout(() => this.store(), RETRY_MS);
  }

  /** From now on the file is looked at again and again, a piece at a time. */
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

  /** Writes what the questions are about. */
  #prepareFor(asks: readonly Ask[]): void {
    if (this.#heldUp !== undefined || this.#following === null) return;
    const { follower } = this.#following;
    if (!this.#isUnstored && asks.some(({ question }) => question.type === "keep")) follower.commit();
    else follower.makeReadable();
  }

  /** Undefined when the answer comes later. */
  #answerTo({ id, after, question }: Ask): FromHistory | undefined {
    // The end does not wait for room: what is missing is projected at the next start.
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

  /** A copy of what is stored, page by page while everything else goes on; the log grows meanwhile. */
  async #keep(id: number, { tables, follower }: Following): Promise<void> {
    if (this.#isKeeping) return this.#refuse(id, new NotNow("it is being copied already"));
    this.#isKeeping = true;
    try {
      if (!tables.takeOverLog()) throw new NotNow("another program reads its file");
      const position = follower.stored;
      tables.isCopied = true;
      const copied = await this.#kept.update(tables.pages!, () => this.#turnOf(tables));
      if (copied === null) throw new NotNow("it was made anew or closed meanwhile");
      this.#send({ type: "answer", id, result: position, position });
    } catch (error) {
      this.#refuse(id, error);
      // A disk that has no room for the copy may have room for history itself.
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

  /** What waits is refused, and so is what comes, but for what can be answered from what is stored. */
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
      // What was taken back can be projected again without a disk, unless it is too much to be held in memory.
      if (obstacle === undefined) tryToWrite(this.#following.tables);
      this.#following = followAgain(this.#options, this.#following);
    } catch (error) {
      return this.#meet(error);
    }
    this.#heldUp = undefined;
    if (obstacle !== undefined) this.#keepUnstored(obstacle);
    this.project();
  }

  /** Once something is stored: until then there may be no more room than before. */
  #sendResumed({ follower }: Following): void {
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
      // What is damaged need not close in order: it is set aside.
    }
    this.begin(() => rebuild(this.#options, `it is damaged: ${reason}`));
  }

  /** @returns the last position that is stored */
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
      // What can't be stored now is projected again at the next start.
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

/** What every account was worth at the end of a day, or a transaction that has ended. */
function needsClosedDays(question: Question): boolean {
  return question.type === "keep" || (question.type === "query" && question.name === "accountDays");
}

/** @throws what the system says of a file that can't be opened to be written: on a disk that has turned read-only, EROFS */
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

/** @throws as the system would once something is written */
function requireRoom({ freeBytes, bytes }: Disk): void {
  const needed = Math.min(ROOM_BYTES, bytes / ROOM_PART);
  if (freeBytes < needed) throw Object.assign(new Error(`${freeBytes} bytes are left`), { code: "ENOSPC" });
}

function messagesGetATurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
