// The order once more, in words, for those who want to be asked before it is sent.

import { decimal } from "../../format/decimal.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { words } from "../../texts/words.ts";
import { nameOf } from "./outcome.ts";
import { Fact } from "./preview-facts.tsx";
import { requestOf } from "./request.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;

export function ConfirmDialog({ ticket, onClose }: { readonly ticket: Ticket; readonly onClose: () => void }) {
  const draft = ticket.draft.get();
  const request = requestOf(draft, ticket.market());
  const { body } = request;
  const price = request.to === "order" ? request.body.order_price : request.body.price;
  const trigger = request.to === "algo" ? request.body.trigger_price : undefined;
  const mode = body.margin_mode === "ISOLATED" ? text.isolated : text.cross;
  const figure = (value: number | string) => decimal(Number(value));
  return (
    <Dialog title={text.confirm.title} onClose={onClose}>
      <strong>{nameOf(request)}</strong>
      <dl className="facts">
        <Fact name={text.confirm.type}>{text.kindNames[draft.kind]}</Fact>
        {trigger !== undefined && <Fact name={text.trigger}>{figure(trigger)}</Fact>}
        {price !== undefined && <Fact name={text.price}>{figure(price)}</Fact>}
        <Fact name={text.confirm.mode}>{mode}</Fact>
        {body.reduce_only && <Fact name={text.reduceOnly}>{text.confirm.reduceOnly}</Fact>}
      </dl>
      <div className="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button
          look={draft.side === "BUY" ? "rise" : "fall"}
          autoFocus
          onClick={() => {
            onClose();
            ticket.submit();
          }}
        >
          {text.confirm.place}
        </Button>
      </div>
    </Dialog>
  );
}
