// Shows the last price in the page's title, so that it can be watched in the tab.

import { useEffect } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { decimal, placesOf } from "../../format/figure-text.ts";
import { marketName } from "../../format/market-name.ts";
import { lastOf } from "../../session/market/last-price.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const EVERY_MS = 1_000;

export function useTitle(): void {
  const { venue, symbol, settings } = useTerminal();
  const chosen = useCell(symbol);
  useEffect(() => {
    const show = () => {
      const price = lastOf(venue.feeds.tape(chosen).get())?.price ?? venue.markets.of(chosen).get()?.["24h_close"];
      const places = placesOf(venue.rules.get().get(chosen)?.quote_tick ?? 1);
      const text = price === undefined ? "" : decimal(price, { places });
      document.title = words.markets.title(text, marketName(chosen), settings.name).trim();
    };
    show();
    const timer = setInterval(show, EVERY_MS);
    return () => clearInterval(timer);
  }, [venue, chosen, settings]);
}
