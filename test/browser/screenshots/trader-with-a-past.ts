// An account with content for every view: positions on both sides and in both margin modes, resting orders, a
// stop, a sub-account.

import { type KnownTrader, knownTrader, SYMBOL } from "../terminal/counterpart.ts";
import { until } from "../terminal/until.ts";

const DEMO_MS = 120_000;
const ETHER = "PERP_ETH_USDC";
const SOL = "PERP_SOL_USDC";

export async function traderWithAPast(url: string): Promise<KnownTrader> {
  const trader = await knownTrader(url);
  const { orders, algo, marketData, subAccounts } = trader.client;
  const isTraded = async () => {
    const { rows } = await marketData.getMarkets();
    const untraded = rows.filter((row) => [SYMBOL, ETHER, SOL].includes(row.symbol) && row["24h_volume"] === 0);
    return untraded.length === 0 ? rows : undefined;
  };
  await until("demo traders", isTraded, DEMO_MS);
  await traded(trader, { symbol: SYMBOL, side: "BUY", order_quantity: 0.05 });
  await traded(trader, { symbol: ETHER, side: "SELL", order_quantity: 0.4 });
  await traded(trader, { symbol: SOL, side: "BUY", order_quantity: 5, margin_mode: "ISOLATED" });
  await subAccounts.addSubAccount({ description: "Grid bot" });
  const { rows } = await marketData.getMarkets();
  const mark = rows.find(({ symbol }) => symbol === SYMBOL)!.mark_price;
  const beside = (share: number) => Math.round(mark * share);
  const waits = { symbol: SYMBOL, order_type: "LIMIT", order_quantity: 0.02 } as const;
  await orders.placeOrder({ ...waits, side: "BUY", order_price: beside(0.995) });
  await orders.placeOrder({ ...waits, side: "SELL", order_price: beside(1.006) });
  const stop = { algo_type: "STOP", type: "MARKET", side: "SELL", reduce_only: true } as const;
  await algo.placeAlgoOrder({ ...stop, symbol: SYMBOL, quantity: 0.05, trigger_price: beside(0.985) });
  return trader;
}

interface Wanted {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly order_quantity: number;
  readonly margin_mode?: "ISOLATED";
}

/** Trades as soon as the whole size can be traded at once: a new book has little depth. */
async function traded({ client }: KnownTrader, wanted: Wanted): Promise<void> {
  await until(`a trader to trade ${wanted.symbol} with`, async () => {
    const order = { ...wanted, order_type: "MARKET" } as const;
    const { executed_quantity } = await client.orders.preview(order);
    return executed_quantity === wanted.order_quantity ? client.orders.placeOrder(order) : undefined;
  });
}
