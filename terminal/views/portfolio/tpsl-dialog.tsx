// Prices at which a whole position is closed. The venue keeps one pair for each position: what is there is changed.

import { useState } from "react";
import { decimal, digitsOf } from "../../format/decimal.ts";
import { marketName } from "../../format/market-name.ts";
import { DecimalField } from "../../parts/field.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import type { Position } from "../../session/answers.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import { ActDialog } from "./act-dialog.tsx";
import { keyOfPosition } from "./position-acts.ts";
import {
  changingPair,
  completingPair,
  type LegKind,
  type LegPrices,
  legOf,
  pairOf,
  settingPair,
} from "./protection-acts.ts";
import { typedDecimal } from "./sizes.ts";

const text = words.portfolio.tpsl;

interface TpslDialogProps {
  readonly session: AccountSession;
  readonly position: Position;
  readonly onClose: () => void;
}

export function TpslDialog({ session, position, onClose }: TpslDialogProps) {
  const orders = useCell(session.algoOrders) ?? [];
  const pair = pairOf(orders, position);
  const first = (kind: LegKind) => {
    const price = legOf(pair, kind)?.trigger_price;
    return price ? digitsOf(price) : "";
  };
  const [typed, setTyped] = useState<LegPrices>(() => ({
    TAKE_PROFIT: first("TAKE_PROFIT"),
    STOP_LOSS: first("STOP_LOSS"),
  }));
  const isWhole = Object.values(typed).every((price) => price === "" || typedDecimal(price) !== undefined);
  const isAny = Object.values(typed).some((price) => price !== "");
  const isChanged = typed.TAKE_PROFIT !== first("TAKE_PROFIT") || typed.STOP_LOSS !== first("STOP_LOSS");
  const prices: LegPrices = {
    TAKE_PROFIT: typedDecimal(typed.TAKE_PROFIT) ?? "",
    STOP_LOSS: typedDecimal(typed.STOP_LOSS) ?? "",
  };
  const isAdded = (kind: LegKind) => prices[kind] !== "" && legOf(pair, kind) === undefined;
  const isCompleted = pair !== undefined && (isAdded("TAKE_PROFIT") || isAdded("STOP_LOSS"));
  const act = () => {
    if (pair === undefined) return settingPair(session, position, prices);
    return isCompleted ? completingPair(session, position, pair, prices) : changingPair(session, pair, prices);
  };
  const mark = decimal(position.mark_price);
  const isLong = position.position_qty > 0;
  const field = (kind: LegKind, label: string) => {
    const isAbove = (kind === "TAKE_PROFIT") === isLong;
    const hint = isAbove ? text.hintAbove(mark) : text.hintBelow(mark);
    return (
      <DecimalField
        label={label}
        unit="USDC"
        value={typed[kind]}
        hint={hint}
        onText={(digits) => setTyped({ ...typed, [kind]: digits })}
      />
    );
  };
  return (
    <ActDialog
      session={session}
      actKey={`tpsl ${keyOfPosition(position)}`}
      title={text.title(marketName(position.symbol))}
      submit={pair === undefined ? text.submit : text.change}
      act={isWhole && isChanged && (isAny || pair !== undefined) ? act : null}
      onClose={onClose}
    >
      <p className="soft">{text.text}</p>
      {field("TAKE_PROFIT", text.profit)}
      {field("STOP_LOSS", text.loss)}
      {isCompleted && <p className="note">{text.completes}</p>}
    </ActDialog>
  );
}
