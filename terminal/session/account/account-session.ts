// One account's state: its money, positions and orders. Every figure is the venue's own, none is computed here. Reports
// change the open orders at once; figures that depend on prices are read again each second.

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
import { type Liquidation, liquidationOfReport } from "./liquidation-report.ts";

/** How often the margin is read; the venue allows three times this rate. */
const MARGIN_EVERY_MS = 1_000;
const ORDERS_PAGE = 500;

/** An event of the account, as its listeners get it. */
export type AccountEvent =
  | { readonly type: "report"; readonly report: Report; readonly seenAt: number }
  | { readonly type: "algo" }
  | { readonly type: "wallet"; readonly report: WalletReport }
  | { readonly type: "liquidation"; readonly taken: readonly Liquidation[] }
  /** Liquidations from a time when no report could arrive. */
  | { readonly type: "missed liquidation"; readonly taken: readonly Liquidation[] }
  | { readonly type: "notification" }
  /** The private stream is back; events of the meantime have to be read. */
  | { readonly type: "again" };

export interface AccountSigner {
  readonly accountId: string;
  readonly key: SigningKey;
}

export class AccountSession {
  readonly client: Client;
  readonly accountId: string;
  /** The orders that this tab is sending. */
  readonly kept: KeptOrders;
  /** Undefined until the first answer, like everything below. */
  readonly info = new Cell<AccountInfo | undefined>(undefined);
  readonly holding = new Cell<Holding | undefined>(undefined);
  readonly margin = new Cell<Margin | undefined>(undefined);
  readonly orders = new Cell<OpenOrders | undefined>(undefined);
  /** Trees of algo orders in which at least one order is waiting. */
  readonly algoOrders = new Cell<readonly AlgoOrder[] | undefined>(undefined);
  /** How many notifications are unread. */
  readonly unread = new Cell<number | undefined>(undefined);
  /** Why the venue no longer accepts the key; null while it does. */
  readonly refusal = new Cell<ApiError | null>(null);
  readonly connected;
  readonly #listeners = new Set<(event: AccountEvent) => void>();
  readonly #info: Refreshing;
  readonly #holding: Refreshing;
  readonly #margin: Refreshing;
  readonly #orders: Refreshing;
  readonly #algoOrders: Refreshing;
  readonly #unread: Refreshing;
  /** Reports that arrive while the open orders are being read; null at other times. */
  #meanwhile: Report[] | null = null;

  /** @param clock the page's: the offset of the venue's clock is learned only once */
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

  /** Reads the open orders again, such as after a lost answer. */
  refreshOrders(): void {
    this.#orders.now();
    this.#algoOrders.now();
  }

  /** Counts the unread notifications again, such as after some were marked as read. */
  refreshUnread(): void {
    this.#unread.now();
  }

  /** Emits the liquidations read afterwards from a time when no report could arrive. */
  missed(taken: readonly Liquidation[]): void {
    if (taken.length > 0) this.#emit({ type: "missed liquidation", taken });
  }

  /** @returns a function that stops it */
  listen(listener: (event: AccountEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
    for (const part of [this.#info, this.#holding, this.#margin, this.#orders, this.#algoOrders, this.#unread])
      part.end();
    this.client.close();
  }

  /** This is read most often, so it is the first to learn that the key was removed. */
  async #readMargin(): Promise<void> {
    try {
      this.margin.set(await this.client.positions.getPositions());
      this.refusal.set(null);
      // No report announces how far a trailing stop has followed the mark price.
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
