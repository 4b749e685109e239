// Statements about the tables in which nodes note facts that they share beside the journal.

import type { Columns, Statement } from "../sql/postgres-statements.ts";

const SPEND = `
  WITH forgotten AS (DELETE FROM evermark.spent_timestamps WHERE signed < $3)
  INSERT INTO evermark.spent_timestamps (signed, signer) VALUES ($1, $2) ON CONFLICT DO NOTHING
  RETURNING pg_backend_pid() AS backend`;

export function spendStatement(signer: string, timestamp: number, forgetBefore: number): Statement {
  return { name: "spend", text: SPEND, values: [timestamp, signer, forgetBefore] };
}

/** A text that is kept under a name of a subject. */
export interface Note {
  readonly subject: string;
  readonly name: string;
  readonly text: string;
}

/** Notes that a leader of a later term has taken over stay as they are: a statement of an earlier leader may still arrive. */
const KEEP = `
  INSERT INTO evermark.notes (subject, name, text, epoch) VALUES ($1, $2, $3, $4)
  ON CONFLICT (subject, name) DO UPDATE SET text = excluded.text, epoch = excluded.epoch
    WHERE notes.epoch <= excluded.epoch
  RETURNING pg_backend_pid() AS backend`;

export function keepNoteStatement({ subject, name, text }: Note, epoch: number): Statement {
  return { name: "keep_note", text: KEEP, values: [subject, name, text, epoch] };
}

/** Returns at least one row, even without notes. */
const TAKE = `
  WITH taken AS (UPDATE evermark.notes SET epoch = $2 WHERE subject = $1 AND epoch <= $2 RETURNING name, text)
  SELECT later.is_there, taken.name, taken.text
  FROM (SELECT EXISTS (SELECT FROM evermark.notes WHERE subject = $1 AND epoch > $2) AS is_there) AS later
    LEFT JOIN taken ON true`;

export function takeNotesStatement(subject: string, epoch: number): Statement {
  return { name: "take_notes", text: TAKE, values: [subject, epoch] };
}

/** @returns null when a leader of a later term has taken some of the notes */
export function notesTakenOf(rows: readonly Columns[]): ReadonlyMap<string, string> | null {
  if (rows[0]!.is_there === "t") return null;
  return new Map(rows.filter(({ name }) => name !== null).map(({ name, text }) => [name!, text!]));
}
