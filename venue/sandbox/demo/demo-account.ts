// The account of one demo trader: its wallet and API key follow from the seed, so that a restarted venue finds the same
// account again. For a sandbox only: all who know the seed can make these keys.

import { Client } from "@evermark/client/client.ts";
import { bindKey, claimFaucet, openAccount } from "@evermark/client/onboarding.ts";
import { ApiError } from "@evermark/client/rest/failures.ts";
import { RestClient } from "@evermark/client/rest/rest-client.ts";
import { importApiKey } from "@evermark/client/signing/api-key.ts";
import { importWallet, type LocalWallet } from "@evermark/client/signing/wallet.ts";
import { encodeBase58 } from "@evermark/interface/base58.ts";
import { hashOf, hashOfText } from "../../prices/random.ts";

export interface DemoVenue {
  readonly baseUrl: string;
  readonly brokerId: string;
  readonly brand: string;
  readonly seed: number;
}

/** Calls that a rate limit refused are repeated this often; a demo trader is never in a hurry. */
const REST = { rateLimitWaitsMax: 5, timeoutMs: 5_000 } as const;

export class DemoAccount {
  readonly client: Client;
  readonly #wallet: LocalWallet;
  readonly #venue: DemoVenue;

  private constructor(client: Client, wallet: LocalWallet, venue: DemoVenue) {
    this.client = client;
    this.#wallet = wallet;
    this.#venue = venue;
  }

  /** Opens the trader's account, or comes back to it. @param name distinguishes the traders of one seed */
  static async open(venue: DemoVenue, name: string): Promise<DemoAccount> {
    const { baseUrl, brokerId, brand, seed } = venue;
    const wallet = importWallet(`0x${Buffer.from(secretBytes(seed, `${name} wallet`)).toString("hex")}`);
    const key = await importApiKey(encodeBase58(secretBytes(seed, `${name} key`)));
    const rest = new RestClient({ baseUrl, brand, ...REST });
    const { accountId } = await openAccount(rest, wallet, brokerId);
    await bindKey(rest, wallet, brokerId, key);
    return new DemoAccount(new Client({ baseUrl, brand, signer: { accountId, key }, ...REST }), wallet, venue);
  }

  /** Claims from the faucet until the balance is what was asked for, or the faucet gives no more. */
  async fund(usdc: number): Promise<void> {
    for (let balance = await this.#balance(); balance < usdc; ) {
      if (!(await this.#claim())) return;
      const after = await this.#balance();
      if (after <= balance) return;
      balance = after;
    }
  }

  /** Signed sizes in base currency, by symbol. */
  async positions(): Promise<Map<string, number>> {
    const { rows } = await this.client.positions.getPositions();
    return new Map(rows.map((row) => [row.symbol, row.position_qty]));
  }

  close(): void {
    this.client.close();
  }

  /** False when the faucet gives no more. */
  async #claim(): Promise<boolean> {
    try {
      return await claimFaucet(this.client.rest, this.#wallet.address, this.#venue.brokerId);
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  async #balance(): Promise<number> {
    const { holding } = await this.client.account.getHolding();
    return holding.find((row) => row.token === "USDC")?.holding ?? 0;
  }
}

/** 32 bytes that follow from the seed. The first is kept small, so that they are a private key of every curve. */
function secretBytes(seed: number, name: string): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (let word = 0; word < 8; word++) view.setUint32(4 * word, hashOf(seed, hashOfText(name), word));
  bytes[0] = bytes[0]! & 0x7f;
  return bytes;
}
