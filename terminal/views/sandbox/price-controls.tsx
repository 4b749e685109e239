// Controls that set index prices by hand, and return them to their sources.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { decimal, digitsOf } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import { positiveOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import { movedPrice } from "./index-prices.ts";
import { MarketField } from "./market-field.tsx";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.prices;
const MOVES = [-10, -1, 1, 10];

export function PriceControls({ controls: { run, isBusy } }: { readonly controls: Controls }) {
  const { venue, symbol: lookedAt } = useTerminal();
  const [symbol, setSymbol] = useState(() => lookedAt.get());
  const [price, setPrice] = useState("");
  const wanted = positiveOf(price);
  const index = useCell(venue.markets.of(symbol))?.index_price;
  const set = (toPrice: (index: number) => string) =>
    run(async () => {
      const from = venue.markets.of(symbol).get()?.index_price;
      if (from === undefined) return texts.unknown;
      const to = toPrice(from);
      await venue.client.sandbox.setPrices({ prices: { [symbol]: to } });
      return texts.done(symbol, from, to);
    });
  const free = () =>
    run(async () => {
      await venue.client.sandbox.setPrices({ prices: { [symbol]: null } });
      return texts.freed(symbol);
    });
  return (
    <ControlSection title={texts.title} effect={texts.effect}>
      <MarketField label={texts.market} symbol={symbol} onSymbol={setSymbol} />
      <form
        className="sandbox-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== undefined) set(() => wanted);
        }}
      >
        <DecimalField
          label={texts.index}
          value={price}
          onText={setPrice}
          placeholder={index === undefined ? "" : digitsOf(index)}
          unit={`USDC / ${baseOf(symbol)}`}
        />
        <Button type="submit" disabled={isBusy || wanted === undefined}>
          {texts.set}
        </Button>
      </form>
      <div className="sandbox-buttons">
        {MOVES.map((percent) => {
          const text = `${decimal(percent, { isSigned: true })} %`;
          return (
            <Button
              key={percent}
              aria-label={texts.move(text)}
              disabled={isBusy || index === undefined}
              onClick={() => set((from) => movedPrice(from, percent))}
            >
              {text}
            </Button>
          );
        })}
      </div>
      <div className="sandbox-buttons">
        <Button disabled={isBusy} onClick={free}>
          {texts.free}
        </Button>
      </div>
    </ControlSection>
  );
}
