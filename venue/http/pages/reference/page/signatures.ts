// Signs the calls that a page sends to its own venue. A signature covers the request exactly as it is sent, so it is made at
// the last moment, where the page calls `fetch`. Interface 5.2.

import { type Signer, signedHeaders } from "@evermark/client";
import { VenueClock } from "@evermark/client/rest/venue-clock.ts";

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

export class Signatures {
  readonly #send: Fetch;
  readonly #brand: string;
  /** A sandbox may be hours ahead of this machine, so the clock is adjusted by the time in every answer. */
  readonly #clock = new VenueClock();
  #signer: Signer | undefined;

  /** @param send the browser's own */
  constructor(send: Fetch, brand: string) {
    this.#send = send;
    this.#brand = brand;
  }

  /** Sets the key that signs from now on; undefined for none. */
  use(signer: Signer | undefined): void {
    this.#signer = signer;
  }

  /** Replaces the browser's `fetch`. Requests to other hosts, or outside the interface, are sent unchanged. */
  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== location.origin || !url.pathname.startsWith("/v1/")) return this.#send(request);
    const body = await request.clone().text();
    const headers = await this.#headers(request, `${url.pathname}${url.search}`, body);
    const sentAtMs = Date.now();
    // Not the library's request itself: its body is a stream, while exactly these characters are signed.
    const response = await this.#send(url, {
      method: request.method,
      headers,
      signal: request.signal,
      cache: "no-store",
      ...(body === "" ? {} : { body }),
    });
    await this.#learn(response.clone(), sentAtMs);
    return response;
  };

  async #headers(request: Request, path: string, body: string): Promise<Headers> {
    const headers = new Headers(request.headers);
    for (const name of [...headers.keys()]) if (name.startsWith(`${this.#brand}-`)) headers.delete(name);
    if (body === "") headers.delete("content-type");
    if (this.#signer === undefined) return headers;
    const signed = { timestampMs: this.#clock.now(), method: request.method, path, body };
    for (const [name, value] of Object.entries(await signedHeaders(this.#signer, signed, this.#brand))) {
      headers.set(name, value);
    }
    return headers;
  }

  async #learn(response: Response, sentAtMs: number): Promise<void> {
    const receivedAtMs = Date.now();
    const answer: unknown = await response.json().catch(() => undefined);
    const { timestamp } = (answer ?? {}) as { readonly timestamp?: unknown };
    if (typeof timestamp === "number") this.#clock.learn({ venueTimeMs: timestamp, sentAtMs, receivedAtMs });
  }
}
