// The venue's preview of closing a position.

import { Fact } from "../../../parts/fact.tsx";
import { Change, Money } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { OrderBody } from "../../../session/orders/order-body.ts";
import { words } from "../../../texts/words.ts";
import { Price, Size } from "../../figures/market-figure.tsx";
import { refusalOf } from "../../ticket/ticket-refusals.ts";
import { useAnswer } from "../acts/use-answer.ts";

const text = words.portfolio.closing;

interface ClosePreviewProps {
  readonly session: AccountSession;
  readonly symbol: string;
  readonly body: OrderBody | null;
}

export function ClosePreview({ session, symbol, body }: ClosePreviewProps) {
  const preview = useAnswer(body && JSON.stringify(body), () => session.client.orders.preview(body as OrderBody));
  if (preview === undefined) return <p className="faint portfolio-preview">{words.common.loading}</p>;
  if (preview.refusal !== null) {
    return (
      <p className="note" data-tone="bad">
        {refusalOf(preview.refusal)}
      </p>
    );
  }
  const { average_executed_price, executed_quantity, total_fee, realized_pnl, resting_quantity } = preview;
  return (
    <dl className="facts portfolio-preview">
      {executed_quantity > 0 && (
        <>
          <Fact name={text.expected}>
            <Price symbol={symbol} value={average_executed_price ?? 0} /> USDC
          </Fact>
          <Fact name={text.fee}>
            <Money value={total_fee} /> USDC
          </Fact>
          <Fact name={text.realized}>
            <Change value={realized_pnl} /> USDC
          </Fact>
        </>
      )}
      {resting_quantity > 0 && (
        <Fact name={text.rests}>
          <Size symbol={symbol} value={resting_quantity} />
        </Fact>
      )}
    </dl>
  );
}
