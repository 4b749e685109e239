// A TCP line from one node to one service, which a round can cut, silence, or break at the worst moment: when a
// statement has been sent and its answer is about to come back, or when half of it has been sent.

import { connect, createServer, type Server, type Socket } from "node:net";

/** "cut": connections are closed and new ones refused. "silent": connections stay, but nothing passes. */
export type LineState = "open" | "cut" | "silent";

/** A statement by its name, and its fault: its answer is lost, or only half of it is sent. */
export interface Trap {
  readonly statement: "append" | "renew" | "claim" | "read";
  readonly fault: "unanswered" | "half";
}

/** The Sync message of PostgreSQL's protocol, which ends the statement's transaction. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

export class FaultyLine {
  /** The port of the service to which new connections lead. */
  target: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #state: LineState = "open";
  #trap: Trap | null = null;
  /** How many statements a trap has caught. */
  caught = 0;

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((node) => this.#accept(node));
  }

  /** @param target the service's port */
  static async open(target: number): Promise<FaultyLine> {
    const line = new FaultyLine(target);
    await new Promise<void>((resolve) => line.#server.listen(0, "127.0.0.1", resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  set(state: LineState): void {
    if (state !== "silent") this.drop();
    this.#state = state;
  }

  /** Closes all connections, which both ends notice. */
  drop(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Sets the trap for the next statement of this name. */
  arm(trap: Trap): void {
    this.#trap = trap;
  }

  /** Ends all faults. Silenced connections are closed, because bytes of them are lost. */
  calm(): void {
    this.#trap = null;
    if (this.#state !== "open") this.set("open");
  }

  close(): void {
    this.#server.close();
    this.drop();
  }

  #accept(node: Socket): void {
    if (this.#state === "cut") return void node.destroy();
    const service = connect(this.target, "127.0.0.1");
    const pair = [node, service] as const;
    this.#pairs.add(pair);
    let isCaught: Trap["fault"] | null = null;
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => {});
    }
    node.on("data", (bytes: Buffer) => {
      if (this.#state !== "open" || isCaught === "half") return;
      isCaught ??= this.#catch(bytes);
      if (isCaught !== "half") return void service.write(bytes);
      const end = bytes.lastIndexOf(SYNC);
      service.write(bytes.subarray(0, end === -1 ? bytes.length >> 1 : end));
    });
    service.on("data", (bytes: Buffer) => {
      if (this.#state !== "open" || isCaught === "half") return;
      if (isCaught === null) return void node.write(bytes);
      node.destroy();
      service.destroy();
    });
    // After half a statement the service's side stays open, so that the service keeps waiting for the rest.
    node.on("close", () => {
      if (isCaught !== "half") service.destroy();
    });
    service.on("close", () => {
      this.#pairs.delete(pair);
      node.destroy();
    });
  }

  #catch(bytes: Buffer): Trap["fault"] | null {
    if (this.#trap === null || !bytes.includes(`\0${this.#trap.statement}\0`, 0, "latin1")) return null;
    const { fault } = this.#trap;
    this.#trap = null;
    this.caught++;
    return fault;
  }
}
