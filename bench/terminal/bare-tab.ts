// A browser tab, controlled directly over the DevTools protocol. The browser reports only what is asked for.

import { type Heap, objectsOf } from "./heap.ts";
import type { TraceEvent } from "./page-frames.ts";

const TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "devtools.timeline.frame"];
const LOADED_MS_MAX = 30_000;

interface BrowserMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly value?: readonly TraceEvent[]; readonly chunk?: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class BareTab {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, ReturnType<typeof Promise.withResolvers<unknown>>>();
  #lastId = 0;
  #onEvent: (event: BrowserMessage) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
  }

  static async open(port: string): Promise<BareTab> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" });
    const { webSocketDebuggerUrl } = (await answer.json()) as { readonly webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("the browser's tab does not answer"));
    });
    return new BareTab(socket);
  }

  /** @param ready an expression that is true once the page is in the desired state */
  async goto(url: string, ready: string): Promise<void> {
    await this.#ask("Page.navigate", { url });
    const patience = AbortSignal.timeout(LOADED_MS_MAX);
    while (!patience.aborted) {
      if (await this.evaluate<boolean>(ready).catch(() => false)) return;
      await Bun.sleep(50);
    }
    throw new Error(`${url} never reached ${ready}`);
  }

  /** Runs a script before any page of the tab. @param script JavaScript */
  async prepare(script: string): Promise<void> {
    await this.#ask("Page.enable");
    await this.#ask("Page.addScriptToEvaluateOnNewDocument", { source: script });
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    const { result } = await this.#ask<{ result: { value: Value } }>("Runtime.evaluate", {
      expression,
      returnByValue: true,
    });
    return result.value;
  }

  /** The contents of the JavaScript heap after garbage collection. */
  async settledHeap(): Promise<Heap> {
    for (let round = 0; round < 3; round++) await this.#ask("HeapProfiler.collectGarbage");
    const { usedSize } = await this.#ask<{ usedSize: number }>("Runtime.getHeapUsage");
    const chunks: string[] = [];
    this.#onEvent = ({ method, params }) => {
      if (method === "HeapProfiler.addHeapSnapshotChunk") chunks.push(params?.chunk ?? "");
    };
    await this.#ask("HeapProfiler.takeHeapSnapshot");
    return { all: usedSize, objects: objectsOf(chunks.join("")) };
  }

  /** Traces what the browser's threads do during the given work. */
  async traced(meanwhile: () => Promise<void>): Promise<TraceEvent[]> {
    const events: TraceEvent[] = [];
    const complete = Promise.withResolvers<void>();
    this.#onEvent = ({ method, params }) => {
      if (method === "Tracing.dataCollected") for (const event of params?.value ?? []) events.push(event);
      if (method === "Tracing.tracingComplete") complete.resolve();
    };
    const traceConfig = { includedCategories: TRACED, excludedCategories: ["*"] };
    await this.#ask("Tracing.start", { traceConfig, transferMode: "ReportEvents" });
    await meanwhile();
    await this.#ask("Tracing.end");
    await complete.promise;
    return events;
  }

  async close(): Promise<void> {
    await this.#ask("Page.close");
    this.#socket.close();
  }

  #ask<Answer = unknown>(method: string, params: object = {}): Promise<Answer> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return waiting.promise as Promise<Answer>;
  }

  #receive(message: BrowserMessage): void {
    if (message.id === undefined) return this.#onEvent(message);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(message.error.message));
  }
}
