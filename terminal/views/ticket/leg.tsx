// A take profit or a stop loss in the ticket: its trigger and its limit price.

import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import { DecimalField } from "../../parts/field.tsx";
import type { Margin } from "../../session/asking/answers.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { Draft } from "./draft.ts";
import type { FieldsProps } from "./field-props.ts";
import { LegTrigger } from "./leg-trigger.tsx";
import type { LegName, ProtectedPosition } from "./leg-units.ts";
import { onlyCloses } from "./order-kinds.ts";
import { useOnTick } from "./price-fields.tsx";
import { type DraftMarket, quantityOf, referenceOf } from "./request.ts";

const text = words.ticket;

export function Leg({ ticket, draft, faultOf, of }: FieldsProps & { readonly of: LegName }) {
  const { account, venue } = useTerminal();
  const onTick = useOnTick();
  const margin = useCell(useCell(account)?.margin ?? SIGNED_OUT);
  const leg = draft[of];
  const change = (part: Partial<typeof leg>) => ticket.change({ [of]: { ...leg, ...part } });
  const market = ticket.market();
  return (
    <div className="ticket-pair">
      <LegTrigger
        of={of}
        label={of === "takeProfit" ? text.takeProfit : text.stopLoss}
        unit={draft.legUnit}
        trigger={leg.trigger}
        what={protectedBy(draft, market, margin)}
        rule={venue.rules.get().get(market.symbol)}
        fault={faultOf(of)}
        onTrigger={(trigger) => change({ trigger })}
        onUnit={(legUnit) => ticket.change({ legUnit })}
      />
      <DecimalField
        name={`${of}Price`}
        label={of === "takeProfit" ? text.limitOfTakeProfit : text.limitOfStopLoss}
        placeholder={text.market}
        value={leg.price}
        fault={faultOf(`${of}Price`)}
        onText={(price) => change({ price })}
        onBlur={() => change({ price: onTick(leg.price) })}
      />
    </div>
  );
}

const SIGNED_OUT = new Cell<Margin | undefined>(undefined);

/** The position that the leg will protect, or protects already. */
function protectedBy(draft: Draft, market: DraftMarket, margin: Margin | undefined): ProtectedPosition {
  const quantity = Number(quantityOf(draft, market) ?? 0);
  const entry = Number(referenceOf(draft, market) ?? 0);
  if (!onlyCloses(draft.kind)) return { isLong: draft.side === "BUY", entry, quantity };
  const isLong = draft.side === "SELL";
  const held = margin?.rows.find(
    ({ symbol, position_qty }) => symbol === market.symbol && position_qty !== 0 && position_qty > 0 === isLong,
  );
  if (held === undefined) return { isLong, entry, quantity };
  return { isLong, entry: held.average_open_price, quantity: quantity || Math.abs(held.position_qty) };
}
