// Another trader in the market, so that there is something to trade with, and a client that asks the venue for the test.

import { type Client, generateWallet, type LocalWallet, onboard } from "@evermark/client";

/** The market that tests look at, and where its index stands when they begin. */
export const SYMBOL = "PERP_BTC_USDC";
export const INDEX = 60_000;
/** Under which the terminal opens accounts. */
const BROKER = "evermark";

export interface KnownTrader {
  readonly client: Client;
  readonly wallet: LocalWallet;
}

/** An account with play money, whose wallet's key a page can be given. */
export async function knownTrader(baseUrl: string): Promise<KnownTrader> {
  const wallet = generateWallet();
  const { client } = await onboard({ baseUrl, brokerId: BROKER, wallet });
  return { client, wallet };
}

/** A level on both sides of the book, near the index. */
export async function quoteBothSides({ client }: KnownTrader, size = 1): Promise<void> {
  const order = { symbol: SYMBOL, order_type: "LIMIT", order_quantity: size } as const;
  await client.orders.placeOrder({ ...order, side: "BUY", order_price: INDEX - 10 });
  await client.orders.placeOrder({ ...order, side: "SELL", order_price: INDEX + 10 });
}
