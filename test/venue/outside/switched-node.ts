// One address of a chain's node, behind which a test puts any node it wants, or none: to a venue the node has gone, has
// come back, or is a different one, at a moment that the test chooses.

export class SwitchedNode {
  readonly url: string;
  readonly #server: ReturnType<typeof Bun.serve>;
  #node: string | null = null;

  constructor() {
    this.#server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#hand(request) });
    this.url = `http://127.0.0.1:${this.#server.port}`;
  }

  /** @param node the node's URL; null for none */
  leadTo(node: string | null): void {
    this.#node = node;
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }

  async #hand(request: Request): Promise<Response> {
    const noNode = new Response("no node is here", { status: 502 });
    if (this.#node === null) return noNode;
    const headers = { "Content-Type": "application/json" };
    const body = await request.text();
    try {
      const answer = await fetch(this.#node, { method: "POST", headers, body });
      return new Response(await answer.text(), { status: answer.status, headers });
    } catch {
      return noNode;
    }
  }
}
