// The rows of nodes in PostgreSQL, over a session of their own: a write that waits for the standby must not delay the
// lease.

import type { Move, Moved, NodeRow, Presence, Roll, Watch } from "../ports/presence.ts";
import type { NodeId } from "../records/term.ts";
import { AskedSession } from "./asked-session.ts";
import type { PostgresLeaseParts } from "./postgres-lease.ts";
import {
  leaveStatement,
  movedOf,
  moveStatement,
  rollOf,
  watchOf,
  watchStatement,
  writeNodeStatement,
} from "./sql/node-statements.ts";
import { isChanged } from "./sql/outcomes.ts";
import { presenceRole } from "./sql/session-setup.ts";

export class PostgresPresence implements Presence {
  readonly #session: AskedSession;

  constructor({ node, ...parts }: PostgresLeaseParts) {
    this.#session = new AskedSession({ ...parts, role: presenceRole(node) });
  }

  write(row: NodeRow, done: (roll: Roll | null) => void): void {
    this.#session.ask([writeNodeStatement(row)], (said) =>
      done(said.is === "done" && isChanged(said) ? rollOf(said.rows[0]!) : null),
    );
  }

  move(move: Move, done: (moved: Moved | null) => void): void {
    this.#session.ask([moveStatement(move)], (said) =>
      done(said.is === "done" && isChanged(said) ? movedOf(said.rows[0]!) : null),
    );
  }

  read(done: (watch: Watch | null) => void): void {
    this.#session.ask([watchStatement], (said) => done(said.is === "done" ? watchOf(said.rows) : null));
  }

  leave(node: NodeId): void {
    this.#session.ask([leaveStatement(node)], () => {});
  }

  /** Closes once everything asked is answered or lost. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
