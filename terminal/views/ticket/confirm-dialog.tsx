// The order once more, in words, for those who want to be asked before it is sent. What is shown is what is sent, whatever
// prices have done since.

import { useState } from "react";
import { decimal } from "../../format/decimal.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { words } from "../../texts/words.ts";
import { type Draft, isBracket } from "./draft.ts";
import { onlyCloses } from "./kinds.ts";
import { nameOf } from "./outcome.ts";
import { Fact } from "./preview-facts.tsx";
import type { TicketRequest } from "./request.ts";
import { plainDecimal } from "./steps.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;

interface ConfirmDialogProps {
  readonly ticket: Ticket;
  readonly request: TicketRequest;
  readonly onClose: () => void;
}

export function ConfirmDialog({ ticket, request, onClose }: ConfirmDialogProps) {
  const [draft] = useState(() => ticket.draft.get());
  return (
    <Dialog title={text.confirm.title} onClose={onClose}>
      <strong>{nameOf(request)}</strong>
      <dl className="facts">
        {factsOf(draft, request).map(([name, fact]) => (
          <Fact key={name} name={name}>
            {fact}
          </Fact>
        ))}
      </dl>
      <div className="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button
          look={draft.side === "BUY" ? "rise" : "fall"}
          autoFocus
          onClick={() => {
            onClose();
            ticket.send(request);
          }}
        >
          {text.confirm.place}
        </Button>
      </div>
    </Dialog>
  );
}

/** What else there is to know of it, by name. */
function factsOf(draft: Draft, { to, body }: TicketRequest): [name: string, fact: string][] {
  const hasLegs = isBracket(draft) || onlyCloses(draft.kind);
  const distance = draft.callbackUnit === "percent" ? `${draft.callback} %` : figure(draft.callback);
  const facts: [string, string | undefined][] = [
    [text.confirm.type, text.kindNames[draft.kind]],
    [text.trigger, to === "algo" ? figure(body.trigger_price) : undefined],
    [text.price, figure(to === "order" ? body.order_price : body.price)],
    [text.distance, draft.kind === "TRAILING_STOP" ? distance : undefined],
    [text.takeProfit, hasLegs ? figure(plainDecimal(draft.takeProfit.trigger)) : undefined],
    [text.stopLoss, hasLegs ? figure(plainDecimal(draft.stopLoss.trigger)) : undefined],
    [text.confirm.mode, body.margin_mode === "ISOLATED" ? text.isolated : text.cross],
    [text.reduceOnly, body.reduce_only ? text.confirm.reduceOnly : undefined],
  ];
  return facts.filter((entry): entry is [string, string] => entry[1] !== undefined);
}

function figure(value: number | string | undefined): string | undefined {
  return value === undefined ? undefined : decimal(Number(value));
}
