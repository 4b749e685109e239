// Keeps client frames within the venue's limit: 50 a second with a burst of 200, past which the venue refuses frames and
// finally closes the connection. Streams 3.3. A client that reconnects with 300 topics would exceed it.

const burst = 100;
const perSecond = 40;

export class Pacer {
  readonly #send: (text: string) => void;
  readonly #waiting: string[] = [];
  #tokens = burst;
  #refilledAtMs = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  push(text: string): void {
    this.#waiting.push(text);
    if (this.#timer === undefined) this.#drain();
  }

  /** Discards the waiting frames: the socket that they were meant for is gone. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  #drain(): void {
    const now = performance.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAtMs) / 1_000) * perSecond);
    this.#refilledAtMs = now;
    const ready = this.#waiting.splice(0, Math.floor(this.#tokens));
    this.#tokens -= ready.length;
    for (const text of ready) this.#send(text);
    this.#timer = this.#waiting.length === 0 ? undefined : setTimeout(() => this.#drain(), 1_000 / perSecond);
  }
}
