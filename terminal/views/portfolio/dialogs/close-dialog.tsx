// Closes a position or a part of it, with a market or a limit order.

import { type MarketRules, quantisePrice } from "@evermark/client";
import { useState } from "react";
import { partOf } from "../../../format/exact.ts";
import { decimalOfDigits, digitsOf } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Choice } from "../../../parts/choice.tsx";
import { DecimalField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { farPrice } from "../../ticket/far-price.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { closingBody, closingSide, keyOfPosition, placing } from "../acts/position-acts.ts";
import { ClosePreview } from "./close-preview.tsx";

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
  // 100 % closes the whole position, even if its size has changed since this dialog was opened.
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

/** The mark price, rounded down to a tick. */
function firstPrice({ mark_price }: Position, rules: MarketRules | undefined): string {
  return rules === undefined ? digitsOf(mark_price) : digitsOf(Number(quantisePrice(rules, mark_price, "down")));
}
