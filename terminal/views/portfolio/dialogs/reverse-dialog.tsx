// Reverses a position to the same size on the other side, with one order.

import { decimal } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { Fact } from "../../../parts/fact.tsx";
import { Change, Money } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { LiquidationPrice } from "../../figures/becomes.tsx";
import { Price } from "../../figures/market-figure.tsx";
import { refusalOf } from "../../ticket/ticket-refusals.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { closingSide, keyOfPosition, placing, reversingBody } from "../acts/position-acts.ts";
import { useAnswer } from "../acts/use-answer.ts";

const text = words.portfolio.reversing;

interface ReverseDialogProps {
  readonly session: AccountSession;
  readonly position: Position;
  readonly onClose: () => void;
}

export function ReverseDialog({ session, position, onClose }: ReverseDialogProps) {
  const { symbol, position_qty } = position;
  const body = reversingBody(position);
  const preview = useAnswer(JSON.stringify(body), () => session.client.orders.preview(body));
  const { long, short } = words.common;
  const [from, to] = position_qty > 0 ? [long, short] : [short, long];
  const side = words.portfolio.sides[closingSide(position)];
  const quantity = decimal(Number(body.order_quantity));
  const after = preview?.after;
  return (
    <ActDialog
      session={session}
      actKey={keyOfPosition(position)}
      title={text.title(marketName(symbol))}
      submit={text.submit(side, quantity, baseOf(symbol))}
      look={body.side === "BUY" ? "rise" : "fall"}
      act={() => placing(session, body)}
      onClose={onClose}
    >
      <p>{text.text(side.toLowerCase(), quantity, baseOf(symbol), from.toLowerCase(), to.toLowerCase())}</p>
      {preview?.refusal && (
        <p className="note" data-tone="bad">
          {refusalOf(preview.refusal)}
        </p>
      )}
      {preview && after && (
        <dl className="facts portfolio-preview">
          <Fact name={words.portfolio.closing.expected}>
            <Price symbol={symbol} value={preview.average_executed_price ?? 0} /> USDC
          </Fact>
          <Fact name={words.portfolio.closing.fee}>
            <Money value={preview.total_fee} /> USDC
          </Fact>
          <Fact name={words.portfolio.closing.realized}>
            <Change value={preview.realized_pnl} /> USDC
          </Fact>
          <Fact name={text.liquidation}>
            <LiquidationPrice symbol={symbol} price={after.position?.est_liq_price} />
          </Fact>
          <Fact name={text.freeThen}>
            <Money value={after.free_collateral} /> USDC
          </Fact>
        </dl>
      )}
    </ActDialog>
  );
}
