// The baseline of a request: a server that verifies the signature if there is one, and sends back the body, or the
// bytes that it was given for the path. It is also the baseline of a report: it sends the body over a WebSocket too.

import type { KnownAccount } from "../load/signed-orders.ts";
import { serveParent } from "../processes/child-process.ts";
import { accountIdOf, BareSignatures, pathOf } from "./bare-signature.ts";

export interface EchoOpening {
  readonly accounts: readonly KnownAccount[];
  /** The answers by path, or by account and path if a request is signed. */
  readonly answers?: Readonly<Record<string, string>>;
}

const JSON_HEADERS = { headers: { "Content-Type": "application/json" } };

const signatures = new BareSignatures();
let answers: ReadonlyMap<string, string> = new Map();
const listeners: Bun.ServerWebSocket<undefined>[] = [];
let turn = 0;
let server: ReturnType<typeof Bun.serve> | undefined;

serveParent(open, async () => server?.stop(true));

/** @returns the port that it listens on */
async function open(opening: EchoOpening): Promise<number> {
  await signatures.add(opening.accounts);
  answers = new Map(Object.entries(opening.answers ?? {}));
  server ??= Bun.serve<undefined>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: answer,
    websocket: {
      open: (socket) => void listeners.push(socket),
      message() {},
      close: (socket) => void listeners.splice(listeners.indexOf(socket), 1),
    },
  });
  return server.port ?? 0;
}

async function answer(request: Request, bun: Bun.Server<undefined>): Promise<Response | undefined> {
  const { method } = request;
  const path = pathOf(request);
  const account = accountIdOf(request);
  if (account === null) return path.startsWith("/ws/") && bun.upgrade(request) ? undefined : prepared(path);
  const body = method === "GET" ? new Uint8Array() : await request.bytes();
  if (!(await signatures.isSigned(request, path, body))) return new Response("wrong signature", { status: 401 });
  if (method === "GET") return prepared(`${account} ${path}`);
  if (listeners.length > 0) listeners[turn++ % listeners.length]!.send(Buffer.from(body).toString());
  return new Response(body, JSON_HEADERS);
}

function prepared(name: string): Response {
  const text = answers.get(name);
  return text === undefined ? new Response(`no answer for ${name}`, { status: 404 }) : new Response(text, JSON_HEADERS);
}
