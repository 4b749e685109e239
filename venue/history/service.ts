// The history thread's side of the conversation: projects what is durable, answers questions once their position is
// projected, and gives messages a turn between batches. A question is always answered, or the thread fails as a whole.

import { assert, unreachable } from "@evermark/engine/fault.ts";
import type { Following } from "./open-follower.ts";
import type { FromHistory, Question, ToHistory } from "./protocol.ts";
import { type HistoryQueries, historyQueries } from "./queries.ts";

type Ask = Extract<ToHistory, { type: "ask" }>;

/** While nobody waits, commands gather for this long: fewer, larger transactions leave the processor to the venue. */
const GATHER_MS = 10;

export class HistoryService {
  readonly #following: Following;
  readonly #queries: HistoryQueries;
  readonly #send: (message: FromHistory) => void;
  readonly #fail: (error: unknown) => void;
  #durable: number;
  #waiting: Ask[] = [];
  #projecting = false;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  /** @param parts.fail is called when projecting throws; the service is of no use afterwards */
  constructor(parts: {
    readonly following: Following;
    readonly durable: number;
    readonly send: (message: FromHistory) => void;
    readonly fail: (error: unknown) => void;
  }) {
    this.#following = parts.following;
    this.#queries = historyQueries(parts.following.tables);
    this.#send = parts.send;
    this.#fail = parts.fail;
    this.#durable = parts.durable;
  }

  get position(): number {
    return this.#following.follower.position;
  }

  receive(message: Exclude<ToHistory, { type: "open" }>): void {
    switch (message.type) {
      case "durable":
        this.#durable = Math.max(this.#durable, message.position);
        this.#gathering ??= setTimeout(() => this.project(), GATHER_MS);
        break;
      case "ask":
        this.#durable = Math.max(this.#durable, message.after);
        this.#waiting.push(message);
        if (message.after <= this.position && !this.#projecting) this.#answerWaiting();
        else this.project();
        break;
      default:
        unreachable(message);
    }
  }

  /** Projects everything durable, batch by batch; resolves when that is done or has failed. */
  async project(): Promise<void> {
    if (this.#projecting) return;
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#projecting = true;
    try {
      while (this.position < this.#durable) {
        this.#following.follower.projectBatch(this.#durable);
        this.#send({ type: "projected", position: this.position });
        this.#answerWaiting();
        await messagesGetATurn();
      }
    } catch (error) {
      return this.#fail(error);
    }
    this.#projecting = false;
    // What arrived while the last batch gave way.
    this.#answerWaiting();
  }

  #answerWaiting(): void {
    const ready = this.#waiting.filter((ask) => ask.after <= this.position);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter((ask) => ask.after > this.position);
    for (const { id, question } of ready) {
      try {
        this.#send({ type: "answer", id, result: this.#answer(question) });
      } catch (error) {
        this.#send({ type: "refused", id, message: error instanceof Error ? error.message : String(error) });
      }
    }
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
        return this.#following.close();
      default:
        return unreachable(question);
    }
  }

  #checkpoint(): number {
    const result = this.#following.tables.first<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    assert(result?.busy === 0, "nobody else has the history file open");
    return this.position;
  }
}

function messagesGetATurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
