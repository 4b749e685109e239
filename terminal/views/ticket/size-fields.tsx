// The size of an order: in base currency, in USDC, or as a share of what the venue allows.

import { quantiseQuantity } from "@evermark/client";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { decimal, decimalOfDigits } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import { decimalOf, wholeOf } from "../../format/typed.ts";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { Draft } from "./draft.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;
const SHARES = [25, 50, 75, 100];

interface SizeFieldsProps {
  readonly ticket: Ticket;
  readonly draft: Draft;
  /** The size converted to base currency; undefined while it can't be. */
  readonly quantity: string | undefined;
  readonly fault: string | undefined;
}

export function SizeFields({ ticket, draft, quantity, fault }: SizeFieldsProps) {
  const { symbol, venue } = useTerminal();
  const base = baseOf(useCell(symbol));
  const largest = useSelected(ticket.foresight.seen, (seen) => seen?.preview.max_quantity);
  const onLot = () => {
    const rule = venue.rules.get().get(symbol.get());
    const plain = decimalOf(draft.size);
    if (rule === undefined || plain === undefined || draft.unit === "quote") return;
    ticket.change({ size: quantiseQuantity(rule, plain) });
  };
  const hint =
    draft.unit === "quote" && quantity
      ? text.asQuantity(decimalOfDigits(quantity), base)
      : largest !== undefined && text.most(decimal(largest), base);
  const share = draft.percent ?? shareOf(quantity ?? "", largest);
  return (
    <>
      <DecimalField
        id="ticket-quantity"
        name="size"
        label={text.size}
        unit={
          <select
            className="ticket-unit"
            aria-label={text.unit}
            value={draft.unit}
            onChange={({ target }) =>
              ticket.change({ unit: target.value as typeof draft.unit, size: "", percent: null })
            }
          >
            <option value="base">{base}</option>
            <option value="quote">USDC</option>
          </select>
        }
        value={draft.size}
        fault={fault}
        hint={hint === false ? undefined : hint}
        onText={(size) => ticket.change({ size, percent: null })}
        onBlur={onLot}
      />
      <div className="ticket-share">
        <div className="ticket-slider">
          <input
            type="range"
            aria-label={text.share}
            min={0}
            max={100}
            step={1}
            value={share}
            aria-valuetext={text.shareOf(share)}
            disabled={largest === undefined}
            onChange={({ target }) => ticket.take(Number(target.value))}
          />
          <input
            inputMode="numeric"
            autoComplete="off"
            aria-label={text.sharePercent}
            value={share}
            disabled={largest === undefined}
            onChange={({ target }) => ticket.take(Math.min(100, wholeOf(target.value) ?? 0))}
          />
          <span aria-hidden>%</span>
        </div>
        <div className="ticket-shares">
          {SHARES.map((percent) => (
            <button
              key={percent}
              type="button"
              className="button"
              aria-pressed={draft.percent === percent}
              disabled={largest === undefined}
              onClick={() => ticket.take(percent)}
            >
              {text.shareOf(percent)}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

/** The slider's position for a typed size, in percent. */
function shareOf(quantity: string, largest: number | undefined): number {
  const share = largest === undefined || largest === 0 ? 0 : Math.round((Number(quantity) / largest) * 100);
  return Number.isFinite(share) ? Math.min(100, share) : 0;
}
