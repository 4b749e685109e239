// The history thread's side of the conversation: projects what is durable, answers questions once their position is
// projected, and gives messages a turn between batches. A question is always answered, or the thread fails as a whole.
//
// Storing comes less often than projecting: reads go through the connection that writes, so they see what its open
// transaction holds. Rows of one moment are of many accounts and lie far apart in the indexes; a page that a second of
// them has changed is written once and not ten times. What a crash takes back is projected again.
//
// A disk without room, or a file that another program has locked, holds history up: it answers from what it has, refuses
// what would have to wait, and tries again until it can write. A file that turns out to be damaged is made anew from the
// journal; a second time, it is the machine that needs someone to look.

import { assert, unreachable } from "@evermark/engine/fault.ts";
import { type Following, type FollowOptions, followAgain, rebuild } from "./open-follower.ts";
import type { FromHistory, Question, ToHistory } from "./protocol.ts";
import { type HistoryQueries, historyQueries } from "./queries.ts";
import { tryToWrite } from "./schema.ts";
import { troubleOf } from "./trouble.ts";

type Ask = Extract<ToHistory, { type: "ask" }>;

/** While nobody waits, commands gather for this long: fewer, larger transactions leave the processor to the venue. */
const GATHER_MS = 100;
/** What is projected is stored this much later, together with all that was projected meanwhile. */
const STORE_MS = 1_000;
/** Between two attempts to write on a disk that had no room. */
const RETRY_MS = 250;

export class HistoryService {
  readonly #options: FollowOptions;
  #following: Following;
  #queries: HistoryQueries;
  readonly #send: (message: FromHistory) => void;
  readonly #fail: (error: unknown) => void;
  #durable: number;
  #waiting: Ask[] = [];
  #projecting = false;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #storing: ReturnType<typeof setTimeout> | undefined;
  /** Why nothing can be stored for now. */
  #heldUp: string | undefined;
  /** Whether the venue knows that history was held up and does not know yet that it goes on. */
  #isTold = false;
  #isRebuilt = false;
  #retrying: ReturnType<typeof setTimeout> | undefined;

  /** @param parts.fail is called when projecting throws; the service is of no use afterwards */
  constructor(parts: {
    readonly options: FollowOptions;
    readonly following: Following;
    readonly durable: number;
    readonly send: (message: FromHistory) => void;
    readonly fail: (error: unknown) => void;
  }) {
    this.#options = parts.options;
    this.#following = parts.following;
    this.#queries = historyQueries(parts.following.tables);
    this.#send = parts.send;
    this.#fail = parts.fail;
    this.#durable = parts.durable;
  }

  get position(): number {
    return this.#following.follower.position;
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
    if (this.#projecting || this.#heldUp !== undefined) return;
    this.#projecting = true;
    const following = this.#following;
    try {
      while (this.position < this.#durable) {
        following.follower.projectBatch(this.#durable);
        this.#storing ??= setTimeout(() => this.store(), STORE_MS);
        if (this.#isTold) this.#tellResumed();
        this.#send({ type: "projected", position: this.position });
        this.#answerWaiting();
        await messagesGetATurn();
        // Held up or begun anew meanwhile: someone else goes on.
        if (this.#following !== following || this.#heldUp !== undefined) return;
      }
    } catch (error) {
      return this.#meet(error);
    }
    this.#projecting = false;
    // What arrived while the last batch gave way.
    this.#answerWaiting();
  }

  /** Stores what is projected. */
  store(): void {
    clearTimeout(this.#storing);
    this.#storing = undefined;
    if (this.#heldUp !== undefined) return;
    try {
      this.#following.follower.commit();
    } catch (error) {
      this.#meet(error);
    }
  }

  #answerWaiting(): void {
    const isReady = (ask: Ask) => ask.after <= this.position || this.#heldUp !== undefined;
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
        this.#send(this.#answerTo(ask));
      } catch (error) {
        if (troubleOf(error) === "damage") {
          this.#waiting.unshift(...ready.slice(i));
          return this.#meet(error);
        }
        this.#send({
          type: "refused",
          id: ask.id,
          message: messageOf(error),
          isPassing: troubleOf(error) === "passing",
        });
      }
    }
  }

  /** Writes what the questions are about. */
  #prepareFor(asks: readonly Ask[]): void {
    if (this.#heldUp !== undefined) return;
    const { follower } = this.#following;
    if (asks.some(({ question }) => question.type === "checkpoint")) follower.commit();
    else follower.makeReadable();
  }

  #answerTo({ id, after, question }: Ask): FromHistory {
    // The end does not wait for room: what is missing is projected at the next start.
    if (after > this.position && question.type !== "close") {
      return { type: "refused", id, message: this.#heldUp ?? "", isPassing: true };
    }
    return { type: "answer", id, result: this.#answer(question) };
  }

  #meet(error: unknown): void {
    const trouble = troubleOf(error);
    try {
      if (trouble === "passing") this.#wait(messageOf(error));
      else if (trouble === "damage" && !this.#isRebuilt) this.#rebuild(messageOf(error));
      else this.#fail(error);
    } catch (further) {
      this.#fail(further);
    }
  }

  #wait(reason: string): void {
    this.#following.follower.abandon();
    this.#heldUp = reason;
    this.#projecting = false;
    if (!this.#isTold) this.#send({ type: "held_up", reason });
    this.#isTold = true;
    this.#answerWaiting();
    this.#retrying = setTimeout(() => this.#tryAgain(), RETRY_MS);
  }

  #tryAgain(): void {
    try {
      tryToWrite(this.#following.tables);
      this.#following = followAgain(this.#options, this.#following);
    } catch (error) {
      return this.#meet(error);
    }
    this.#heldUp = undefined;
    this.project();
  }

  /** Once something is stored: until then there may be no more room than before. */
  #tellResumed(): void {
    this.#following.follower.commit();
    this.#send({ type: "resumed" });
    this.#isTold = false;
  }

  #rebuild(reason: string): void {
    try {
      this.#following.close();
    } catch {
      // What is damaged need not close in order: it is deleted.
    }
    this.#isRebuilt = true;
    this.#following = rebuild(this.#options, `it is damaged: ${reason}`);
    this.#queries = historyQueries(this.#following.tables);
    this.#heldUp = undefined;
    this.#projecting = false;
    this.project();
  }

  /** @returns the last position that is stored */
  #close(): number {
    for (const timer of [this.#gathering, this.#storing, this.#retrying]) clearTimeout(timer);
    const { follower } = this.#following;
    try {
      if (this.#heldUp === undefined) follower.commit();
    } catch (error) {
      // What can't be stored now is projected again at the next start.
      if (troubleOf(error) === undefined) throw error;
    }
    this.#following.close();
    return follower.stored;
  }

  #answer(question: Question): unknown {
    switch (question.type) {
      case "query": {
        const query: (...parameters: never[]) => unknown = this.#queries[question.name];
        return query(...(question.parameters as never[]));
      }
      case "catch_up":
        return this.position;
      case "checkpoint":
        return this.#checkpoint();
      case "close":
        return this.#close();
      default:
        return unreachable(question);
    }
  }

  #checkpoint(): number {
    const result = this.#following.tables.first<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    assert(result?.busy === 0, "nobody else has the history file open");
    return this.#following.follower.stored;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function messagesGetATurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
