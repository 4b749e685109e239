import { afterEach, beforeEach, expect, test } from "bun:test";
import { fundsDomain, settlePnlTypedData, WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import { verifyTypedData } from "viem";
import { RestClient } from "./rest/rest-client.ts";
import { settlePnl, settleSubAccountPnl } from "./settlement.ts";
import { generateApiKey } from "./signing/api-key.ts";
import { generateWallet } from "./signing/wallet.ts";

const DOMAIN = "Northwind";
const CHAIN_ID = 42_161;
const wallet = generateWallet();

/**
 * The settlement endpoint of a venue with another chain and another domain name, where each nonce is good once. Rules 9.4.
 */
class SettlementServer {
  readonly asked: { readonly path: string; readonly body: SettlementBody }[] = [];
  /** How many answers are still to be lost after the work is done. */
  losses = 0;
  #nonce = 7;
  #settled = 0;
  readonly #server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });

  get url(): string {
    return this.#server.url.origin;
  }

  stop(): void {
    this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path } = new URL(request.url);
    if (path === "/v1/public/chain_info")
      return this.#success({ rows: [{ chain_id: String(CHAIN_ID), withdraw_domain: DOMAIN }] });
    if (path === "/v1/settle_nonce") return this.#success({ settle_nonce: this.#nonce });
    if (path === "/v1/pnl_settlement/history") return this.#success({ rows: [{ id: this.#settled }], meta: {} });
    const body = (await request.json()) as SettlementBody;
    this.asked.push({ path, body });
    if (Number(body.message?.settleNonce ?? body.settle_nonce) !== this.#nonce) return this.#refuse();
    this.#nonce += 1;
    this.#settled += 1;
    if (this.losses === 0) return this.#success({ settle_pnl_id: this.#settled });
    this.losses -= 1;
    return new Response("bad gateway", { status: 502 });
  }

  #success(data: object): Response {
    return Response.json({ success: true, data, timestamp: Date.now() });
  }

  #refuse(): Response {
    return Response.json({ success: false, code: 10, message: "nonce is invalid" }, { status: 400 });
  }
}

interface SettlementBody {
  readonly message?: { readonly settleNonce: number; readonly timestamp: number };
  readonly signature: `0x${string}`;
  readonly settle_nonce?: number;
}

let venue: SettlementServer;
let rest: RestClient;

beforeEach(async () => {
  venue = new SettlementServer();
  rest = new RestClient({
    baseUrl: venue.url,
    signer: { accountId: `0x${"1".repeat(64)}`, key: await generateApiKey() },
  });
});
afterEach(() => venue.stop());

test("a wallet signs for a settlement under the domain that the venue names", async () => {
  expect(await settlePnl(rest, wallet, "demo")).toBe(1);
  const [{ path, body }] = venue.asked as [(typeof venue.asked)[number]];
  expect(path).toBe("/v1/settle_pnl");
  expect(body).toMatchObject({
    message: { brokerId: "demo", chainId: CHAIN_ID, chainType: "EVM", settleNonce: 7 },
    userAddress: wallet.address,
    verifyingContract: WITHDRAWAL_CONTRACT,
  });
  const { settleNonce, timestamp } = body.message!;
  const signed = { brokerId: "demo", chainId: CHAIN_ID, settleNonce, timestamp };
  const data = settlePnlTypedData(signed, fundsDomain(DOMAIN, CHAIN_ID));
  expect(await verifyTypedData({ ...data, address: wallet.address, signature: body.signature })).toBe(true);
});

test("a settlement whose answer was lost is the one that used up its nonce", async () => {
  venue.losses = 1;
  expect(await settlePnl(rest, wallet, "demo")).toBe(1);
  expect(venue.asked.map(({ body }) => body)).toEqual([venue.asked[0]!.body, venue.asked[0]!.body]);
});

test("a sub-account's settlement is signed by its main account's key alone", async () => {
  expect(await settleSubAccountPnl(rest)).toBe(1);
  expect(venue.asked).toEqual([{ path: "/v1/sub_account_settle_pnl", body: { settle_nonce: 7 } as never }]);
});
