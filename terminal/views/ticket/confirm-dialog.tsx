// Shows the order in words before it is sent, for traders who want to confirm orders, and when its price is far away. What
// is shown is exactly what is sent, even if prices have moved since.

import { useState } from "react";
import { decimalOfDigits } from "../../format/figure-text.ts";
import { decimalOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Fact } from "../../parts/fact.tsx";
import { words } from "../../texts/words.ts";
import { type Draft, isBracket } from "./draft.ts";
import { onlyCloses } from "./order-kinds.ts";
import { nameOfRequest } from "./outcome.ts";
import type { TicketRequest } from "./request.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;

interface ConfirmDialogProps {
  readonly ticket: Ticket;
  readonly request: TicketRequest;
  readonly onClose: () => void;
}

export function ConfirmDialog({ ticket, request, onClose }: ConfirmDialogProps) {
  const [draft] = useState(() => ticket.draft.get());
  const [far] = useState(() => ticket.farPriceOf(request));
  return (
    <Dialog title={text.confirm.title} onClose={onClose}>
      <strong>{nameOfRequest(request)}</strong>
      <dl className="facts">
        {factsOf(draft, request).map(([name, fact]) => (
          <Fact key={name} name={name}>
            {fact}
          </Fact>
        ))}
      </dl>
      {far !== undefined && (
        <p className="note" data-tone="bad" role="alert">
          {far.question}
        </p>
      )}
      <div className="dialog-foot">
        {/* If there is a question, the Enter that opened the dialog must not answer it. */}
        <Button autoFocus={far !== undefined} onClick={onClose}>
          {words.common.cancel}
        </Button>
        <Button
          look={draft.side === "BUY" ? "rise" : "fall"}
          autoFocus={far === undefined}
          onClick={() => {
            onClose();
            ticket.send(request);
          }}
        >
          {far === undefined ? text.confirm.place : words.common.anyway}
        </Button>
      </div>
    </Dialog>
  );
}

/** Further facts about the order, by name. */
function factsOf(draft: Draft, { to, body }: TicketRequest): [name: string, fact: string][] {
  const hasLegs = isBracket(draft) || onlyCloses(draft.kind);
  const callback = figure(decimalOf(draft.callback));
  const distance = draft.callbackUnit === "percent" ? `${callback} %` : callback;
  const facts: [string, string | undefined][] = [
    [text.confirm.type, text.kindNames[draft.kind]],
    [text.trigger, to === "algo" ? figure(body.trigger_price) : undefined],
    [text.price, figure(to === "order" ? body.order_price : body.price)],
    [text.distance, draft.kind === "TRAILING_STOP" ? distance : undefined],
    [text.takeProfit, hasLegs ? figure(decimalOf(draft.takeProfit.trigger)) : undefined],
    [text.stopLoss, hasLegs ? figure(decimalOf(draft.stopLoss.trigger)) : undefined],
    [text.confirm.mode, body.margin_mode === "ISOLATED" ? text.isolated : text.cross],
    [text.reduceOnly, body.reduce_only ? text.confirm.reduceOnly : undefined],
  ];
  return facts.filter((entry): entry is [string, string] => entry[1] !== undefined);
}

function figure(value: number | string | undefined): string | undefined {
  return value === undefined ? undefined : decimalOfDigits(String(value));
}
