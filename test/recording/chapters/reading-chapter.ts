// Read-only calls: every endpoint that needs nothing except parameters with known names, and those that need a time or
// a kind.

import { rowNames, rowOf } from "../exchange-recording.ts";
import { inputFor } from "../plain-inputs.ts";
import { BTC, ETH, type Stage } from "../recording-stage.ts";

export async function readMarkets(stage: Stage): Promise<void> {
  const to = Math.floor(stage.now / 1_000);
  await stage.call("charting.getChartSymbols", { query: { group: "PERP" } });
  await stage.call("charting.getChartBars", { query: { symbol: BTC, resolution: "1", from: to - 180, to } });
  await stage.call("charting.getChartKlines", { query: { symbol: ETH, resolution: "1m", limit: 3 } });
  const include = ["market_info", "orderbook", "recent_trades"];
  await stage.call("publicQuery.query", { body: { type: "marketDetail", symbol: BTC, include } });
}

/** @returns the calls that were refused, to show why an endpoint has no example */
export async function readTheRest(stage: Stage): Promise<readonly string[]> {
  const { wallet, accountId, key } = stage.alice;
  const known = { address: wallet.address, account_id: accountId, symbol: BTC, svc_key: key.name };
  const refused: string[] = [];
  for (const name of rowNames) {
    if (stage.recording.has(name) || rowOf(name).method !== "GET") continue;
    const input = inputFor(rowOf(name), known);
    if (input === undefined) continue;
    await stage.call(name, input).catch((refusal: Error) => refused.push(refusal.message));
  }
  return refused;
}
