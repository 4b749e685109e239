import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { addKeyTypedData, registrationTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { decodeBase58 } from "@evermark/interface/rows/base58.ts";
import { verifyTypedData } from "viem";
import { bindKey, claimFaucet, onboard, openAccount } from "./onboarding.ts";
import { RestClient } from "./rest/rest-client.ts";
import { generateApiKey } from "./signing/api-key.ts";
import { textToSign } from "./signing/signed-request.ts";
import { generateWallet, importWallet } from "./signing/wallet.ts";

/** The registration of a venue, with its signature checks, over real HTTP. Interface 4.1, errors 8.1. */
class RegistrationServer {
  readonly opened = new Set<string>();
  readonly keys = new Map<string, { key: string; scope: string; timestamp: number; expiration: number }>();
  /** Bodies of the bindings, as received. */
  readonly bindings: string[] = [];
  readonly claims: string[] = [];
  aheadMs = 0;
  /** How many answers to openings and bindings are still to be lost after the work is done. */
  losses = 0;
  hasFaucet = true;
  /** The chain that wallets have to sign for. */
  chainId = 196;
  #nonce = 194528949540;
  readonly #nonces = new Map<number, number>();
  readonly #server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });

  get url(): string {
    return this.#server.url.origin;
  }

  stop(): void {
    this.#server.stop(true);
  }

  #now(): number {
    return Date.now() + this.aheadMs;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    if (pathname === "/v1/registration_nonce") return this.#handOutNonce();
    if (pathname === "/v1/public/chain_info") return this.#success({ rows: [{ chain_id: String(this.chainId) }] });
    if (pathname === "/v1/client/info") return this.#checkSignature(request);
    const body = JSON.parse(text);
    if (pathname === "/v1/dex_api_key") this.bindings.push(text);
    if (pathname === "/v1/faucet/usdc" && this.hasFaucet) {
      this.claims.push(accountIdOf(body.user_address, body.broker_id));
      return this.#success();
    }
    if (pathname !== "/v1/register_dex_account" && pathname !== "/v1/dex_api_key") return this.#refuse(404, -1006);
    const answer = await (pathname === "/v1/dex_api_key" ? this.#bind(body) : this.#open(body));
    if (this.losses === 0) return answer;
    this.losses -= 1;
    return new Response("bad gateway", { status: 502 });
  }

  #handOutNonce(): Response {
    this.#nonce += 1;
    const now = this.#now();
    this.#nonces.set(this.#nonce, now);
    return Response.json({ success: true, data: { registration_nonce: String(this.#nonce) }, timestamp: now });
  }

  async #open({ message, signature, userAddress }: SignedBody): Promise<Response> {
    if (message.chainType !== "EVM" || message.chainId !== this.chainId) return this.#refuse(400, 9);
    if (this.#nonces.get(Number(message.registrationNonce)) !== message.timestamp) return this.#refuse(400, 10);
    const { brokerId, chainId, timestamp, registrationNonce } = message;
    const data = registrationTypedData({ brokerId, chainId, timestamp, registrationNonce: Number(registrationNonce) });
    if (!(await verifyTypedData({ ...data, address: userAddress, signature }))) return this.#refuse(400, 9);
    const accountId = accountIdOf(userAddress, brokerId);
    if (this.opened.has(accountId)) return this.#refuse(409, -1007);
    this.opened.add(accountId);
    return this.#success({ account_id: accountId });
  }

  async #bind({ message, signature, userAddress }: SignedBody): Promise<Response> {
    const { brokerId, chainId, key = "", scope = "", timestamp, expiration = 0 } = message;
    if (chainId !== this.chainId) return this.#refuse(400, 9);
    if (Math.abs(timestamp - this.#now()) > 600_000) return this.#refuse(400, 2);
    const data = addKeyTypedData({ brokerId, chainId, key, scope, timestamp, expiration });
    if (!(await verifyTypedData({ ...data, address: userAddress, signature }))) return this.#refuse(400, 9);
    const accountId = accountIdOf(userAddress, brokerId);
    if (!this.opened.has(accountId)) return this.#refuse(400, -1006);
    const last = this.keys.get(accountId)?.timestamp ?? 0;
    if (timestamp < last) return this.#refuse(400, 2, { last_timestamp: last });
    this.keys.set(accountId, { key, scope, timestamp, expiration });
    return this.#success();
  }

  async #checkSignature({ headers, method }: Request): Promise<Response> {
    const accountId = headers.get("SVC-Account-Id") ?? "";
    const key = this.keys.get(accountId)?.key ?? "";
    const bytes = decodeBase58(key.replace("ed25519:", ""), 32);
    if (bytes === undefined || key !== headers.get("SVC-Api-Key")) return this.#refuse(401, -1002);
    const text = textToSign({
      timestampMs: Number(headers.get("SVC-Timestamp")),
      method,
      path: "/v1/client/info",
      body: "",
    });
    const signature = Buffer.from(headers.get("SVC-Signature") ?? "", "base64url");
    const publicKey = await crypto.subtle.importKey("raw", new Uint8Array(bytes), "Ed25519", false, ["verify"]);
    const isGood = await crypto.subtle.verify("Ed25519", publicKey, signature, new TextEncoder().encode(text));
    return isGood ? this.#success({ account_id: accountId }) : this.#refuse(401, -1002);
  }

  #success(data?: object): Response {
    return Response.json({ success: true, data, timestamp: this.#now() });
  }

  #refuse(status: number, code: number, detail?: object): Response {
    return Response.json({ success: false, code, message: "refused", timestamp: this.#now(), detail }, { status });
  }
}

interface SignedBody {
  readonly message: {
    readonly brokerId: string;
    readonly chainId: number;
    readonly chainType: string;
    readonly timestamp: number;
    readonly registrationNonce?: number;
    readonly key?: string;
    readonly scope?: string;
    readonly expiration?: number;
  };
  readonly signature: `0x${string}`;
  readonly userAddress: `0x${string}`;
}

let venue: RegistrationServer;
let rest: RestClient;
const wallet = importWallet("0x6e71688661a19e7195a09a0bba67fb5ca3c7d4dfd837d06fb9866c7a5f46495f");
const accountId = accountIdOf(wallet.address, "demo");

beforeEach(() => {
  venue = new RegistrationServer();
  rest = new RestClient({ baseUrl: venue.url });
});
afterEach(() => venue.stop());

describe("opening an account", () => {
  test("signs the venue's time with its nonce and gives the account id of the wallet", async () => {
    venue.aheadMs = 123_456;
    expect(await openAccount(rest, wallet, "demo")).toEqual({ accountId, isNew: true });
  });

  test("that exists gives the same id", async () => {
    await openAccount(rest, wallet, "demo");
    expect(await openAccount(rest, wallet, "demo")).toEqual({ accountId, isNew: false });
  });

  test("is repeated with a new nonce when the answer is lost", async () => {
    venue.losses = 1;
    expect(await openAccount(rest, wallet, "demo")).toMatchObject({ accountId });
    expect(venue.opened).toEqual(new Set([accountId]));
  });

  test("gives up after three lost answers", async () => {
    venue.losses = 9;
    await expect(openAccount(rest, wallet, "demo")).rejects.toMatchObject({ name: "AnswerLost" });
    expect(venue.losses).toBe(6);
  });
});

describe("binding a key", () => {
  test("names its scope and is valid for a year, by the venue's clock", async () => {
    await openAccount(rest, wallet, "demo");
    const key = await generateApiKey();
    await bindKey(rest, wallet, "demo", key);
    const bound = venue.keys.get(accountId);
    expect(bound).toMatchObject({ key: key.publicKey, scope: "read,trading" });
    expect(Math.abs((bound?.expiration ?? 0) - Date.now() - 365 * 86_400_000)).toBeLessThan(5_000);
  });

  test("to a venue that is hours ahead succeeds although no earlier answer showed it", async () => {
    await openAccount(rest, wallet, "demo");
    venue.aheadMs = 8 * 3_600_000;
    const key = await generateApiKey();
    await bindKey(new RestClient({ baseUrl: venue.url }), wallet, "demo", key, { scope: "read", validForMs: 60_000 });
    expect(venue.keys.get(accountId)).toMatchObject({ key: key.publicKey, scope: "read" });
  });

  test("is repeated with the same message when the answer is lost", async () => {
    await openAccount(rest, wallet, "demo");
    venue.losses = 2;
    await bindKey(rest, wallet, "demo", await generateApiKey());
    expect(venue.bindings).toHaveLength(3);
    expect(new Set(venue.bindings).size).toBe(1);
  });

  test("again signs a later time than the last binding, even if that was signed by a clock ahead", async () => {
    await openAccount(rest, wallet, "demo");
    const key = await generateApiKey();
    await bindKey(rest, wallet, "demo", key);
    const bound = venue.keys.get(accountId)!;
    const last = bound.timestamp + 30_000;
    venue.keys.set(accountId, { ...bound, timestamp: last });
    await bindKey(rest, wallet, "demo", key, { scope: "read" });
    expect(venue.keys.get(accountId)).toMatchObject({ scope: "read", timestamp: last + 1 });
  });

  test("to an account that is not open is refused", async () => {
    const key = await generateApiKey();
    await expect(bindKey(rest, wallet, "demo", key)).rejects.toMatchObject({ name: "ApiError", code: -1006 });
    expect(venue.keys.size).toBe(0);
  });
});

describe("onboarding", () => {
  test("gives a client with credentials that work, and money in a sandbox", async () => {
    const { client, credentials } = await onboard({ baseUrl: venue.url, brokerId: "demo" });
    expect(String(credentials.wallet && accountIdOf(credentials.wallet.address, "demo"))).toBe(credentials.accountId);
    expect(venue.keys.get(credentials.accountId)?.key ?? "").toBe(credentials.key.publicKey);
    expect(venue.claims).toEqual([credentials.accountId]);
    expect((await client.account.getClientInfo()).account_id).toBe(credentials.accountId);
  });

  test("with one's own wallet does not return it, and claims money once", async () => {
    const own = generateWallet();
    await onboard({ baseUrl: venue.url, brokerId: "demo", wallet: own });
    const { credentials } = await onboard({ baseUrl: venue.url, brokerId: "demo", wallet: own });
    expect(credentials).toMatchObject({ accountId: accountIdOf(own.address, "demo"), wallet: undefined });
    expect(venue.claims).toHaveLength(1);
  });

  test("signs for the chain of the venue", async () => {
    venue.chainId = 42_161;
    const { credentials } = await onboard({ baseUrl: venue.url, brokerId: "demo", wallet });
    expect([...venue.keys.keys()]).toEqual([credentials.accountId]);
  });

  test("works on a venue without a faucet", async () => {
    venue.hasFaucet = false;
    const { credentials } = await onboard({ baseUrl: venue.url, brokerId: "demo" });
    expect(venue.opened.has(credentials.accountId)).toBe(true);
    expect(await claimFaucet(rest, wallet.address, "demo")).toBe(false);
  });
});
