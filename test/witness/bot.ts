// A trader that keeps book of what it was answered: what it placed under which `client_order_id`, what the venue answered,
// and which answers never came. After a crash this record is what the venue is held against.

import { ApiError, Client, type Credentials, newClientOrderId, onboard } from "@evermark/client";
import { type OrderBody, orders } from "@evermark/interface/trading/orders.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";

export const SYMBOL = "PERP_SOL_USDC";
/** Orders are placed in a band around the price at which the market stands when a bot comes, in thousandths. */
const BAND = 400;

/** Lost answers are this bot's own affair; when it is answered that it asks too often, it waits. */
const PATIENCE = { repeatsMax: 0, rateLimitWaitsMax: 20 } as const;

interface Terms {
  readonly order_price: number;
  readonly order_quantity: number;
}

/** One placement, and all that the venue has said about it. */
export interface Placement {
  readonly body: OrderBody & Terms & { readonly client_order_id: string };
  /** The venue's first answer; null while none has come. */
  answer: { readonly order_id: number; readonly status: string } | null;
  /** The code of the first answer when it was a refusal. */
  refusedWith: number | null;
  /** Price and quantity of the placement, or of the last amendment that was acknowledged. */
  terms: Terms;
  /** An amendment without an answer: it may have happened. */
  lostTerms: Terms | null;
  isCancelled: boolean;
  /** Fills that the private stream has sent, by trade. */
  readonly fills: Map<number, number>;
}

export class Bot {
  readonly placements = new Map<string, Placement>();
  readonly credentials: Credentials;
  client: Client;
  /** Of the venue that it talks to. */
  baseUrl: string;
  readonly #middle: number;
  #open: Placement[] = [];

  private constructor(client: Client, credentials: Credentials, baseUrl: string, middle: number) {
    this.client = client;
    this.baseUrl = baseUrl;
    this.credentials = credentials;
    this.#middle = middle;
  }

  /** Opens an account with money on a venue. */
  static async onboard(baseUrl: string): Promise<Bot> {
    const { client, credentials } = await onboard({ baseUrl, brokerId: "demo", ...PATIENCE });
    const { mark_price } = await client.marketData.getMarket({ symbol: SYMBOL });
    const bot = new Bot(client, credentials, baseUrl, Math.round(mark_price * 1_000));
    await bot.#listen();
    return bot;
  }

  /** The same account on the venue as it is after a restart. */
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
   * @throws {AnswerLost} when the venue is gone; what was sent is in the record as lost
   */
  async act(random: Random): Promise<void> {
    const what = random();
    // Taken out while it is being worked on: the record has room for one change at a time.
    const [known] = this.#open.splice(below(random, this.#open.length), 1);
    if (known === undefined || what < 0.6) {
      if (known !== undefined) this.#open.push(known);
      return this.#place(random);
    }
    if (what < 0.75) return this.#amend(known, random);
    if (what < 0.9) return this.#cancel(known);
    await accepted(this.client.orders.getOrder({ order_id: known.answer!.order_id }));
    this.#open.push(known);
  }

  /** Places an order and keeps its record. @throws {AnswerLost} */
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

  /** Sends a placement, for the first time or again; a refusal is kept, not thrown. @throws {AnswerLost} */
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

/** Prices around the middle, so that orders meet. */
function someTerms(middle: number, random: Random): Terms {
  return {
    order_price: (middle - BAND / 2 + below(random, BAND)) / 1_000,
    order_quantity: (10 + below(random, 40)) / 100,
  };
}

/** False when the venue refuses: the order may be filled by now, the change may not fit, or the disk be full. */
async function accepted(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
