// The baseline for a question that history answers: a server that verifies the signature if there is one, runs prepared
// queries on a file, and sends their rows.

import { Database, type Statement } from "bun:sqlite";
import type { KnownAccount } from "../load/signed-orders.ts";
import { serveParent } from "../processes/child-process.ts";
import { accountIdOf, BareSignatures, pathOf } from "../rest/bare-signature.ts";

export interface BareOpening {
  readonly path: string;
  readonly known: readonly KnownAccount[];
  readonly sql: readonly string[];
  /** The accounts, which are queried in turn. */
  readonly numbers: readonly number[];
  readonly span: readonly number[];
}

const signatures = new BareSignatures();
let database: Database | undefined;
let statements: Statement[] = [];
let asked: BareOpening;
let turn = 0;
let server: ReturnType<typeof Bun.serve> | undefined;

serveParent<BareOpening>(
  async (opening) => {
    asked = opening;
    await signatures.add(opening.known);
    database ??= new Database(opening.path, { readonly: true });
    for (const statement of statements) statement.finalize();
    statements = opening.sql.map((sql) => database!.prepare(sql));
    server ??= Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
    return server.port;
  },
  async () => {
    await server?.stop(true);
    database?.close();
  },
);

async function answer(request: Request): Promise<Response> {
  if (accountIdOf(request) !== null && !(await signatures.isSigned(request, pathOf(request)))) {
    return new Response("wrong signature", { status: 401 });
  }
  if (request.method === "POST") JSON.parse(await request.text());
  const account = asked.numbers[turn++ % asked.numbers.length]!;
  const rows = statements.map((statement) => statement.all(account, ...asked.span));
  return Response.json({ success: true, data: rows, ts: Date.now() });
}
