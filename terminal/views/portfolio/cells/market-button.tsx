// A market's name as a button that shows the market.

import { marketName } from "../../../format/market-name.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";

export function MarketButton({ symbol }: { readonly symbol: string }) {
  const terminal = useTerminal();
  return (
    <button
      type="button"
      className="portfolio-market"
      title={words.portfolio.show(marketName(symbol))}
      onClick={() => terminal.select(symbol)}
    >
      {marketName(symbol)}
    </button>
  );
}
