// Reads of the tables in PostgreSQL. A statement has one text for all of its values, so that a session prepares it once.

import { compileFunction } from "../tables/compile-function.ts";
import type { Reads } from "../tables/history-store.ts";
import type { Compiled, Statement } from "../tables/statement.ts";
import type { PostgresConnection } from "./line/line.ts";
import type { Rows, SessionName, StatementValue, Step } from "./line/line-protocol.ts";

type Make = (rows: readonly (readonly unknown[])[]) => unknown[];

/** The name under which sessions prepare a statement. */
const names = new WeakMap<Compiled, string>();
/** The function that turns PostgreSQL's answer to a statement into rows. */
const makes = new WeakMap<Compiled, Make>();
let named = 0;

export function nameOf(compiled: Compiled): string {
  let name = names.get(compiled);
  if (name === undefined) {
    name = `s${++named}`;
    names.set(compiled, name);
  }
  return name;
}

/** Reads over one session. */
export class PostgresReads implements Reads {
  readonly #line: PostgresConnection;
  readonly #session: SessionName;

  constructor(line: PostgresConnection, session: SessionName) {
    this.#line = line;
    this.#session = session;
  }

  all<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row[] {
    const compiled = statement.compiledFor(values, "postgres");
    const { columns, rows } = this.#line.ask(this.#session, [...this.before(compiled), stepOf(compiled, values)]);
    return rowsOf(compiled, columns, rows) as Row[];
  }

  first<Values extends object, Row>(statement: Statement<Values, Row>, values: Values): Row | undefined {
    return this.all(statement, values)[0];
  }

  /** Pending writes that a statement has to see; for null, all of them. */
  protected before(_compiled: Compiled | null): readonly Step[] {
    return [];
  }
}

export function stepOf(compiled: Compiled, values: object): Step {
  const given = compiled.bind(values) as unknown as readonly StatementValue[];
  return { is: "statement", name: nameOf(compiled), text: compiled.sql, values: [...given] };
}

function rowsOf(compiled: Compiled, columns: Rows["columns"], rows: Rows["rows"]): unknown[] {
  let make = makes.get(compiled);
  if (make === undefined) {
    const members = columns.map((column, i) => `${JSON.stringify(column)}: row[${i}]`).join(", ");
    make = compileFunction(["rows"], [`return rows.map((row) => ({ ${members} }));`]) as unknown as Make;
    makes.set(compiled, make);
  }
  return make(rows);
}

/** The lock is taken before the snapshot: while it is held, no partition is dropped (leaving-stretches.ts). */
export const BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE meta IN ACCESS SHARE MODE";

/**
 * Reads all tables from one snapshot, for one question.
 * @param read gets the journal position up to which the tables are complete
 * @throws {DatabaseAway}
 */
export function atOneMoment<Result>(
  line: PostgresConnection,
  read: (tables: Reads, position: number) => Result,
): Result {
  const begin = `${BEGIN_READING}; SELECT position FROM meta`;
  try {
    const { rows } = line.ask("reads", [{ is: "script", text: begin }]);
    const result = read(new PostgresReads(line, "reads"), rows[0]![0] as number);
    line.post("reads", [{ is: "script", text: "COMMIT" }]);
    return result;
  } catch (error) {
    line.abandon("reads");
    throw error;
  }
}
