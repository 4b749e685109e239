// What one account sees: its money, positions and orders. Every figure is the venue's own, none is computed here. Reports
// change the open orders at once; what depends on prices is read again each second.

import { ApiError, Client, type SigningKey, type VenueClock } from "@evermark/client";
import { Cell } from "../../cells/cell.ts";
import type { AccountInfo, AlgoOrder, Holding, Margin, Report, WalletReport } from "../asking/answers.ts";
import { connectionOf } from "../asking/connection-state.ts";
import { everyPage } from "../asking/every-page.ts";
import { Refreshing } from "../asking/refreshing.ts";
import type { Settings } from "../asking/settings.ts";
import { KeptOrders } from "../orders/kept-orders.ts";
import { afterReport, type OpenOrders, orderOfRow } from "../orders/open-order.ts";
import { readWaiting } from "../orders/waiting-algo-orders.ts";
import { type Liquidation, liquidationOfReport } from "./liquidation.ts";

/** The venue allows three times as many. */
const MARGIN_EVERY_MS = 1_000;
const ORDERS_PAGE = 500;

/** Something that happened to the account, as its listeners get it. */
export type AccountEvent =
  | { readonly type: "report"; readonly report: Report; readonly seenAt: number }
  | { readonly type: "algo" }
  | { readonly type: "wallet"; readonly report: WalletReport }
  | { readonly type: "liquidation"; readonly taken: readonly Liquidation[] }
  /** Liquidations of a time in which no report could come. */
  | { readonly type: "missed liquidation"; readonly taken: readonly Liquidation[] }
  | { readonly type: "notification" }
  /** The private stream is back; what happened meanwhile has to be read. */
  | { readonly type: "again" };

export interface AccountSigner {
  readonly accountId: string;
  readonly key: SigningKey;
}

export class AccountSession {
  readonly client: Client;
  readonly accountId: string;
  /** What this tab is sending. */
  readonly kept: KeptOrders;
  /** Undefined until the first answer, as everything below. */
  readonly info = new Cell<AccountInfo | undefined>(undefined);
  readonly holding = new Cell<Holding | undefined>(undefined);
  readonly margin = new Cell<Margin | undefined>(undefined);
  readonly orders = new Cell<OpenOrders | undefined>(undefined);
  /** Trees of algo orders of which something waits. */
  readonly algoOrders = new Cell<readonly AlgoOrder[] | undefined>(undefined);
  /** How many notifications are unread. */
  readonly unread = new Cell<number | undefined>(undefined);
  /** Why the venue takes the key no longer; null while it does. */
  readonly refusal = new Cell<ApiError | null>(null);
  readonly connected;
  readonly #listeners = new Set<(event: AccountEvent) => void>();
  readonly #info: Refreshing;
  readonly #holding: Refreshing;
  readonly #margin: Refreshing;
  readonly #orders: Refreshing;
  readonly #algoOrders: Refreshing;
  readonly #unread: Refreshing;
  /** Reports that came while the open orders are being read; null while they are not. */
  #meanwhile: Report[] | null = null;

  /** @param clock the page's: however far the venue's is from this machine's, it is learned once */
  constructor({ baseUrl, brand }: Settings, signer: AccountSigner, clock: VenueClock) {
    this.accountId = signer.accountId;
    this.kept = new KeptOrders(sessionStorage, signer.accountId);
    this.client = new Client({ baseUrl, brand, signer, clock });
    const { account, orders, algo, notifications, streams } = this.client;
    this.connected = connectionOf(streams.private);
    this.#info = new Refreshing(async () => this.info.set(await account.getClientInfo()));
    this.#holding = new Refreshing(async () => {
      const { holding } = await account.getHolding({ all: true });
      this.holding.set(holding.find(({ token }) => token === "USDC"));
    });
    this.#margin = new Refreshing(() => this.#readMargin(), MARGIN_EVERY_MS);
    this.#orders = new Refreshing(async () => {
      const meanwhile: Report[] = [];
      this.#meanwhile = meanwhile;
      const rows = await everyPage(ORDERS_PAGE, async (page) => {
        const read = await orders.getOrders({ status: "INCOMPLETE", page, size: ORDERS_PAGE });
        return { rows: read.rows, total: read.meta.total };
      });
      this.#meanwhile = null;
      const read: OpenOrders = new Map(rows.map((row) => [row.order_id, orderOfRow(row)]));
      this.orders.set(meanwhile.reduce(afterReport, read));
    });
    this.#algoOrders = new Refreshing(async () => this.algoOrders.set(await readWaiting(algo)));
    this.#unread = new Refreshing(async () => this.unread.set((await notifications.getUnread()).count));
  }

  start(): void {
    const stream = this.client.streams.private;
    stream.subscribe("executionreport", (report) => this.#reported(report), { onSubscribed: () => this.#again() });
    stream.subscribe("algoexecutionreportv2", () => {
      this.#algoOrders.now();
      this.#emit({ type: "algo" });
    });
    stream.subscribe("position", () => this.#margin.now());
    stream.subscribe("balance", () => this.refresh());
    stream.subscribe("account", () => {
      this.#info.now();
      this.#margin.now();
    });
    stream.subscribe("wallet", (report) => {
      this.refresh();
      this.#emit({ type: "wallet", report });
    });
    stream.subscribe("settle", () => this.refresh());
    stream.subscribe("liquidationsaccount", (taken) => {
      this.#again();
      this.#emit({ type: "liquidation", taken: taken.map(liquidationOfReport) });
    });
    stream.subscribe("notifications", () => {
      this.#unread.now();
      this.#emit({ type: "notification" });
    });
  }

  /** Reads money and margin again. */
  refresh(): void {
    this.#holding.now();
    this.#margin.now();
  }

  /** Reads the open orders again, as after an answer that was lost. */
  refreshOrders(): void {
    this.#orders.now();
    this.#algoOrders.now();
  }

  /** Counts the unread notifications again, as after some were marked. */
  refreshUnread(): void {
    this.#unread.now();
  }

  /** What was read of the time in which no report could come. */
  missed(taken: readonly Liquidation[]): void {
    if (taken.length > 0) this.#emit({ type: "missed liquidation", taken });
  }

  /** @returns the function that stops it */
  listen(listener: (event: AccountEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
    for (const part of [this.#info, this.#holding, this.#margin, this.#orders, this.#algoOrders, this.#unread])
      part.end();
    this.client.close();
  }

  /** What is read most often is the first to hear that the key was removed. */
  async #readMargin(): Promise<void> {
    try {
      this.margin.set(await this.client.positions.getPositions());
      this.refusal.set(null);
      // No report says how far a trailing stop has followed the mark price.
      if (this.algoOrders.get()?.some(({ algo_type }) => algo_type === "TRAILING_STOP")) this.#algoOrders.now();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.refusal.set(error);
      throw error;
    }
  }

  #again(): void {
    this.#info.now();
    this.refresh();
    this.refreshOrders();
    this.#unread.now();
    this.#emit({ type: "again" });
  }

  #reported(report: Report): void {
    this.#meanwhile?.push(report);
    this.orders.update((orders) => orders && afterReport(orders, report));
    this.#emit({ type: "report", report, seenAt: performance.now() });
  }

  #emit(event: AccountEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
