// A trader that keeps a record: what it placed under which `client_order_id`, what the venue answered, and which
// answers never came. After a crash the venue is compared with this record.

import { ApiError, Client, type Credentials, newClientOrderId, onboard } from "@evermark/client";
import { type OrderBody, orders } from "@evermark/interface/trading/orders.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";

export const SYMBOL = "PERP_SOL_USDC";
/**
 * The width of the band in which orders are placed, in thousandths. It is around the market price at the time when the
 * bot is created.
 */
const BAND = 400;

/**
 * Lost answers are handled by the bot itself, so the client must not repeat requests. When the rate limit refuses a
 * request, the client waits.
 */
const PATIENCE = { repeatsMax: 0, rateLimitWaitsMax: 20 } as const;

interface Terms {
  readonly order_price: number;
  readonly order_quantity: number;
}

/** One placement and everything that the venue has returned for it. */
export interface Placement {
  readonly body: OrderBody & Terms & { readonly client_order_id: string };
  /** The venue's first answer; null if there is none yet. */
  answer: { readonly order_id: number; readonly status: string } | null;
  /** The code of the first answer if it was a refusal. */
  refusedWith: number | null;
  /** Price and quantity of the placement or of the last acknowledged amendment. */
  terms: Terms;
  /** The terms of an amendment without an answer, which may have been carried out. */
  lostTerms: Terms | null;
  isCancelled: boolean;
  /** Fills that the private stream has sent, by trade. */
  readonly fills: Map<number, number>;
}

export class Bot {
  readonly placements = new Map<string, Placement>();
  readonly credentials: Credentials;
  client: Client;
  /** The URL of its venue. */
  baseUrl: string;
  readonly #middle: number;
  #open: Placement[] = [];

  private constructor(client: Client, credentials: Credentials, baseUrl: string, middle: number) {
    this.client = client;
    this.baseUrl = baseUrl;
    this.credentials = credentials;
    this.#middle = middle;
  }

  /** Opens a funded account on a venue. */
  static async onboard(baseUrl: string): Promise<Bot> {
    const { client, credentials } = await onboard({ baseUrl, brokerId: "demo", ...PATIENCE });
    const { mark_price } = await client.marketData.getMarket({ symbol: SYMBOL });
    const bot = new Bot(client, credentials, baseUrl, Math.round(mark_price * 1_000));
    await bot.#listen();
    return bot;
  }

  /** Uses the same account on the venue after a restart. */
  async reconnect(baseUrl: string): Promise<void> {
    this.client.close();
    this.baseUrl = baseUrl;
    this.client = new Client({ baseUrl, signer: this.credentials, ...PATIENCE });
    await this.#listen();
  }

  close(): void {
    this.client.close();
  }

  /**
   * Does one thing that a trader does.
   * @throws {AnswerLost} if the venue is gone; the record has the request without an answer
   */
  async act(random: Random): Promise<void> {
    const chance = random();
    // Removed from the list while it is in use, because the record has room for only one change at a time.
    const [order] = this.#open.splice(below(random, this.#open.length), 1);
    if (order === undefined || chance < 0.6) {
      if (order !== undefined) this.#open.push(order);
      return this.#place(random);
    }
    if (chance < 0.75) return this.#amend(order, random);
    if (chance < 0.9) return this.#cancel(order);
    await accepted(this.client.orders.getOrder({ order_id: order.answer!.order_id }));
    this.#open.push(order);
  }

  /** Places an order and records it. @throws {AnswerLost} */
  async place(terms: Terms, side: "BUY" | "SELL", type: "LIMIT" | "IOC" = "LIMIT"): Promise<Placement> {
    const client_order_id = newClientOrderId();
    const placement: Placement = {
      body: { symbol: SYMBOL, side, order_type: type, ...terms, client_order_id },
      answer: null,
      refusedWith: null,
      terms,
      lostTerms: null,
      isCancelled: false,
      fills: new Map(),
    };
    this.placements.set(client_order_id, placement);
    await this.send(placement);
    return placement;
  }

  /** Sends a placement for the first time or again. A refusal is recorded and not thrown. @throws {AnswerLost} */
  async send(placement: Placement): Promise<{ readonly wasReplayed: boolean }> {
    try {
      const { data, wasReplayed } = await this.client.rest.send(orders.placeOrder, { body: placement.body });
      placement.answer ??= data;
      return { wasReplayed };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (placement.answer !== null) throw error;
      placement.refusedWith = error.code;
      return { wasReplayed: false };
    }
  }

  async #place(random: Random): Promise<void> {
    const side = random() < 0.5 ? "BUY" : "SELL";
    const placement = await this.place(someTerms(this.#middle, random), side, random() < 0.15 ? "IOC" : "LIMIT");
    if (placement.answer?.status === "NEW" || placement.answer?.status === "PARTIAL_FILLED") this.#open.push(placement);
  }

  async #amend(placement: Placement, random: Random): Promise<void> {
    const terms = someTerms(this.#middle, random);
    const { symbol, side, order_type } = placement.body;
    const { order_id } = placement.answer!;
    placement.lostTerms = terms;
    const amended = await accepted(this.client.orders.amendOrder({ order_id, symbol, side, order_type, ...terms }));
    placement.lostTerms = null;
    if (!amended) return;
    placement.terms = terms;
    this.#open.push(placement);
  }

  async #cancel(placement: Placement): Promise<void> {
    const { order_id } = placement.answer!;
    placement.isCancelled = await accepted(this.client.orders.cancelOrder({ symbol: SYMBOL, order_id }));
  }

  async #listen(): Promise<void> {
    const reports = this.client.streams.private.subscribe("executionreport", (report) => {
      if (report.tradeId === 0) return;
      this.placements.get(report.clientOrderId ?? "")?.fills.set(report.tradeId, report.executedQuantity);
    });
    await reports.ready;
  }
}

/** Prices around the middle, so that orders match. */
function someTerms(middle: number, random: Random): Terms {
  return {
    order_price: (middle - BAND / 2 + below(random, BAND)) / 1_000,
    order_quantity: (10 + below(random, 40)) / 100,
  };
}

/** False if the venue refuses: the order may already be filled, the change may be invalid, or the disk may be full. */
async function accepted(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
