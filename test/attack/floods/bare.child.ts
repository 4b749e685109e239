// A server that only answers, to measure what a flood costs before a venue has done anything: a GET is answered with
// the venue's own bytes, everything else with a few. Argument: the venue's address. Prints its own address.

import type { Server } from "bun";

const [venue = ""] = process.argv.slice(2);
const FEW = JSON.stringify({ success: true, timestamp: 1_700_000_000_000, data: { order_id: 1, status: "NEW" } });
const JSON_TYPE = { "Content-Type": "application/json" };

interface Kept {
  readonly status: number;
  readonly bytes: ArrayBuffer;
}

const kept = new Map<string, Kept>();
const asked = new Map<string, Promise<Kept>>();

async function ask(path: string): Promise<Kept> {
  const answer = await fetch(`${venue}${path}`);
  const known = { status: answer.status, bytes: await answer.arrayBuffer() };
  kept.set(path, known);
  return known;
}

const answerOf = ({ status, bytes }: Kept) => new Response(bytes, { status, headers: JSON_TYPE });

function answer(request: Request, server: Server<undefined>): Response | Promise<Response> | undefined {
  if (request.headers.has("upgrade") && server.upgrade(request, { data: undefined })) return undefined;
  if (request.method !== "GET") return request.bytes().then(() => new Response(FEW, { headers: JSON_TYPE }));
  const path = new URL(request.url).pathname;
  const known = kept.get(path);
  if (known !== undefined) return answerOf(known);
  const asking = asked.get(path) ?? ask(path);
  asked.set(path, asking);
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
