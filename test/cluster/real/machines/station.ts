// One node of a real round: its process, its lines to PostgreSQL and to the bus, and its messages.

import { join } from "node:path";
import type { NodeId } from "@evermark/core/cluster/index.ts";
import type { FaultyLine } from "./faulty-line.ts";
import type { FromNode, NodeSettings, ToNode } from "./talk.ts";

const PROGRAM = join(import.meta.dir, "node.child.ts");

export type MessageListener = (station: NodeStation, message: FromNode) => void;

/** The running processes, which are killed when the program ends in the middle of a round. */
const running = new Set<Bun.Subprocess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export class NodeStation {
  readonly postgres: FaultyLine;
  readonly bus: FaultyLine;
  readonly #settings: NodeSettings;
  readonly #onMessage: MessageListener;
  #child: Bun.Subprocess | null = null;
  /** "" until the node has started. */
  id: NodeId = "";
  #isLeading = false;
  #isStopping = false;
  #pausedAt = 0;
  #isPaused = false;
  /** How long its process has been paused in total. */
  #pausedMs = 0;

  constructor(lines: { postgres: FaultyLine; bus: FaultyLine }, settings: NodeSettings, onMessage: MessageListener) {
    this.postgres = lines.postgres;
    this.bus = lines.bus;
    this.#settings = settings;
    this.#onMessage = onMessage;
  }

  get isUp(): boolean {
    return this.id !== "" && !this.#isStopping;
  }

  /** By the node's last message. */
  get isLeading(): boolean {
    return this.isUp && this.#isLeading;
  }

  get pausedMs(): number {
    return this.#pausedMs + (this.#isPaused ? performance.now() - this.#pausedAt : 0);
  }

  /** Starts a new node; one that ends before it is up, for example without PostgreSQL, is started again. */
  start(): void {
    if (this.#child !== null) return;
    const child = Bun.spawn([process.execPath, PROGRAM, JSON.stringify(this.#settings)], {
      ...{ stdin: "ignore", stdout: "ignore", stderr: "ignore" },
      ipc: (message: FromNode) => {
        if (this.#child === child) this.#hear(message);
      },
      onExit: () => {
        running.delete(child);
        if (this.#child !== child) return;
        const isWanted = !this.#isStopping;
        this.#forget();
        if (isWanted) this.start();
      },
    });
    running.add(child);
    this.#child = child;
  }

  send(message: ToNode): void {
    this.#child?.send(message);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#forget();
    child?.kill("SIGKILL");
    await child?.exited;
  }

  /** Stops it cleanly: callers that wait are still answered. @returns whether it ended without an error */
  async stop(): Promise<boolean> {
    const child = this.#child;
    this.#isStopping = true;
    child?.kill("SIGTERM");
    const code = await child?.exited;
    if (this.#child === child) this.#forget();
    return code === 0;
  }

  pause(): void {
    if (this.#isPaused || this.#child === null) return;
    this.#child.kill("SIGSTOP");
    this.#isPaused = true;
    this.#pausedAt = performance.now();
  }

  wake(): void {
    if (!this.#isPaused) return;
    this.#pausedMs = this.pausedMs;
    this.#isPaused = false;
    this.#child?.kill("SIGCONT");
  }

  close(): void {
    this.postgres.close();
    this.bus.close();
  }

  #forget(): void {
    this.#child = null;
    this.id = "";
    this.#isLeading = false;
    this.#isStopping = false;
    this.#isPaused = false;
  }

  #hear(message: FromNode): void {
    if (message.kind === "up") this.id = message.id;
    if (message.kind === "applied") this.#isLeading = message.isLeading;
    this.#onMessage(this, message);
  }
}
