// The header of the current market: its figures, and its state with the reason. Its name opens the list of markets.

import "./market.css";
import { useEffect } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { isOld } from "../../session/asking/connection-state.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { MarketFigures } from "./market-figures.tsx";
import { MarketList } from "./market-list.tsx";
import { stoppedState } from "./market-state.ts";
import { useTitle } from "./use-title.ts";

/** Name of the markets dialog in the terminal's `open`. */
export const MARKETS_DIALOG = "markets";

export function MarketHeader() {
  const { symbol, venue } = useTerminal();
  const chosen = useCell(symbol);
  const isStale = useSelected(venue.connected, isOld);
  useListedMarket();
  useTitle();
  return (
    <div className="market" data-stale={isStale}>
      <div className="market-line">
        <MarketName symbol={chosen} />
        <MarketFigures key={chosen} symbol={chosen} />
      </div>
      <MarketStateNote symbol={chosen} />
    </div>
  );
}

/** A remembered market may no longer exist; then the first one is selected. */
function useListedMarket(): void {
  const state = useTerminal();
  const symbols = useCell(state.venue.symbols);
  const chosen = useCell(state.symbol);
  const first = symbols[0];
  const isGone = first !== undefined && !symbols.includes(chosen);
  useEffect(() => {
    if (isGone) state.select(first);
  }, [isGone, first, state]);
}

function MarketName({ symbol }: { readonly symbol: string }) {
  const state = useTerminal();
  const isOpen = useSelected(state.open, (name) => name === MARKETS_DIALOG);
  const close = () => state.close(MARKETS_DIALOG);
  const show = () => {
    const search = document.getElementById("market-search");
    if (search?.checkVisibility()) search.focus();
    else state.open.set(MARKETS_DIALOG);
  };
  const name = marketName(symbol);
  return (
    <>
      <h1 className="market-name">
        <button type="button" aria-haspopup="dialog" aria-label={words.markets.open(name)} onClick={show}>
          {name}
          <svg viewBox="0 0 10 6" aria-hidden>
            <path d="m1 1 4 4 4-4" />
          </svg>
        </button>
      </h1>
      {isOpen && (
        <Dialog title={words.markets.list} size="wide" onClose={close}>
          <MarketList searchId="market-search-dialog" isSearching onChosen={close} />
        </Dialog>
      )}
    </>
  );
}

/** Screen readers announce it when it appears. */
function MarketStateNote({ symbol }: { readonly symbol: string }) {
  const { venue } = useTerminal();
  const rule = useSelected(venue.rules, (rules) => rules.get(symbol));
  const state = stoppedState(rule, useCell(venue.system));
  return (
    <div role="status" className="market-state" hidden={state === undefined}>
      {state !== undefined && (
        <>
          <strong>{state.name}</strong> {state.why}
        </>
      )}
    </div>
  );
}
