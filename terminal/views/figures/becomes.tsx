// A figure's current value, and the value that an action would give it.

import type { ReactNode } from "react";
import { Fact } from "../../parts/fact.tsx";
import { Money } from "../../parts/figure.tsx";
import { words } from "../../texts/words.ts";
import { Price } from "./market-figure.tsx";

const text = words.ticket.preview;

interface LiquidationPriceProps {
  readonly symbol: string;
  readonly price: number | null | undefined;
}

/** The liquidation price; a position may have none. */
export function LiquidationPrice({ symbol, price }: LiquidationPriceProps) {
  return price ? <Price symbol={symbol} value={price} /> : text.none;
}

interface BecomesProps {
  readonly name: string;
  readonly before: number;
  readonly after: number | undefined;
  readonly show?: ((value: number) => ReactNode) | undefined;
}

/** A figure with its current and its resulting value. */
export function Becomes({ name, before, after, show = (value) => <Money value={value} /> }: BecomesProps) {
  return (
    <Fact name={name}>
      {after === undefined || after === before ? (
        show(before)
      ) : (
        <>
          <span className="ticket-before faint">
            {show(before)} <span aria-hidden="true">→</span> <span className="unseen">{text.becomes}</span>
          </span>{" "}
          <span className="ticket-after">{show(after)}</span>
        </>
      )}
    </Fact>
  );
}
