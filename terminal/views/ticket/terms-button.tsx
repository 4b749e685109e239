// Shows the market's margin mode and leverage for the next order, and opens their dialog.

import { useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { TermsDialog } from "./terms-dialog.tsx";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;

export function TermsButton({ ticket }: { readonly ticket: Ticket }) {
  const symbol = useCell(useTerminal().symbol);
  const terms = useCell(ticket.terms.markets).get(symbol);
  const [isOpen, setOpen] = useState(false);
  if (terms === undefined) return null;
  const { marginMode, leverage } = terms;
  const mode = marginMode === "CROSS" ? text.cross : text.isolated;
  return (
    <div className="ticket-head">
      <Button className="ticket-terms" title={text.terms} onClick={() => setOpen(true)}>
        <span className="unseen">{text.terms}: </span>
        {text.inStead(mode, leverage[marginMode])}
      </Button>
      {isOpen && <TermsDialog ticket={ticket} symbol={symbol} terms={terms} onClose={() => setOpen(false)} />}
    </div>
  );
}
