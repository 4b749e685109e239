// Buy or sell. Focusing a side with a shortcut chooses it.

import { words } from "../../texts/words.ts";
import type { Draft, Side } from "./draft.ts";
import { onlyCloses } from "./order-kinds.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;

export function SideChoice({ ticket, draft }: { readonly ticket: Ticket; readonly draft: Draft }) {
  const names = onlyCloses(draft.kind)
    ? { BUY: text.closeShort, SELL: text.closeLong }
    : { BUY: text.buyLong, SELL: text.sellShort };
  return (
    <fieldset className="ticket-sides">
      <legend className="unseen">{text.side}</legend>
      {(["BUY", "SELL"] as const).map((side: Side) => (
        <label key={side} data-side={side} data-chosen={side === draft.side}>
          <input
            id={side === "BUY" ? "ticket-buy" : "ticket-sell"}
            type="radio"
            className="ticket-cover"
            name="ticket-side"
            checked={side === draft.side}
            onChange={() => ticket.change({ side, percent: null })}
            onFocus={() => ticket.change({ side })}
          />
          {names[side]}
        </label>
      ))}
    </fieldset>
  );
}
