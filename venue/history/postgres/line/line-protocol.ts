// What history's thread and the thread of its connections say to each other. Questions go as messages; answers come back through
// memory that both have, because who asks stands still until then.

/** Two sessions of PostgreSQL: one that answers, and one that writes while it has the lock. */
export type SessionName = "reads" | "writes";

/** A value that PostgreSQL is given apart from the text. */
export type Given = number | string | null;

export type Step =
  /** One statement. Under a name it is prepared once. */
  | { readonly is: "statement"; readonly name?: string; readonly text: string; readonly values: readonly Given[] }
  /** Statements without values, in one message. */
  | { readonly is: "script"; readonly text: string }
  /** Rows as COPY takes them. */
  | { readonly is: "copy"; readonly into: string; readonly rows: string };

export type ToLine =
  | { readonly type: "open"; readonly url: string; readonly memory: SharedArrayBuffer }
  /** Connects a session that is not; the one that reads connects again by itself. */
  | { readonly type: "connect"; readonly session: SessionName }
  | { readonly type: "reach" }
  /** In turn. Without an answer, what goes wrong is what the next one answers. */
  | {
      readonly type: "steps";
      readonly session: SessionName;
      readonly steps: readonly Step[];
      readonly answers: boolean;
    }
  /** Statements without values that take as long as they take: `ended` says when they have, and meanwhile the session is asked nothing. */
  | { readonly type: "long"; readonly session: SessionName; readonly text: string }
  /** Forgets what went wrong, and takes back a transaction. */
  | { readonly type: "abandon"; readonly session: SessionName }
  | { readonly type: "drop"; readonly session: SessionName }
  /** The rest of an answer that was longer than the memory. */
  | { readonly type: "more"; readonly from: number }
  | { readonly type: "close" };

export type FromLine =
  /** The session is there, at the beginning or again. */
  | { readonly type: "connected"; readonly session: SessionName }
  | { readonly type: "lost"; readonly session: SessionName; readonly reason: string }
  | { readonly type: "ended"; readonly session: SessionName; readonly answer: Answer }
  /** A writer has moved the tables to here. */
  | { readonly type: "moved"; readonly position: number };

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly count: number;
}

/** Of the last step. */
export type Answer = Rows | { readonly error: { readonly message: string; readonly isAway: boolean } };

export const DONE: Rows = { columns: [], rows: [], count: 0 };

/** By which the tables' session is notified of others' progress. */
export const CHANNEL = "evermark_history";

/** Where in the memory is what. */
export const [STATE, LENGTH] = [0, 1];
export const HEAD_BYTES = 8;
