// The venue's preview of the order. Every figure is the venue's own; nothing is computed here.

import { Children } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import { percent, rounded } from "../../format/figure-text.ts";
import { Fact } from "../../parts/fact.tsx";
import { Money } from "../../parts/figure.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { Price, Size } from "../figures/market-figure.tsx";
import { AccountFigures } from "./account-figures.tsx";
import { DepositLink } from "./deposit-link.tsx";
import { type Draft, fieldsOfDraft } from "./draft.ts";
import { onlyCloses } from "./order-kinds.ts";
import type { OrderPreview } from "./order-previewer.ts";
import type { Sending } from "./order-sender.ts";
import { isOfDraft } from "./probe.ts";
import type { Ticket } from "./ticket.ts";
import { isSameCheck, type RefusalFigures, refusalText } from "./ticket-refusals.ts";

const text = words.ticket.preview;
const reasons: Readonly<Record<string, string>> = words.ticket.reasons;

export function PreviewFacts({ ticket, draft }: { readonly ticket: Ticket; readonly draft: Draft }) {
  const { account, venue } = useTerminal();
  const seen = useCell(ticket.foresight.seen);
  const refused = useRefused(ticket);
  const isSignedIn = useCell(account) !== null;
  const market = ticket.market();
  const rule = venue.rules.get().get(market.symbol);
  if (!isSignedIn) return <p className="ticket-hint">{text.signIn}</p>;
  if (fieldsOfDraft(draft).waits) return <p className="note">{text.waits}</p>;
  const isWhole = rule !== undefined && !onlyCloses(draft.kind) && isOfDraft(draft, market, rule);
  const preview = isWhole ? seen?.preview : undefined;
  return (
    <section className="ticket-preview" aria-label={text.title} data-old={seen?.isOld}>
      {preview === undefined || preview.would_be === "refused" ? (
        <Refusal preview={preview} said={refused} />
      ) : (
        <Execution preview={preview} symbol={market.symbol} />
      )}
      {seen !== null && (
        <AccountFigures preview={seen.preview} symbol={market.symbol} isWhole={preview !== undefined} />
      )}
      {seen?.isOld && <p className="ticket-hint">{text.old}</p>}
    </section>
  );
}

/** The last refusal of an order, which is shown at the button. */
function useRefused(ticket: Ticket): RefusalFigures | undefined {
  const sender = useCell(ticket.sender);
  const sending = useCell(sender?.sending ?? IDLE);
  return sending.is === "refused" ? sending.refusal : undefined;
}

const IDLE = new Cell<Sending>({ is: "idle" });

interface RefusalProps {
  readonly preview: OrderPreview | undefined;
  /** A refusal already shown elsewhere. */
  readonly said?: RefusalFigures | undefined;
}

export function Refusal({ preview, said }: RefusalProps) {
  if (!preview?.refusal) return null;
  if (said !== undefined && isSameCheck(preview.refusal, said)) return null;
  const { what, advice, isShort } = refusalText(preview.refusal);
  return (
    <p className="note" data-tone="bad">
      <strong>{text.refused}.</strong> {what} {advice} {isShort && <DepositLink />}
    </p>
  );
}

interface PreviewProps {
  readonly preview: OrderPreview;
  readonly symbol: string;
}

function Execution({ preview, symbol }: PreviewProps) {
  const { executed_quantity, average_executed_price, resting_quantity, order_price, slippage, total_fee } = preview;
  const { realized_pnl, reason, cancelled_orders } = preview;
  const at = (quantity: number, price: number) =>
    Children.toArray(text.at(<Size symbol={symbol} value={quantity} />, <Price symbol={symbol} value={price} />));
  return (
    <>
      <dl className="facts">
        {average_executed_price !== null && (
          <Fact name={text.executed}>{at(executed_quantity, average_executed_price)}</Fact>
        )}
        {resting_quantity > 0 && order_price !== null && (
          <Fact name={text.rests}>{at(resting_quantity, order_price)}</Fact>
        )}
        {slippage !== null && <Fact name={text.slippage}>{percent(rounded(slippage, 6))}</Fact>}
        {executed_quantity > 0 && (
          <Fact name={total_fee < 0 ? text.rebate : text.fee}>
            <Money value={Math.abs(total_fee)} />
          </Fact>
        )}
        {realized_pnl !== 0 && (
          <Fact name={text.realized}>
            <Money value={realized_pnl} isSigned />
          </Fact>
        )}
      </dl>
      {executed_quantity > 0 && <p className="ticket-hint">{text.onShow}</p>}
      {reason !== null && (
        <p className="ticket-hint">
          {text.cancelled}: {reasons[reason] ?? reason}
        </p>
      )}
      {cancelled_orders.length > 0 && <p className="ticket-hint">{text.cancels(cancelled_orders.length)}</p>}
    </>
  );
}
