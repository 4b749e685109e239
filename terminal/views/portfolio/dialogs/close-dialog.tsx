// Closing a position, or a part of it, by market or by limit. What it would come to is the venue's own preview.

import { type MarketRules, quantisePrice } from "@evermark/client";
import { useState } from "react";
import { decimalOfDigits, digitsOf } from "../../../format/decimal.ts";
import { partOf } from "../../../format/exact.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Fact } from "../../../parts/fact.tsx";
import { DecimalField } from "../../../parts/field.tsx";
import { Change, Money } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import type { OrderBody } from "../../../session/orders/order-request.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Price, Size } from "../../figures/market-figure.tsx";
import { farPrice } from "../../ticket/far-price.ts";
import { refusalOf } from "../../ticket/refusals.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { closingBody, closingSide, keyOfPosition, placing } from "../acts/position-acts.ts";
import { useAnswer } from "../acts/use-answer.ts";

const text = words.portfolio.closing;

const PARTS = ["25", "50", "75", "100"] as const;
type Part = (typeof PARTS)[number];

interface CloseDialogProps {
  readonly session: AccountSession;
  readonly position: Position;
  readonly onClose: () => void;
}

export function LimitCloseDialog(props: CloseDialogProps) {
  return <CloseDialog {...props} first="limit" />;
}

type How = "market" | "limit";

export function CloseDialog({
  session,
  position,
  onClose,
  first = "market",
}: CloseDialogProps & { readonly first?: How }) {
  const { symbol } = position;
  const { venue } = useTerminal();
  const rules = venue.rules.get().get(symbol);
  const size = Math.abs(position.position_qty);
  const [how, setHow] = useState<How>(first);
  const [typed, setTyped] = useState(digitsOf(size));
  const [part, setPart] = useState<Part | "">("100");
  const [price, setPrice] = useState(() => firstPrice(position, rules));
  // All of it is all of it, also when the position has changed since this dialog was opened.
  const quantity = part === "100" ? digitsOf(size) : positiveOf(typed);
  const limit = how === "limit" ? positiveOf(price) : undefined;
  const isWhole = quantity !== undefined && (how === "market" || limit !== undefined);
  const body = isWhole ? closingBody(position, { quantity, price: limit }) : null;
  const choosePart = (chosen: Part) => {
    setPart(chosen);
    setTyped(partOf(size, Number(chosen), rules?.base_tick ?? size));
  };
  const side = words.portfolio.sides[closingSide(position)];
  return (
    <ActDialog
      session={session}
      actKey={keyOfPosition(position)}
      title={text.title(marketName(symbol))}
      submit={text.submit(side, quantity === undefined ? "" : decimalOfDigits(quantity), baseOf(symbol))}
      look={closingSide(position) === "BUY" ? "rise" : "fall"}
      act={body && (() => placing(session, body))}
      far={farPrice(venue, symbol, [limit])}
      onClose={onClose}
    >
      <Choice
        label={text.how}
        value={how}
        options={[
          ["market", text.market],
          ["limit", text.limit],
        ]}
        onChoose={setHow}
      />
      <Choice
        label={text.part}
        value={part as Part}
        options={PARTS.map((one) => [one, `${one} %`])}
        onChoose={choosePart}
      />
      <DecimalField
        label={text.quantity}
        unit={baseOf(symbol)}
        value={part === "100" ? digitsOf(size) : typed}
        fault={quantity === undefined ? text.none : undefined}
        onText={(digits) => {
          setPart("");
          setTyped(digits);
        }}
      />
      {how === "limit" && (
        <DecimalField label={text.price} unit="USDC" value={price} hint={text.only} onText={setPrice} />
      )}
      <ClosePreview session={session} symbol={symbol} body={body} />
    </ActDialog>
  );
}

/** The mark price, in whole ticks. */
function firstPrice({ mark_price }: Position, rules: MarketRules | undefined): string {
  return rules === undefined ? digitsOf(mark_price) : digitsOf(Number(quantisePrice(rules, mark_price, "down")));
}

interface ClosePreviewProps {
  readonly session: AccountSession;
  readonly symbol: string;
  readonly body: OrderBody | null;
}

function ClosePreview({ session, symbol, body }: ClosePreviewProps) {
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
