// The messages between history's thread and the thread that has the PostgreSQL connections. Requests are sent as messages;
// answers come back through shared memory, because the requesting thread blocks until they are there.

/** The two PostgreSQL sessions: one answers queries; the other writes while it holds the lock. */
export type SessionName = "reads" | "writes";

/** A parameter value, passed to PostgreSQL separately from the statement's text. */
export type StatementValue = number | string | null;

export type Step =
  /** One statement. With a name, it is prepared once. */
  | {
      readonly is: "statement";
      readonly name?: string;
      readonly text: string;
      readonly values: readonly StatementValue[];
    }
  /** Statements without values, in one message. */
  | { readonly is: "script"; readonly text: string }
  /** Rows in the text format of COPY. */
  | { readonly is: "copy"; readonly into: string; readonly rows: string };

export type ToLine =
  | { readonly type: "open"; readonly url: string; readonly memory: SharedArrayBuffer }
  /** Connects a session that is not connected; the session that reads reconnects on its own. */
  | { readonly type: "connect"; readonly session: SessionName }
  | { readonly type: "reach" }
  /** Runs the steps in order. If no answer was asked for, an error is the answer of the next request. */
  | {
      readonly type: "steps";
      readonly session: SessionName;
      readonly steps: readonly Step[];
      readonly answers: boolean;
    }
  /** Statements without values, without a time limit. `ended` reports the end; until then nothing else is sent to the session. */
  | { readonly type: "long"; readonly session: SessionName; readonly text: string }
  /** Rolls back a transaction and clears its error. */
  | { readonly type: "abandon"; readonly session: SessionName }
  | { readonly type: "drop"; readonly session: SessionName }
  /** Requests the rest of an answer that was longer than the memory. */
  | { readonly type: "more"; readonly from: number }
  | { readonly type: "close" };

export type FromLine =
  /** The session is connected, for the first time or again. */
  | { readonly type: "connected"; readonly session: SessionName }
  | { readonly type: "lost"; readonly session: SessionName; readonly reason: string }
  | { readonly type: "ended"; readonly session: SessionName; readonly answer: Answer }
  /** A writer has advanced the tables to this position. */
  | { readonly type: "moved"; readonly position: number };

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly count: number;
}

/** The answer of the last step. */
export type Answer = Rows | { readonly error: { readonly message: string; readonly isAway: boolean } };

export const DONE: Rows = { columns: [], rows: [], count: 0 };

/** The notification channel on which writers announce their progress. */
export const CHANNEL = "evermark_history";

/** Indices of the memory's header words. */
export const [STATE, LENGTH] = [0, 1];
export const HEAD_BYTES = 8;
