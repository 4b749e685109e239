// When the insurance fund cannot carry its positions. Rules 7.10.

import { expect, test } from "bun:test";
import type { AccountFigures } from "../../money/margin/account-figures.ts";
import { isBelow } from "./fund-need.ts";
import { FUND_MINIMUM_RATIO } from "./insurance-fund.ts";

test("a fund without positions is below no ratio, whatever it owes; with positions it is below one by a micro", () => {
  const below = (collateral: number, notional: number) =>
    isBelow({ collateral, notional } as AccountFigures, FUND_MINIMUM_RATIO);
  const notional = 1_000_000_000;
  const least = (notional * FUND_MINIMUM_RATIO) / 1e10;
  expect([below(-1, 0), below(least, notional), below(least - 1, notional), below(-1, 1)]).toEqual([
    ...[false, false, true, true],
  ]);
});
