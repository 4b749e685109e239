// The history thread's side of the conversation when the tables are in PostgreSQL (history-service.ts is the same for a file).
// All nodes of a venue read the same tables. The node that holds the lock follows its own copy of the journal and writes them;
// when its session is gone, another node continues from where they are. Rows and position are one transaction, so a reader sees
// the history up to one position, whichever node wrote it.
//
// While PostgreSQL cannot be reached, queries are refused and nothing is written; afterwards the tables catch up.

import { assert, Fault, unreachable } from "@evermark/engine";
import { migrationSql } from "../postgres/bringing-up.ts";
import type { PostgresConnection } from "../postgres/line/line.ts";
import { DatabaseAway } from "../postgres/line/line.ts";
import type { Answer, FromLine } from "../postgres/line/line-protocol.ts";
import { atOneMoment, BEGIN_READING, PostgresReads } from "../postgres/postgres-reads.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import { dutyBegins, findTables, keepLock, prepareTables, SCHEMA_NAME, takeLock } from "../postgres/writer-lock.ts";
import { KEEP_ALL } from "../retention/retention.ts";
import { whatIsKeptIn } from "../retention/retention-report.ts";
import type { Progress } from "../tables/projected-progress.ts";
import type { FromHistory, ToHistory } from "./history-protocol.ts";
import { type AskedQuery, answerTo } from "./history-queries.ts";
import { type FollowOptions, follow, type OpenHistory, startOf } from "./open-follower.ts";

type Ask = Extract<ToHistory, { type: "ask" }>;

/** While no caller waits, commands are gathered for this long; nodes that only read see them later by as much. */
const GATHER_MS = 100;
/** The pause between two attempts to become the writer, and between two signs of life of the writer. */
const BEAT_MS = 1_000;
/** Rows whose days are over are deleted for this long at a time, this often. */
const LEAVE_MS = 5;
const LEAVE_EVERY_MS = 50;
/** The time between two measurements of how much is kept. */
const MEASURE_MS = 30_000;

const NOT_REACHED = "its database is not reached";
const BROUGHT_UP = "its tables are of an earlier version; the node that writes them brings them up";

interface Parts {
  readonly line: PostgresConnection;
  /** The name of the database for people to read, without a password. */
  readonly database: string;
  readonly send: (message: FromHistory) => void;
  /** Called when history can't continue; this object is of no use afterwards. */
  readonly fail: (error: unknown) => void;
}

export class PostgresHistoryService {
  readonly #line: PostgresConnection;
  readonly #database: string;
  readonly #send: Parts["send"];
  readonly #fail: Parts["fail"];
  /** Undefined until history is opened: until then queries are answered from the tables as they were. */
  #options: FollowOptions | undefined;
  /** Null while another node writes, or none can. */
  #following: OpenHistory<PostgresStore> | null = null;
  /** The committed position, which every reader sees. */
  #stored = 0;
  #durable = 0;
  #waiting: Ask[] = [];
  #isAway = false;
  /** Whether the tables are of an earlier version, and the writing node has not migrated them yet. */
  #isOlder = false;
  /** Whether this node is migrating them. */
  #isBringingUp = false;
  /** Whether the venue was notified that history is held up, and not yet that it continues. */
  #isReported = false;
  #projecting = false;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #beating: ReturnType<typeof setTimeout> | undefined;

  constructor({ line, database, send, fail }: Parts) {
    this.#line = line;
    this.#database = database;
    this.#send = send;
    this.#fail = fail;
    line.onMessage = (message) => this.#hear(message);
  }

