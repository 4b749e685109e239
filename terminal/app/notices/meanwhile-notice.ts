// Words for what happened while the connection was lost: liquidations come first.

import { marketName } from "../../format/market-name.ts";
import { isNothing, type Meanwhile } from "../../session/account/meanwhile.ts";
import type { Notice } from "../../state/notice.ts";
import { words } from "../../texts/words.ts";

const text = words.shell.meanwhile;

export function meanwhileNotice(found: Meanwhile, awayMs: number): Omit<Notice, "id"> {
  const orders = text.happened(found);
  if (found.liquidations.length === 0) {
    return { tone: "neutral", title: text.away(awayMs), text: isNothing(found) ? text.nothing : orders };
  }
  const symbols = found.liquidations.flatMap(({ positions }) => positions.map(({ symbol }) => symbol));
  const markets = [...new Set(symbols)].map(marketName).join(", ");
  const others = orders === "" ? "" : `${orders}.`;
  return { tone: "bad", title: text.liquidated(markets), text: text.liquidatedText(awayMs, others) };
}
