// One session of PostgreSQL: one connection, set up before anything is asked. Each statement is answered once. A statement
// that has no answer at its deadline by the steady clock is lost, and the session with it, so that no later answer follows.

import { Socket } from "node:net";
import { Fault } from "@evermark/engine";
import { Client, DatabaseError } from "pg";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import type { Columns, Statement } from "./sql/postgres-statements.ts";
import { type SessionRole, setUpStatement, timelineOf } from "./sql/session-setup.ts";
import type { StatementAnswer } from "./sql/statement-outcomes.ts";

/** A statement that PostgreSQL has not answered after this many milliseconds is lost. */
export const ANSWER_WITHIN_MS = 2_000;

export interface SessionSettings {
  readonly url: string;
  readonly clock: Pick<ClusterClock, "steady">;
  /** What the synchronous standby must have done before a commit returns: stored it on its disk, or applied it as well. */
  readonly synchronousCommit: "on" | "remote_apply";
}

interface PendingStatement {
  readonly statement: Statement;
  /** Steady time after which the statement is lost. */
  readonly until: number;
  readonly done: (said: StatementAnswer) => void;
  readonly callOff: () => void;
  isWarned: boolean;
  said: StatementAnswer | null;
}

const LOST: StatementAnswer = { is: "lost" };
/** Leaves columns as PostgreSQL writes them. */
const AS_WRITTEN = { getTypeParser: () => (text: unknown) => text };

/** The server names the process id by which its statements are cancelled; a connection pooler makes up its own. */
export function processOf(client: Client): string {
  return String((client as Client & { readonly processID: number | null }).processID);
}

export class Session {
  readonly #client: Client;
  readonly #socket = new Socket();
  readonly #clock: Pick<ClusterClock, "steady">;
  /** Statements without an answer; the first one has been sent. */
  readonly #queue: PendingStatement[] = [];
  #isOpen = true;
  #backend = "";
  #timeline = 0;
  #onIdle: (() => void) | null = null;

  private constructor({ url, clock }: SessionSettings) {
    this.#clock = clock;
    this.#client = new Client({ connectionString: url, stream: () => this.#socket });
    this.#client.on("error", () => this.close());
    this.#client.on("end", () => this.close());
    this.#client.on("notice", () => this.#warned());
    // The statement is over, and the session takes the next one: only now is it known whether a warning came.
    this.#client.on("drain", () => this.#answered());
  }

  /** @throws {Fault | Error} when no session can be opened: not reached in time, a standby, a pooler between */
  static async open(settings: SessionSettings, role: SessionRole): Promise<Session> {
    const session = new Session(settings);
    const until = settings.clock.steady() + ANSWER_WITHIN_MS;
    try {
      await session.#inTime(session.#client.connect(), until);
      await session.#setUp(settings.synchronousCommit, role, until);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The server's timeline, which rises with each promotion of a standby. */
  get timeline(): number {
    return this.#timeline;
  }

  /** @param until steady time after which the statement is lost */
  ask(statement: Statement, until: number, done: (said: StatementAnswer) => void): void {
    if (!this.#isOpen) return queueMicrotask(() => done(LOST));
    const callOff = atSteady(this.#clock, until, () => this.close());
    this.#queue.push({ statement, until, done, callOff, isWarned: false, said: null });
    if (this.#queue.length === 1) this.#send();
  }

  /** Closes at once; statements without an answer are lost. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#socket.destroy();
    for (const { callOff, done } of this.#queue.splice(0)) {
      callOff();
      queueMicrotask(() => done(LOST));
    }
    this.#onIdle?.();
  }

  /** Closes once everything asked is answered or lost. */
  async end(): Promise<void> {
    if (this.#queue.length > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    // Ended properly, so that PostgreSQL need not find out by itself that the connection is gone.
    const ended = this.#isOpen ? this.#client.end() : Promise.resolve();
    await this.#inTime(ended, this.#clock.steady() + ANSWER_WITHIN_MS).catch(() => {});
    this.close();
  }

  async #inTime(step: Promise<unknown>, until: number): Promise<void> {
    let callOff = () => {};
    const late = new Promise<never>((_, reject) => {
      callOff = atSteady(this.#clock, until, () => reject(new Fault("PostgreSQL does not answer in time")));
    });
    await Promise.race([step, late]).finally(() => callOff());
  }

  async #setUp(synchronousCommit: string, role: SessionRole, until: number): Promise<void> {
    const [set] = await this.rows(setUpStatement(role.name, synchronousCommit), until);
    const timeline = timelineOf(set!);
    if (timeline === null) throw new Fault("this PostgreSQL is a standby, which takes no writes");
    this.#timeline = timeline;
    this.#backend = set!.backend!;
    if (this.#backend !== processOf(this.#client))
      throw new Fault(
        "between this node and PostgreSQL is a pooler, which gives a session's statements to any process",
      );
    const [read] = await this.rows(role.endOthers, until);
    if (read!.synchronous_commit !== synchronousCommit)
      throw new Fault("a session of PostgreSQL does not keep its settings", {
        synchronousCommit: read!.synchronous_commit,
      });
  }

  /** @throws {Fault} when the statement does not return rows */
  async rows(statement: Statement, until: number): Promise<readonly Columns[]> {
    const said = await new Promise<StatementAnswer>((resolve) => this.ask(statement, until, resolve));
    if (said.is === "done") return said.rows;
    if (said.is === "lost") throw new Fault("PostgreSQL does not answer", { statement: statement.name });
    throw new Fault("PostgreSQL refuses", { statement: statement.name, code: said.code, message: said.message });
  }

  #send(): void {
    const asked = this.#queue[0]!;
    const { name, text, values } = asked.statement;
    this.#client.query({ name, text, values: [...values], types: AS_WRITTEN }, (error: Error | null, result) => {
      if (error === null) asked.said = this.#done(asked, result.rows, result.rowCount ?? 0);
      else if (error instanceof DatabaseError)
        asked.said = { is: "error", code: error.code ?? "", message: error.message };
    });
  }

  #done({ isWarned }: PendingStatement, rows: readonly Columns[], count: number): StatementAnswer {
    const isOurs = rows.every(
      ({ backend }) => backend === undefined || this.#backend === "" || backend === this.#backend,
    );
    return { is: "done", count, rows, isPlain: isOurs && !isWarned };
  }

  #warned(): void {
    const asked = this.#queue[0];
    if (asked !== undefined) asked.isWarned = true;
  }

  #answered(): void {
    const asked = this.#queue[0];
    if (asked === undefined || asked.said === null) return;
    if (this.#clock.steady() >= asked.until) return this.close();
    this.#queue.shift();
    asked.callOff();
    if (this.#queue.length > 0) this.#send();
    else this.#onIdle?.();
    asked.done(asked.said);
  }
}

const LOOK_EVERY_MS = 200;

/**
 * Runs `step` once the steady clock has reached `at`. The machine's timers do not count the time that it sleeps, so this
 * looks at the steady clock again and again.
 * @returns a function that cancels it
 */
function atSteady(clock: Pick<ClusterClock, "steady">, at: number, step: () => void): () => void {
  const wait = () => setTimeout(look, Math.min(LOOK_EVERY_MS, Math.max(0, Math.ceil(at - clock.steady()))));
  let timer = wait();
  function look(): void {
    if (clock.steady() >= at) return step();
    timer = wait();
  }
  return () => clearTimeout(timer);
}
