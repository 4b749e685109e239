// Notifies the trader of liquidations from the moment an account is signed in, whatever screen is shown; their figures stay
// in the portfolio until they are dismissed.

import { useEffect } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { marketName } from "../../../format/market-name.ts";
import type { Liquidation } from "../../../session/account/liquidation-report.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { liquidationsOf } from "./liquidations.ts";

const text = words.portfolio.liquidated;

export function useLiquidationNews(): void {
  const terminal = useTerminal();
  const session = useCell(terminal.account);
  useEffect(() => {
    if (session === null) return undefined;
    liquidationsOf(session);
    return session.listen((event) => {
      if (event.type !== "liquidation") return;
      for (const liquidation of event.taken) {
        terminal.notify({ tone: "bad", title: titleOf(liquidation), text: text.look });
      }
    });
  }, [terminal, session]);
}

export function titleOf({ positions }: Liquidation): string {
  return text.title(positions.map(({ symbol }) => marketName(symbol)).join(", "));
}
