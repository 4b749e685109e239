// A venue reduced to the calls that a client makes while it deposits or withdraws; the test decides what it has seen so
// far. The whole venue with its watcher and executor is tested in chain-journey.test.ts.

import type { Hex } from "viem";
import type { VaultChain } from "./chain-with-vault.ts";

export interface HistoryRow {
  id: string;
  tx_id: string;
  side: "DEPOSIT" | "WITHDRAW";
  amount: number;
  fee: number;
  estimated_time?: number | null;
  trans_status: "PENDING" | "PENDING_REBALANCE" | "PROCESSING" | "COMPLETED" | "FAILED";
}

/** A withdrawal request as it arrived. */
export interface TakenWithdrawal {
  readonly message: Readonly<Record<string, string | number>>;
  readonly signature: Hex;
  readonly userAddress: Hex;
}

export class FakeVenueLedger {
  readonly rows: HistoryRow[] = [];
  readonly withdrawals: TakenWithdrawal[] = [];
  /** Called at each read of the history, before it is answered. */
  onLook: () => void | Promise<void> = () => {};
  /** How many answers to withdrawals are lost after the request was accepted. */
  losses = 0;
  facts = { confirmations: 2, token: undefined as Hex | undefined, hasChain: true, subAccount: false };
  #nonce = 0;
  readonly #used = new Set<number>();
  readonly #server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#answer(request) });

  constructor(
    private readonly chain: Pick<VaultChain, "vault" | "usdc">,
    private readonly wallet: string,
  ) {}

  get url(): string {
    return this.#server.url.origin;
  }

  stop(): void {
    this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/v1/public/chain_info":
        return success({ rows: [this.#chainInfo()] });
      case "/v1/public/token":
        return success({ rows: [this.#token()] });
      case "/v1/public/account":
        return success({ address: this.wallet, broker_id: this.facts.subAccount ? "other" : "demo" });
      case "/v1/withdraw_nonce":
        this.#nonce += 1;
        return success({ withdraw_nonce: this.#nonce });
      case "/v1/withdraw_request":
      case "/v1/delegate_withdraw_request":
        return this.#take((await request.json()) as TakenWithdrawal);
      case "/v1/asset/history": {
        await this.onLook();
        const ofSide = this.rows.filter(({ side }) => side === searchParams.get("side"));
        const rows = ofSide.map((row) => ({ estimated_time: null, ...row }));
        return success({ rows, meta: { total: rows.length, records_per_page: 500, current_page: 1 } });
      }
      default:
        return Response.json({ success: false, code: -1006, message: pathname }, { status: 404 });
    }
  }

  #take(asked: TakenWithdrawal): Response {
    const nonce = Number(asked.message.withdrawNonce);
    if (this.#used.has(nonce))
      return Response.json({ success: false, code: 10, message: "nonce is invalid" }, { status: 400 });
    this.#used.add(nonce);
    this.withdrawals.push(asked);
    const amount = Number(asked.message.amount) / 1e6;
    this.rows.unshift({ id: String(nonce), tx_id: "", side: "WITHDRAW", amount, fee: 1, trans_status: "PENDING" });
    if (this.losses === 0) return success({ withdraw_id: nonce });
    this.losses -= 1;
    return new Response("bad gateway", { status: 502 });
  }

  #chainInfo() {
    const { confirmations, hasChain } = this.facts;
    return {
      ...{ name: "EVM 196", chain_id: "196", public_rpc_url: null, currency_symbol: "ETH", currency_decimal: 18 },
      ...{ explorer_base_url: null, vault_address: hasChain ? this.chain.vault : null, confirmations },
      ...{ withdraw_domain: "SVC", broker_ids: ["demo"] },
    };
  }

  #token() {
    const detail = {
      chain_id: 196,
      contract_address: this.facts.token ?? this.chain.usdc,
      decimals: 6,
      withdraw_fee: 1,
    };
    const token_hash = "0xd6aca1be9729c13d677335161321649cccae6a591554772516700f986f942eaa";
    return { token: "USDC", token_hash, decimals: 6, chain_details: [detail] };
  }
}

function success(data: unknown): Response {
  return Response.json({ success: true, data, timestamp: Date.now() });
}
