// One PostgreSQL session on the thread of connections. A request that is not answered in time fails, and the session is closed.
// After a statement of a transaction has failed, the later ones are not even sent: they are answered with the first error.

import { Socket } from "node:net";
import { Fault } from "@evermark/engine";
import { Client, DatabaseError } from "pg";
import { CopyIn } from "./copy-in.ts";
import { type Answer, CHANNEL, DONE, type FromLine, type SessionName, type Step } from "./line-protocol.ts";

/** A connection attempt that takes longer is given up and retried. */
const CONNECT_MS = 2_000;
/** How long a session may take to answer: a caller's read waits for 10 s at most. */
const ANSWER_MS: Readonly<Record<SessionName, number>> = { reads: 5_000, writes: 30_000 };

/** The longest that a timer can wait: about 25 days. */
const FOR_EVER_MS = 2 ** 31 - 1;

const SETTINGS: Readonly<Record<SessionName, readonly string[]>> = {
  reads: [`statement_timeout = ${ANSWER_MS.reads}`, "default_transaction_read_only = on"],
  writes: [
    // A commit need not wait for a standby: what a failover loses is projected again from where the tables are then.
    "synchronous_commit = local",
    // Bringing an engine up to the tables' position takes a while (writer-lock.ts).
    "idle_session_timeout = 600000",
    "idle_in_transaction_session_timeout = 10000",
  ],
};

const FOR_BOTH = ["search_path = evermark_history", "standard_conforming_strings = on", "client_min_messages = error"];

/** Type ids of the numeric types, which come as text. The numbers that history stores are exact as doubles, as in a file. */
const NUMBERS = new Set([20, 21, 23, 700, 701, 1700]);
const READ = {
  getTypeParser: (type: number) => (NUMBERS.has(type) ? Number : (text: string) => text),
};

const GONE: Answer = { error: { message: "PostgreSQL is not reached", isAway: true } };

export class LineSession {
  readonly #name: SessionName;
  readonly #url: string;
  readonly #send: (message: FromLine) => void;
  #client: Client | null = null;
  #socket = new Socket();
  /** The first error that no answer has reported yet. */
  #failed: Answer | null = null;

  constructor(name: SessionName, url: string, send: (message: FromLine) => void) {
    this.#name = name;
    this.#url = url;
    this.#send = send;
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  async connect(): Promise<Answer> {
    if (this.#client !== null) return DONE;
    const socket = new Socket();
    const client = new Client({ connectionString: this.#url, stream: () => socket, keepAlive: true });
    const lose = (reason: string) => this.#lose(client, socket, reason);
    client.on("error", (error) => lose(error.message));
    client.on("end", () => lose("its connection has ended"));
    client.on("notification", ({ payload }) => this.#send({ type: "moved", position: Number(payload) }));
    try {
      await inTime(client.connect(), CONNECT_MS);
      const name = `application_name = 'evermark history ${this.#name}'`;
      const set = [...FOR_BOTH, ...SETTINGS[this.#name], name].map((setting) => `SET ${setting}`);
      const listen = this.#name === "reads" ? `; LISTEN ${CHANNEL}` : "";
      await inTime(client.query(set.join("; ") + listen), CONNECT_MS);
    } catch (error) {
      socket.destroy();
      return answerOf(error, true);
    }
    this.#client = client;
    this.#socket = socket;
    this.#failed = null;
    this.#send({ type: "connected", session: this.#name });
    return DONE;
  }

  /** @returns the answer to the last step, or the first error */
  async run(steps: readonly Step[]): Promise<Answer> {
    let last: Answer = DONE;
    for (const step of steps) {
      if (this.#failed !== null) return this.#failed;
      last = await this.#ask(step);
      if ("error" in last) this.#failed = last;
    }
    return last;
  }

  /** Without a time limit. */
  runLong(text: string): Promise<Answer> {
    return this.#ask({ is: "script", text }, FOR_EVER_MS);
  }

  async abandon(): Promise<Answer> {
    this.#failed = null;
    return this.#client === null ? DONE : this.#ask({ is: "script", text: "ROLLBACK" });
  }

  /** Ends the session: what it has not committed is rolled back, and its locks are released. */
  async close(): Promise<Answer> {
    const client = this.#client;
    this.#client = null;
    await inTime(client?.end() ?? Promise.resolve(), CONNECT_MS).catch(() => {});
    this.#socket.destroy();
    return DONE;
  }

  async #ask(step: Step, ms = ANSWER_MS[this.#name]): Promise<Answer> {
    const client = this.#client;
    if (client === null) return GONE;
    try {
      return await inTime(ask(client, step), ms);
    } catch (error) {
      if (!(error instanceof DatabaseError)) this.#lose(client, this.#socket, messageOf(error));
      return answerOf(error, this.#client === null);
    }
  }

  #lose(client: Client, socket: Socket, reason: string): void {
    socket.destroy();
    if (this.#client !== client) return;
    this.#client = null;
    this.#failed = GONE;
    this.#send({ type: "lost", session: this.#name, reason });
  }
}

async function ask(client: Client, step: Step): Promise<Answer> {
  if (step.is === "copy") {
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyIn(step.into, step.rows, (error) => (error === null ? resolve() : reject(error))));
    });
    return DONE;
  }
  const asked =
    step.is === "script" ? { text: step.text } : { name: step.name, text: step.text, values: [...step.values] };
  const result = await client.query({ ...asked, rowMode: "array", types: READ } as never);
  const {
    fields = [],
    rows = [],
    rowCount,
  } = [result].flat().at(-1) as unknown as {
    readonly fields: readonly { readonly name: string }[];
    readonly rows: readonly (readonly unknown[])[];
    readonly rowCount: number | null;
  };
  return { columns: fields.map(({ name }) => name), rows, count: rowCount ?? 0 };
}

/** Codes of a server that is down, shutting down, overloaded, slow, failing or no longer a primary. Others are our mistakes. */
const AWAY = /^(08|57|53|25006|40|58)/;

function answerOf(error: unknown, isLost: boolean): Answer {
  const isAway = isLost || (error instanceof DatabaseError && AWAY.test(error.code ?? ""));
  return { error: { message: messageOf(error), isAway } };
}

function messageOf(error: unknown): string {
  // A host name with several addresses fails once for each address, and the error around these failures has no message.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

async function inTime<Result>(result: Promise<Result>, ms: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Fault("PostgreSQL does not answer in time")), ms);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
