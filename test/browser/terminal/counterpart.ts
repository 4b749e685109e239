// Another trader in the market, so that there is someone to trade with, and a client with which tests query the venue.

import { type Client, generateWallet, type LocalWallet, onboard } from "@evermark/client";

/** The market that tests use, and its index price when they begin. */
export const SYMBOL = "PERP_BTC_USDC";
export const INDEX = 60_000;
/** The builder under which the terminal opens accounts. */
const BROKER = "evermark";

export interface KnownTrader {
  readonly client: Client;
  readonly wallet: LocalWallet;
}

/** An account with play money, whose wallet key can be given to a page. */
export async function knownTrader(baseUrl: string): Promise<KnownTrader> {
  const wallet = generateWallet();
  const { client } = await onboard({ baseUrl, brokerId: BROKER, wallet });
  return { client, wallet };
}

/** Places a level on each side of the book, near the index. */
export async function quoteBothSides({ client }: KnownTrader, size = 1): Promise<void> {
  const order = { symbol: SYMBOL, order_type: "LIMIT", order_quantity: size } as const;
  await client.orders.placeOrder({ ...order, side: "BUY", order_price: INDEX - 10 });
  await client.orders.placeOrder({ ...order, side: "SELL", order_price: INDEX + 10 });
}
