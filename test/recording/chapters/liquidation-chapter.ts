// Two traders have borrowed too much. Alice takes over part of one's position, and the other's position goes to the
// insurance fund.

import type { Data } from "../exchange-recording.ts";
import { BTC, type Stage } from "../recording-stage.ts";

export async function liquidate(stage: Stage): Promise<void> {
  // Bob sells to both. After the price has fallen, Carol has little left and Dave has less than nothing.
  const order = { symbol: BTC, order_type: "LIMIT", order_price: 60_000, order_quantity: 0.9 };
  for (const [debtor, quantity] of [
    [stage.carol, 0.9],
    [stage.dave, 1],
  ] as const) {
    await stage.call("positions.setLeverages", { body: { symbol: BTC, leverage: 10 } }, debtor);
    await stage.call("orders.placeOrder", { body: { ...order, side: "SELL", order_quantity: quantity } }, stage.bob);
    await stage.call("orders.placeOrder", { body: { ...order, side: "BUY", order_quantity: quantity } }, debtor);
  }
  await stage.setPrice({ [BTC]: 49_100 });
  const { rows } = await stage.call("liquidations.getOpenLiquidations");
  const offer = rows.find((row: Data) => row.type === "liquidated");
  await stage.call("liquidations.claimLiquidation", {
    body: { liquidation_id: offer!.liquidation_id, ratio_qty_request: 0.5 },
  });
  const claimed = rows.find((row: Data) => row.type === "claim");
  await stage.call("liquidations.claimInsuranceFund", {
    body: { claim_id: claimed!.liquidation_id, symbol: BTC, qty_request: 0.2 },
  });
  await stage.call("liquidations.getLiquidations", {}, stage.carol);
  await stage.call("liquidations.getLiquidatorLiquidations");
  await stage.call("liquidations.getLiquidatedPositions", { query: { symbol: BTC } });
}
