// A trader of the recording, with the same wallet and key in every run. Signatures use the venue's time.

import { ApiKey } from "../venue/outside/outside-key.ts";
import { newWallet, type Wallet } from "../venue/outside/outside-wallet.ts";

export class ExampleTrader {
  readonly wallet: Wallet;
  readonly key: ApiKey;
  accountId = "";
  readonly #seed: number;
  readonly #now: () => number;
  #signedAt = 0;

  /** @param seed from 1 to 255; @param now venue time in milliseconds */
  constructor(seed: number, now: () => number) {
    const byte = seed.toString(16).padStart(2, "0");
    this.wallet = newWallet(`0x${byte.repeat(32)}`);
    this.key = new ApiKey(Buffer.from(byte.repeat(32), "hex"));
    this.#seed = seed;
    this.#now = now;
  }

  /** Two identical requests still have different signatures. */
  headers(method: string, path: string, body: string): Record<string, string> {
    this.#signedAt = Math.max(this.#now(), this.#signedAt + 1);
    return {
      "SVC-Account-Id": this.accountId,
      "SVC-Api-Key": this.key.name,
      "SVC-Timestamp": String(this.#signedAt),
      "SVC-Signature": this.key.sign(`${this.#signedAt}${method}${path}${body}`),
    };
  }

  /** The same key, signing for another account: a sub-account of the same wallet. */
  actingFor(accountId: string): ExampleTrader {
    return Object.assign(new ExampleTrader(this.#seed, this.#now), { accountId });
  }

  /** The URL of this trader's private stream. */
  streamUrl(socketUrl: string): string {
    const now = String(this.#now());
    const query = `svc_api_key=${encodeURIComponent(this.key.name)}&svc_timestamp=${now}&svc_sign=${this.key.sign(now)}`;
    return `${socketUrl}/ws/private/v2/ws/private/stream/${this.accountId}?${query}`;
  }
}
