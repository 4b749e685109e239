// The door of a local chain's node: the address for wallets and programs on this machine. The node itself obeys every
// caller, and any web page can reach a port of the machine on which it is open. So the node listens where it can't be
// guessed, and the door lets in programs of this machine, its own pages and browser extensions, but no page from
// elsewhere, whatever host name it has pointed here. Its port stays the same when the node is restarted.

import { isForeignPage, isOwnHost } from "../../operation/host/own-host.ts";

const LOOPBACK = "127.0.0.1";
/** Ten times what deploying a contract of the largest size takes. */
const BODY_BYTES = 1_048_576;
const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\//;

export class NodeDoor {
  readonly #server: ReturnType<typeof Bun.serve>;

  private constructor(server: ReturnType<typeof Bun.serve>) {
    this.#server = server;
  }

  /**
   * @param port the preferred one; another is used when it is taken, and any for 0
   * @param node URL of the node; null while it does not run
   */
  static open(port: number, node: () => string | null): NodeDoor {
    const listen = (wanted: number) =>
      Bun.serve({
        hostname: LOOPBACK,
        port: wanted,
        reusePort: false,
        development: false,
        maxRequestBodySize: BODY_BYTES,
        // A request may take as long as the node needs.
        idleTimeout: 0,
        fetch: (request) => answer(request, node),
      });
    try {
      return new NodeDoor(listen(port));
    } catch (error) {
      if (port === 0 || (error as { code?: string }).code !== "EADDRINUSE") throw error;
      return new NodeDoor(listen(0));
    }
  }

  get port(): number {
    return this.#server.port!;
  }

  get url(): string {
    return `http://${LOOPBACK}:${this.port}`;
  }

  close(): Promise<void> {
    return this.#server.stop(true);
  }
}

async function answer(request: Request, node: () => string | null): Promise<Response> {
  const origin = request.headers.get("origin");
  const isPage = origin !== null && !EXTENSION.test(origin);
  if (!isOwnHost(request.headers.get("host"), LOOPBACK) || (isPage && isForeignPage(origin))) {
    return new Response("this node is for programs and pages of this machine alone\n", { status: 403 });
  }
  // Browsers show the answer only with these headers; callers without an origin need none.
  const headers: Record<string, string> =
    origin === null ? {} : { "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Headers": "content-type" };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  if (request.method !== "POST") return new Response("JSON-RPC by POST\n", { status: 405, headers: { Allow: "POST" } });
  const response = await ask(node(), request);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

async function ask(url: string | null, request: Request): Promise<Response> {
  const away = () => new Response("the local chain's node does not run just now\n", { status: 503 });
  if (url === null) return away();
  try {
    const body = await request.arrayBuffer();
    const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const { status, headers, body: answered } = await fetch(url, asked);
    const type = headers.get("content-type") ?? "application/json";
    return new Response(answered, { status, headers: { "Content-Type": type } });
  } catch {
    return away();
  }
}
