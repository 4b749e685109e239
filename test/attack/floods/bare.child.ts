// A server that only answers, to measure what a flood costs before a venue has done anything: a GET is answered with
// the venue's own bytes, everything else with a few. Argument: the venue's address. Prints its own address.

import type { Server } from "bun";

const [venue = ""] = process.argv.slice(2);
const FEW = JSON.stringify({ success: true, timestamp: 1_700_000_000_000, data: { order_id: 1, status: "NEW" } });
const JSON_TYPE = { "Content-Type": "application/json" };

interface CachedAnswer {
  readonly status: number;
  readonly bytes: ArrayBuffer;
}

const cached = new Map<string, CachedAnswer>();
const pending = new Map<string, Promise<CachedAnswer>>();

async function fetchOnce(path: string): Promise<CachedAnswer> {
  const answer = await fetch(`${venue}${path}`);
  const cachedAnswer = { status: answer.status, bytes: await answer.arrayBuffer() };
  cached.set(path, cachedAnswer);
  return cachedAnswer;
}

const answerOf = ({ status, bytes }: CachedAnswer) => new Response(bytes, { status, headers: JSON_TYPE });

function answer(request: Request, server: Server<undefined>): Response | Promise<Response> | undefined {
  if (request.headers.has("upgrade") && server.upgrade(request, { data: undefined })) return undefined;
  if (request.method !== "GET") return request.bytes().then(() => new Response(FEW, { headers: JSON_TYPE }));
  const path = new URL(request.url).pathname;
  const cachedAnswer = cached.get(path);
  if (cachedAnswer !== undefined) return answerOf(cachedAnswer);
  const asking = pending.get(path) ?? fetchOnce(path);
  pending.set(path, asking);
  return asking.then(answerOf);
}

const server = Bun.serve<undefined>({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch: answer,
  websocket: {
    message(socket) {
      socket.sendText(FEW);
    },
  },
});
console.log(`http://127.0.0.1:${server.port}`);
