// The thread that runs ccxt. It is started when a source first needs it, and again when it has died. The package is not a
// dependency of ours: operators who want its many exchanges install it.

import { dirname } from "node:path";
import { ConfigurationMistake } from "../../../configuration/values/mistake.ts";
import type { Quote } from "../frames/quote.ts";
import { Backoff } from "./backoff.ts";
import type { CcxtAnswer, CcxtRequest } from "./ccxt-request.ts";

type Heard = (said: { readonly quote: Quote } | { readonly trouble: string }) => void;

/** @param from directory where the search starts @throws {ConfigurationMistake} when it is not installed */
export function findCcxt(from: string = dirname(import.meta.path)): string {
  try {
    return Bun.resolveSync("ccxt", from);
  } catch {
    throw new ConfigurationMistake(
      "sources: driver ccxt needs the package ccxt, which is not installed; expected it after `npm install --no-save ccxt`",
    );
  }
}

export class CcxtThread {
  readonly #packagePath: string;
  readonly #backoff: Backoff;
  readonly #followed: { readonly request: CcxtRequest; readonly heard: Heard }[] = [];
  #worker: Worker | null = null;
  #startAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  /** @param random from 0 to just below 1 */
  constructor(packagePath: string, random: () => number) {
    this.#packagePath = packagePath;
    this.#backoff = new Backoff(random);
  }

  follow(request: Omit<CcxtRequest, "id" | "packagePath">, heard: Heard): void {
    const id = this.#followed.length;
    this.#followed.push({ request: { ...request, id, packagePath: this.#packagePath }, heard });
  }

  /** Called each second by each of its lines. @param now by the steady clock */
  look(now: number): void {
    if (this.#worker !== null || this.#isStopped || now < this.#startAt) return;
    const worker = new Worker(new URL("./ccxt.worker.ts", import.meta.url).href);
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<CcxtAnswer>) => this.#followed[data.id]!.heard(data);
    const died = (): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#startAt = now + this.#backoff.failed(0);
      for (const { heard } of this.#followed) heard({ trouble: "its thread has died" });
    };
    worker.onerror = died;
    worker.addEventListener("close", died);
    for (const { request } of this.#followed) worker.postMessage(request);
  }

  stop(): void {
    this.#isStopped = true;
    const worker = this.#worker;
    this.#worker = null;
    worker?.terminate();
  }
}
