// The part of the ticket that sends orders: the button, the reason of a refusal, and the state of an order whose answer was lost.

import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { baseOf } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { DepositLink } from "./deposit-link.tsx";
import type { Draft } from "./draft.ts";
import { fieldsOfDraft } from "./draft.ts";
import { onlyCloses } from "./order-kinds.ts";
import { GESTURE_MS, type OrderSender } from "./order-sender.ts";
import { nameOfRequest } from "./outcome.ts";
import type { Ticket } from "./ticket.ts";
import { type RefusalText, refusalText } from "./ticket-refusals.ts";

const text = words.ticket;

export function SendArea({ ticket, draft }: { readonly ticket: Ticket; readonly draft: Draft }) {
  const { open } = useTerminal();
  const sender = useCell(ticket.sender);
  return (
    <div className="ticket-send">
      {sender === null ? (
        <Button id="ticket-connect" look="main" onClick={() => open.set("sign-in")}>
          {text.connect}
        </Button>
      ) : (
        <OwnSendArea sender={sender} draft={draft} />
      )}
    </div>
  );
}

function OwnSendArea({ sender, draft }: { readonly sender: OrderSender; readonly draft: Draft }) {
  const symbol = useCell(useTerminal().symbol);
  const sending = useCell(sender.sending);
  const isJustSent = useForAWhile(sending.is === "placed" ? sending : null);
  const isPending = sending.is === "pending";
  const name = isPending ? text.sending : isJustSent ? text.sent : buttonName(draft, baseOf(symbol));
  return (
    <>
      <div aria-live="assertive">
        {sending.is === "refused" && <Refused {...refusalText(sending.refusal)} />}
        {sending.is === "not sent" && <Refused what={text.refusal.offline} advice={text.refusal.offlineAdvice} />}
        {sending.is === "lost" && <Lost sender={sender} what={nameOfRequest(sending.request)} found={sending.found} />}
      </div>
      <Button
        id="ticket-submit"
        type="submit"
        look={draft.side === "BUY" ? "rise" : "fall"}
        disabled={sending.is === "lost"}
        aria-busy={isPending}
        title={sending.is === "lost" ? text.locked : undefined}
      >
        {name}
      </Button>
    </>
  );
}

function buttonName(draft: Draft, base: string): string {
  if (onlyCloses(draft.kind)) return text.placeLegs[draft.side];
  if (fieldsOfDraft(draft).waits) return text.placeStop[draft.side];
  return text.place[draft.side](base);
}

function Refused({ what, advice, isShort }: RefusalText) {
  return (
    <p className="note" data-tone="bad">
      <strong>{text.refusal.title}.</strong> {what} {advice} {isShort && <DepositLink />}
    </p>
  );
}

interface LostProps {
  readonly sender: OrderSender;
  readonly what: string;
  readonly found: "asking" | "nothing" | "unreachable";
}

function Lost({ sender, what, found }: LostProps) {
  const known = { asking: text.lost.asking, nothing: text.lost.unknown, unreachable: text.lost.unreachable };
  return (
    <div className="note ticket-lost" data-tone="bad">
      <strong>{text.lost.title}.</strong>
      <p>{text.lost.text(what)}</p>
      <p>{known[found]}</p>
      {found !== "asking" && (
        <div className="ticket-lost-ways">
          <Button look="main" onClick={() => sender.sendAgain()}>
            {text.lost.again}
          </Button>
          <Button onClick={() => sender.forget()}>{text.lost.forget}</Button>
        </div>
      )}
    </div>
  );
}

/**
 * True for as long as a second click would be ignored after an event. An event from before this component was mounted does
 * not count: a ticket moved by another layout has sent nothing.
 */
function useForAWhile(event: object | null): boolean {
  const [seen, setSeen] = useState(event);
  useEffect(() => {
    if (event === null) return;
    const timer = setTimeout(() => setSeen(event), GESTURE_MS);
    return () => clearTimeout(timer);
  }, [event]);
  return event !== null && seen !== event;
}
