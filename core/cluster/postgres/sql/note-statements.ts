// What is asked of the tables in which nodes note what they have in common beside the journal.

import type { Columns, Statement } from "./statements.ts";

const SPEND = `
  WITH forgotten AS (DELETE FROM evermark.spent_timestamps WHERE signed < $3)
  INSERT INTO evermark.spent_timestamps (signed, signer) VALUES ($1, $2) ON CONFLICT DO NOTHING
  RETURNING pg_backend_pid() AS backend`;

export function spendStatement(signer: string, timestamp: number, forgetBefore: number): Statement {
  return { name: "spend", text: SPEND, values: [timestamp, signer, forgetBefore] };
}

const KEEP = `
  INSERT INTO evermark.notes (subject, name, text) VALUES ($1, $2, $3)
  ON CONFLICT (subject, name) DO UPDATE SET text = excluded.text
  RETURNING pg_backend_pid() AS backend`;

export function keepNoteStatement(subject: string, name: string, text: string): Statement {
  return { name: "keep_note", text: KEEP, values: [subject, name, text] };
}

export function notesStatement(subject: string): Statement {
  return { name: "notes", text: "SELECT name, text FROM evermark.notes WHERE subject = $1", values: [subject] };
}

export function notesOf(rows: readonly Columns[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ name, text }) => [name!, text!]));
}
