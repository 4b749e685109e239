// The page on a phone: one screen at a time, chosen at the bottom. A hidden screen keeps what was typed into it,
// and does no work.

import { Activity, useEffect, useRef, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { AccountIcon, ChartIcon, ListIcon, PortfolioIcon, TradeIcon } from "../../parts/icons.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { AreaPanel } from "./areas.tsx";

const SCREENS = [
  ["markets", ListIcon],
  ["chart", ChartIcon],
  ["trade", TradeIcon],
  ["portfolio", PortfolioIcon],
] as const;
type Screen = (typeof SCREENS)[number][0];

export function Phone() {
  const { open } = useTerminal();
  const [screen, setScreen] = useState<Screen>("chart");
  useFollowing(setScreen);
  const modeOf = (name: Screen) => (name === screen ? "visible" : "hidden");
  return (
    <>
      <main className="phone">
        <Activity mode={modeOf("markets")}>
          <AreaPanel area="markets" />
        </Activity>
        <Activity mode={modeOf("chart")}>
          <AreaPanel area="chart" />
        </Activity>
        <Activity mode={modeOf("trade")}>
          <div className="phone-trade">
            <AreaPanel area="ticket" />
            <AreaPanel area="book" />
          </div>
        </Activity>
        <Activity mode={modeOf("portfolio")}>
          <AreaPanel area="portfolio" />
        </Activity>
      </main>
      <nav className="phone-bar" aria-label={words.shell.screens}>
        {SCREENS.map(([name, Icon]) => (
          <button
            key={name}
            type="button"
            aria-current={name === screen ? "page" : undefined}
            onClick={() => setScreen(name)}
          >
            <Icon />
            {words.shell.screen[name]}
          </button>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => open.set("account")}>
          <AccountIcon />
          {words.shell.screen.account}
        </button>
      </nav>
    </>
  );
}

/** Choosing a market switches to the chart; clicking a price switches to the ticket. */
function useFollowing(setScreen: (screen: Screen) => void): void {
  const { symbol, ticketWish } = useTerminal();
  const chosen = useCell(symbol);
  const wish = useCell(ticketWish);
  const last = useRef({ chosen, wish });
  useEffect(() => {
    if (chosen !== last.current.chosen) setScreen("chart");
    else if (wish !== last.current.wish && wish !== null) setScreen("trade");
    last.current = { chosen, wish };
  }, [chosen, wish, setScreen]);
}
