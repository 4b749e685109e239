// Records the examples of the reference: calls that a venue really answered, and frames that it really sent. Each run
// has the same exchanges: the venue's clock only moves on request, wallets and keys are made from fixed seeds, and the
// few values that a venue draws at random are replaced by constant ones.

import type { Example } from "@evermark/interface/documents/examples.ts";
import { sections } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { topics } from "@evermark/interface/streams/topics.ts";
import { type Answer, call } from "../venue/outside/outside-caller.ts";
import type { Frame } from "../venue/outside/outside-stream.ts";
import type { ExampleTrader } from "./example-trader.ts";

export interface Recorded {
  /** By section and name of the endpoint. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, Example>>>>;
  /** By key of the topic. */
  readonly frames: Readonly<Record<string, unknown>>;
}

export interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The `data` of an answer, unchanged. */
export interface Data {
  readonly rows: readonly Data[];
  readonly [member: string]: unknown;
}

export class Recording {
  readonly #url: string;
  readonly #calls = new Map<string, Example>();
  readonly #frames = new Map<string, unknown>();
  readonly #shownAs = new Map<unknown, unknown>();

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Calls an endpoint, and keeps the exchange as its example if it is the first.
   * @param name section and name, like `orders.placeOrder`
   * @returns `data` of the answer
   * @throws {Error} if it is refused
   */
  async call(name: string, input: Input = {}, signer?: ExampleTrader): Promise<Data> {
    const answer = await this.#exchange(name, input, signer);
    if (answer.status !== 200) throw new Error(`${name} was refused with ${answer.status}: ${answer.text}`);
    this.#keep(name, input, answer);
    return answer.data as Data;
  }

  /** The same for an endpoint that refuses every request. */
  async refused(name: string, input: Input = {}): Promise<void> {
    const answer = await this.#exchange(name, input);
    if (answer.status === 200) throw new Error(`${name} was not refused: ${answer.text}`);
    this.#keep(name, input, answer);
  }

  has(name: string): boolean {
    return this.#calls.has(name);
  }

  hasFrame(topic: string): boolean {
    return this.#frames.has(topic);
  }

  /** From now on, this random value is shown as the given constant. */
  show(drawn: unknown, example: unknown): void {
    this.#shownAs.set(drawn, example);
  }

  /** Keeps a frame of a topic if it is the first. */
  frame(topic: string, frame: Frame): void {
    // How many frames came before it within the second depends on the speed of the machine.
    if (!this.#frames.has(topic)) this.#frames.set(topic, { ...versionsOfSeconds(frame), seq: 1 });
  }

  /** In the order of the declarations. */
  recorded(): Recorded {
    const calls = Object.entries(sections).map(([section, rows]) => [
      section,
      inOrder(Object.keys(rows), (name) => this.#calls.get(`${section}.${name}`)),
    ]);
    const frames = inOrder(Object.keys(topics), (key) => this.#frames.get(key));
    return this.#steady({ calls: Object.fromEntries(calls), frames }) as Recorded;
  }

  #keep(name: string, input: Input, answer: Answer): void {
    if (!this.#calls.has(name)) this.#calls.set(name, this.#example(input, answer));
  }

  async #exchange(name: string, input: Input, signer?: ExampleTrader): Promise<Answer> {
    const row = rowOf(name);
    const path = pathOf(row, input);
    const body = input.body === undefined ? "" : JSON.stringify(input.body);
    return call(`${this.#url}${path}`, {
      method: row.method,
      headers: {
        ...(body === "" ? {} : { "Content-Type": "application/json" }),
        ...(row.auth === "signed" && signer !== undefined ? signer.headers(row.method, path, body) : {}),
      },
      ...(body === "" ? {} : { body }),
    });
  }

  #example({ params, query, body }: Input, { status, json }: Answer): Example {
    const request = {
      ...(params === undefined ? {} : { params: texts(params) }),
      ...(query === undefined ? {} : { query: texts(query) }),
      ...(body === undefined ? {} : { body }),
    };
    return { request, answer: { status, body: json } };
  }

  #steady(value: unknown): unknown {
    if (this.#shownAs.has(value)) return this.#shownAs.get(value);
    if (Array.isArray(value)) return value.map((item) => this.#steady(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#steady(member)]));
  }
}

/** Every endpoint, by section and name, like `orders.placeOrder`. */
export const rowNames: readonly string[] = Object.entries(sections).flatMap(([section, rows]) =>
  Object.keys(rows).map((name) => `${section}.${name}`),
);

export function rowOf(name: string): EndpointRow {
  const [section = "", own = ""] = name.split(".");
  const row = sections[section]?.[own];
  if (row === undefined) throw new Error(`there is no row ${name}`);
  return row;
}

function pathOf({ path }: EndpointRow, { params = {}, query = {} }: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(texts(query)).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function texts(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
}

function inOrder<Value>(names: readonly string[], find: (name: string) => Value | undefined): Record<string, Value> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = find(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * A book that is published again while the clock stands still gets the next millisecond as its version. How often that
 * happens depends on the speed of the machine, so versions are shown rounded down to their second.
 */
function versionsOfSeconds(frame: Frame): Frame {
  const data = frame.data as { readonly prevTs?: number };
  if (data?.prevTs === undefined) return frame;
  const second = (version: number) => version - (version % 1_000);
  return { ...frame, ts: second(frame.ts as number), data: { ...data, prevTs: second(data.prevTs) } };
}
