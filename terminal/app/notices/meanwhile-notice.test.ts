import { expect, test } from "bun:test";
import type { Liquidation } from "../../session/account/liquidation-report.ts";
import { meanwhileNotice } from "./meanwhile-notice.ts";

const NOTHING = { filled: 0, partlyFilled: 0, cancelled: 0, liquidations: [] };

function liquidation(...symbols: readonly string[]): Liquidation {
  const positions = symbols.map((symbol) => ({ symbol, quantity: 1, price: 2, fees: [0.1, 0.2] }));
  return { liquidationId: 7, timestamp: 1_000, transferredToFund: 0, positions };
}

test("a liquidation is shown first, with its market", () => {
  const liquidations = [liquidation("PERP_BTC_USDC"), liquidation("PERP_ETH_USDC", "PERP_BTC_USDC")];
  expect(meanwhileNotice({ ...NOTHING, cancelled: 3, liquidations }, 65_000)).toEqual({
    tone: "bad",
    title: "Liquidated: BTC-PERP, ETH-PERP",
    text: "It happened while the connection was lost, for 1 min. 3 orders cancelled. The portfolio has the figures and the reason.",
  });
  expect(meanwhileNotice({ ...NOTHING, liquidations: [liquidation("PERP_BTC_USDC")] }, 2_000).text).not.toContain(
    "order",
  );
});

test("without a liquidation, the outcome of orders is shown", () => {
  const found = { ...NOTHING, filled: 1, partlyFilled: 2 };
  const notice = { tone: "neutral", title: "Away for 5 s", text: "1 order filled, 2 orders filled in part" };
  expect(meanwhileNotice(found, 5_000)).toEqual(notice as never);
  expect(meanwhileNotice(NOTHING, 5_000).text).toContain("Nothing happened");
});
