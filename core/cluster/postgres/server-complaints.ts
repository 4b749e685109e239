// What disqualifies a server for holding a venue's money. Each complaint has a name, by which callers refuse it or ignore
// it.

import { Client } from "pg";
import { ANSWER_WITHIN_MS, processOf } from "./postgres-session.ts";
import type { Columns } from "./sql/postgres-statements.ts";

type ComplaintName =
  | "server_too_old"
  | "pooler_between"
  | "read_only"
  | "fsync_off"
  | "full_page_writes_off"
  | "no_synchronous_standby";

interface Complaint {
  readonly name: ComplaintName;
  /** What is wrong, and what to do. */
  readonly text: string;
}

const SETTINGS = [
  "server_version_num",
  "server_version",
  "transaction_read_only",
  "fsync",
  "full_page_writes",
  "synchronous_standby_names",
];
const STATE = `SELECT pg_backend_pid()::text AS backend, pg_is_in_recovery()::text AS is_standby,
  ${SETTINGS.map((name) => `current_setting('${name}') AS ${name}`).join(", ")}`;

interface Circumstances {
  /** The process that answers is not the one that the connection was assigned. */
  readonly isPooled: boolean;
  /** The operator has accepted that a failed disk may take what was acknowledged. */
  readonly isOneDatabase: boolean;
}

const OLDEST = 15;

/** @throws when the server is not reached, or does not answer */
export async function serverComplaints(url: string, isOneDatabase: boolean): Promise<Complaint[]> {
  const limits = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS };
  const client = new Client({ connectionString: url, ...limits });
  // If the connection breaks, the query's answer reports it.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Columns>(STATE);
    return complaintsOf(rows[0]!, { isPooled: rows[0]!.backend !== processOf(client), isOneDatabase });
  } finally {
    await client.end();
  }
}

/** @param state settings as the server writes them */
export function complaintsOf(state: Columns, { isPooled, isOneDatabase }: Circumstances): Complaint[] {
  const found: [ComplaintName, boolean, string][] = [
    [
      "server_too_old",
      Number(state.server_version_num) < OLDEST * 10_000,
      `PostgreSQL ${state.server_version} is older than ${OLDEST}: upgrade it`,
    ],
    [
      "pooler_between",
      isPooled,
      "between this node and the server is a pooler, which gives a session's statements to any process: connect past it",
    ],
    [
      "read_only",
      state.is_standby === "true" || state.transaction_read_only === "on",
      "this server takes no writes: name the primary, and a role and database without default_transaction_read_only",
    ],
    ["fsync_off", state.fsync !== "on", "fsync is off: a crash of the machine loses what was acknowledged; turn it on"],
    [
      "full_page_writes_off",
      state.full_page_writes !== "on",
      "full_page_writes is off: a crash of the machine can leave pages half written; turn it on",
    ],
    [
      "no_synchronous_standby",
      state.synchronous_standby_names === "" && !isOneDatabase,
      "commits wait for no standby, so what was acknowledged is lost with this server: set synchronous_standby_names",
    ],
  ];
  return found.flatMap(([name, isSo, text]) => (isSo ? [{ name, text }] : []));
}
