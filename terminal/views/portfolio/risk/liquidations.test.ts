import { expect, test } from "bun:test";
import type { Liquidation } from "../../../session/account/liquidation-report.ts";
import { withMissed } from "./liquidations.ts";

const taken = (liquidationId: number): Liquidation => ({
  ...{ liquidationId, timestamp: liquidationId, transferredToFund: 0, positions: [] },
});

test("missed liquidations are listed above unread ones, without duplicates", () => {
  const ids = withMissed([taken(2), taken(1)], [taken(4), taken(3), taken(2)]).map((one) => one.liquidationId);
  expect(ids).toEqual([4, 3, 2, 1]);
});