  /**
   * Takes a snapshot of the tables for queries that come before history is opened.
   * @returns how far the tables are; null when there are none that can be read, or PostgreSQL cannot be reached
   * @throws {WrittenByNewer}
   */
  prepare(): Progress | null {
    try {
      this.#line.connect("reads");
      const before = findTables(this.#line, "reads", this.#database);
      if (before === null || before.isOlder) return null;
      this.#line.ask("reads", [{ is: "script", text: BEGIN_READING }]);
      return findTables(this.#line, "reads", this.#database)!.progress;
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      return null;
    }
  }

  open(options: FollowOptions): void {
    this.#options = options;
    this.#durable = options.durable;
    try {
      this.#line.abandon("reads");
      this.#line.connect("reads");
    } catch (error) {
      if (!(error instanceof DatabaseAway)) return this.#fail(error);
      this.#line.reach();
      this.#lost(error.message);
    }
    this.#look();
    this.#beat();
  }

  receive(message: Exclude<ToHistory, { type: "prepare" | "open" }>): void {
    switch (message.type) {
      case "durable":
        this.#durable = Math.max(this.#durable, message.position);
        this.#gathering ??= setTimeout(() => this.#project(), GATHER_MS);
        break;
      case "ask":
        this.#durable = Math.max(this.#durable, message.after);
        this.#waiting.push(message);
        this.#answerWaiting();
        if (message.after > this.#stored) this.#project();
        break;
      default:
        unreachable(message);
    }
  }

  /** Answers a query that comes before history is opened. */
  answerFromBefore({ id, question }: Ask, { position }: Progress): void {
    assert(question.type === "query", "history is opened before it has to follow");
    try {
      const result = answerTo(new PostgresReads(this.#line, "reads"), question);
      this.#send({ type: "answer", id, result, position });
    } catch (error) {
      this.#refuse(id, error);
    }
  }

  #hear(message: FromLine): void {
    if (this.#options === undefined) return;
    if (message.type === "moved") return this.#moved(message.position);
    const { type, session } = message;
    if (type === "ended") return this.#broughtUp(message.answer);
    if (session === "writes") {
      if (type === "lost") this.#stopWriting();
    } else if (type === "lost") this.#lost(message.reason);
    else this.#look();
  }

  /** Reads how far the tables are, in a new session. */
  #look(): void {
    if (this.#options === undefined) return;
    try {
      const found = findTables(this.#line, "reads", this.#database);
      this.#isAway = false;
      this.#isOlder = found?.isOlder === true;
      this.#stored = this.#isOlder ? 0 : (found?.progress.position ?? 0);
      if (this.#isOlder) this.#heldUp(BROUGHT_UP);
      else this.#resumed();
      this.#send({ type: "projected", position: this.#stored });
      this.#answerWaiting();
      this.#measure();
    } catch (error) {
      this.#meet(error);
    }
  }

  /** The position may also move back: what a failed-over database has lost is written again. */
  #moved(position: number): void {
    if (position === this.#stored && !this.#isOlder) return;
    this.#isOlder = false;
    this.#stored = position;
    this.#resumed();
    this.#send({ type: "projected", position });
    this.#answerWaiting();
  }

  #lost(reason: string): void {
    this.#isAway = true;
    this.#heldUp(`${NOT_REACHED} (${reason})`);
    this.#answerWaiting();
  }

  #heldUp(reason: string): void {
    if (!this.#isReported) this.#send({ type: "held_up", reason });
    this.#isReported = true;
  }

  #resumed(): void {
    if (this.#isReported) this.#send({ type: "resumed" });
    this.#isReported = false;
  }

  /** Becomes the writer, if there is none; signs of life keep the lock, if it is the writer. */
  #beat(): void {
    clearTimeout(this.#beating);
    this.#beating = setTimeout(() => this.#beat(), BEAT_MS);
    if (this.#isAway || this.#projecting || this.#isBringingUp) return;
    try {
      if (this.#following === null) this.#claim();
      else keepLock(this.#line);
      if (performance.now() - this.#measuredAt >= MEASURE_MS) this.#measure();
    } catch (error) {
      this.#meet(error);
    }
  }

  #claim(): void {
    const options = { ...this.#options!, durable: this.#durable };
    if (!takeLock(this.#line)) return;
    const { progress, isOlder } = prepareTables(this.#line, this.#database);
    const start = startOf(options, progress);
    if (typeof start === "string") {
      this.#line.drop("writes");
      // Another node may be able to. A node that is only behind the tables does not report it: it will soon catch up.
      if (progress.position <= this.#durable) this.#heldUp(`this node can't write it: ${start}`);
      return;
    }
    const tables = new PostgresStore(this.#line, progress, options.retention ?? KEEP_ALL);
    const following = follow(options, { tables, giveBack: () => false }, start);
    if (!following.follower.repeatTo(progress)) {
      following.close();
      this.#line.drop("writes");
      const text = `${this.#database} has the history of another journal, which differs at position ${progress.position}`;
      throw new Fault(text, { hint: "name a database of its own, or make it anew with evermark rebuild-history" });
    }
    dutyBegins(this.#line);
    if (isOlder) {
      following.close();
      this.#isBringingUp = true;
      return this.#line.postLong("writes", migrationSql(options.retention ?? KEEP_ALL));
    }
    this.#following = following;
    this.#moved(progress.position);
    this.#project();
  }

  /** On an error the migration is tried again; the tables are unchanged. */
  #broughtUp(answer: Answer): void {
    if (!this.#isBringingUp) return;
    this.#isBringingUp = false;
    try {
      if (!("error" in answer)) return this.#claim();
      const { isAway, message } = answer.error;
      throw isAway ? new DatabaseAway(message) : new Fault(`history's tables can't be brought up: ${message}`);
    } catch (error) {
      this.#meet(error);
    }
  }

  #stopWriting(): void {
    this.#isBringingUp = false;
    const following = this.#following;
    this.#following = null;
    following?.close();
  }

  /** Projects and commits everything durable, batch by batch. */
  async #project(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const following = this.#following;
    if (this.#projecting || following === null) return;
    const { follower } = following;
    this.#projecting = true;
    try {
      while (this.#following === following && (follower.position < this.#durable || follower.isClosingDay)) {
        follower.closeSomeOfDay();
        follower.projectBatch(this.#durable);
        if (!follower.isClosingDay) this.#store(following);
        await messagesGetATurn();
      }
    } catch (error) {
      this.#meet(error);
    }
    this.#projecting = false;
    if (this.#following === following) this.#letLeave();
    // The lock was lost and taken again while the last batch was under way: that session's commands are to be projected too.
    else if (this.#following !== null) this.#gathering ??= setTimeout(() => this.#project(), GATHER_MS);
  }

  #store({ follower }: OpenHistory<PostgresStore>): void {
    follower.commit();
    this.#moved(follower.stored);
  }

  #letLeave(): void {
    const following = this.#following;
    if (following === null || this.#projecting || this.#leaving !== undefined) return;
    const enough = performance.now() + LEAVE_MS;
    try {
      let isMore = true;
      while (isMore && performance.now() < enough) isMore = following.follower.leaveSome();
      this.#store(following);
      if (!isMore) return;
    } catch (error) {
      return this.#meet(error);
    }
    this.#leaving = setTimeout(() => {
      this.#leaving = undefined;
      this.#letLeave();
    }, LEAVE_EVERY_MS);
  }

  #measure(): void {
    this.#measuredAt = performance.now();
    const ask = <Row>(text: string): Row[] => {
      const { columns, rows } = this.#line.ask("reads", [{ is: "script", text }]);
      return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])) as Row);
    };
    if (findTables(this.#line, "reads", this.#database)?.isOlder !== false) return;
    const size = `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
      WHERE relnamespace = '${SCHEMA_NAME}'::regnamespace AND relkind = 'r'`;
    this.#send({ type: "kept", kept: whatIsKeptIn(ask, ask<{ bytes: number }>(size)[0]!.bytes) });
  }

  #answerWaiting(): void {
    const isReady = ({ after, question: { type } }: Ask) =>
      this.#isAway ||
      after <= this.#stored ||
      (type === "query" && this.#isOlder) ||
      (type === "close" && this.#following === null);
    const ready = this.#waiting.filter(isReady);
    this.#waiting = this.#waiting.filter((ask) => !isReady(ask));
    for (const ask of ready) this.#answerOne(ask);
  }

  #answerOne({ id, after, question }: Ask): void {
    try {
      switch (question.type) {
        case "query":
          return this.#answerQuery(id, after, question);
        case "catch_up":
        case "keep":
          if (after > this.#stored) throw new DatabaseAway(NOT_REACHED);
          this.#send({ type: "answer", id, result: this.#stored, position: this.#stored });
          return;
        case "close":
          this.#send({ type: "answer", id, result: this.#close(), position: this.#stored });
          return;
        default:
          return unreachable(question);
      }
    } catch (error) {
      this.#refuse(id, error);
    }
  }

  #answerQuery(id: number, after: number, question: AskedQuery): void {
    if (this.#isAway) throw new DatabaseAway(NOT_REACHED);
    if (this.#isOlder) throw new DatabaseAway(BROUGHT_UP);
    const answer = atOneMoment(this.#line, (tables, position) => {
      if (position < after) throw new DatabaseAway("its database has lost what it had");
      return { result: answerTo(tables, question), position };
    });
    this.#send({ type: "answer", id, ...answer });
  }

  #refuse(id: number, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#send({ type: "refused", id, message, isPassing: error instanceof DatabaseAway });
  }

  /** What was not committed is missing from the tables; the next node that writes projects it again. */
  #meet(error: unknown): void {
    this.#stopWriting();
    try {
      this.#line.drop("writes");
    } catch (further) {
      if (!(further instanceof DatabaseAway)) return this.#fail(further);
    }
    if (!(error instanceof DatabaseAway)) this.#fail(error);
  }

  /** @returns the last committed position */
  #close(): number {
    for (const timer of [this.#gathering, this.#leaving, this.#beating]) clearTimeout(timer);
    try {
      if (this.#following !== null) this.#store(this.#following);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
    }
    this.#stopWriting();
    this.#options = undefined;
    this.#line.close();
    return this.#stored;
  }
}

function messagesGetATurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
