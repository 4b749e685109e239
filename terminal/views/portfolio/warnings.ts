// What is near liquidation, in plain words, and what helps.

import { decimal, percent } from "../../format/decimal.ts";
import { marketName } from "../../format/market-name.ts";
import type { Margin } from "../../session/answers.ts";
import { words } from "../../texts/words.ts";
import { keyOfPosition } from "./position-acts.ts";
import { dangerOf, distanceOf } from "./risk.ts";

const text = words.portfolio.warning;

interface Warning {
  readonly key: string;
  readonly said: string;
}

/** The account's cross positions are one; each isolated position stands alone. */
export function warningsOf(margin: Margin): readonly Warning[] {
  const { margin_ratio, maintenance_margin_ratio, rows } = margin;
  const isNear = dangerOf(margin)?.nearness === "near";
  const account = isNear
    ? [{ key: "account", said: text.account(percent(margin_ratio), percent(maintenance_margin_ratio)) }]
    : [];
  const isolated = rows.flatMap((row) => {
    const distance = row.margin_mode === "ISOLATED" && row.position_qty !== 0 ? distanceOf(row) : null;
    if (distance?.nearness !== "near") return [];
    const away = `${decimal(distance.percent)} %`;
    const said = text.position(marketName(row.symbol), away, decimal(row.est_liq_price ?? 0));
    return [{ key: keyOfPosition(row), said }];
  });
  return [...account, ...isolated];
}
