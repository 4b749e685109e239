// Warnings about positions near liquidation, in plain words, with advice.

import { decimal, money } from "../../../format/figure-text.ts";
import { marketName } from "../../../format/market-name.ts";
import { shareText } from "../../../session/account/margin-usage.ts";
import type { Margin, Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { keyOfPosition } from "../acts/position-acts.ts";
import { dangerOf, distanceOf } from "./risk-view.ts";

const text = words.portfolio.warning;

interface Warning {
  readonly key: string;
  /** Contains no figures: it stays the same while prices move, and is read aloud once. */
  readonly title: string;
  readonly said: string;
}

/** One warning for all cross positions of the account, and one for each isolated position. */
export function warningsOf(margin: Margin): readonly Warning[] {
  const isolated = margin.rows.filter((row) => row.margin_mode === "ISOLATED" && row.position_qty !== 0);
  return [...warningOfAccount(margin), ...isolated.flatMap(warningOfPosition)];
}

function warningOfAccount(margin: Margin): readonly Warning[] {
  const danger = dangerOf(margin);
  if (danger?.nearness !== "near" && danger?.nearness !== "past") return [];
  const { nearness, share, left } = danger;
  const said = nearness === "near" ? text.account(shareText(share), money(left)) : text.accountPast;
  return [{ key: "account", title: text.accountTitle[nearness], said }];
}

function warningOfPosition(row: Position): readonly Warning[] {
  const distance = distanceOf(row);
  const price = decimal(row.est_liq_price ?? 0);
  const market = marketName(row.symbol);
  const key = keyOfPosition(row);
  if (distance?.nearness === "past") {
    return [{ key, title: text.positionTitle.past(market), said: text.positionPast(market, price) }];
  }
  if (distance?.nearness !== "near") return [];
  const said = text.position(market, `${decimal(distance.percent)} %`, price);
  return [{ key, title: text.positionTitle.near(market), said }];
}
