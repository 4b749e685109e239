// The order ticket.

import "./ticket.css";
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import type { PlanKind } from "../../session/plans/moves/plan.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { fieldsOfDraft } from "./draft.ts";
import type { FaultField } from "./faults.ts";
import { KindChoice } from "./kind-choice.tsx";
import { LegFields } from "./leg-fields.tsx";
import { MoreFields } from "./more-fields.tsx";
import { OrderMoney } from "./order-money.tsx";
import { PreviewFacts } from "./preview-facts.tsx";
import { PriceFields } from "./price-fields.tsx";
import { quantityAt, referenceOf, type TicketRequest } from "./request.ts";
import { SendArea } from "./send-area.tsx";
import { SideChoice } from "./side-choice.tsx";
import { SizeFields } from "./size-fields.tsx";
import { TermsButton } from "./terms-button.tsx";
import { type Ticket, useTicket } from "./ticket.ts";

/** The props of a plan's form. */
export interface PlanFormProps {
  readonly ticket: Ticket;
  readonly kind: PlanKind;
  /** The choices of type and side. */
  readonly choices: ReactNode;
}

/** @param planForm replaces the order's fields while a plan is chosen */
export function TicketView({ planForm: PlanForm }: { readonly planForm: ComponentType<PlanFormProps> }) {
  const terminal = useTerminal();
  const ticket = useTicket();
  const draft = useCell(ticket.draft);
  const plan = useCell(ticket.plan);
  const symbol = useCell(terminal.symbol);
  useCell(terminal.venue.rules);
  // Missing values are pointed out only once the trader tries to place the order.
  const [triedAs, setTriedAs] = useState("");
  const [confirmed, setConfirmed] = useState<TicketRequest | null>(null);
  useEffect(() => ticket.watch(), [ticket]);

  const faults = ticket.faults();
  const here = `${symbol} ${plan ?? draft.kind}`;
  const faultOf = (field: FaultField) => {
    const fault = faults?.get(field);
    return fault !== undefined && (!fault.isMissing || triedAs === here) ? fault.text : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTriedAs(here);
    const request = ticket.request();
    if (faults === undefined || ticket.sender.get() === null) return;
    if (request === undefined) {
      const [first] = faults.keys();
      const field = event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`);
      const folded = field?.closest("details");
      if (folded) folded.open = true;
      field?.focus();
    } else if (terminal.preferences.get().confirmsOrders || ticket.farPriceOf(request) !== undefined) {
      setConfirmed(request);
    } else ticket.send(request);
  };
  const fields = fieldsOfDraft(draft);
  const quantity = quantityAt(draft, referenceOf(draft, ticket.market()), ticket.market().lot);
  const shared = { ticket, draft, fields, faultOf };
  const choices = (
    <>
      <KindChoice ticket={ticket} kind={draft.kind} />
      <SideChoice ticket={ticket} draft={draft} />
    </>
  );
  if (plan !== null) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the trader is there
      <div className="ticket" onPointerMove={() => ticket.touch()} onFocus={() => ticket.touch()}>
        <TermsButton ticket={ticket} />
        <PlanForm key={here} {...{ ticket, kind: plan, choices }} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the trader is there
    <div className="ticket" onPointerMove={() => ticket.touch()} onFocus={() => ticket.touch()}>
      {/* Outside of the form, so that Enter in a dialog places no order. */}
      <TermsButton ticket={ticket} />
      {confirmed !== null && <ConfirmDialog ticket={ticket} request={confirmed} onClose={() => setConfirmed(null)} />}
      <form className="ticket-form" aria-label={words.ticket.title} noValidate onSubmit={submit}>
        <div className="ticket-fields">
          {choices}
          <PriceFields {...shared} />
          {fields.quantity && <SizeFields {...{ ticket, draft, quantity }} fault={faultOf("size")} />}
          <OrderMoney ticket={ticket} draft={draft} />
          <LegFields {...shared} />
          <MoreFields {...shared} />
          <PreviewFacts ticket={ticket} draft={draft} />
        </div>
        <SendArea ticket={ticket} draft={draft} />
      </form>
    </div>
  );
}
