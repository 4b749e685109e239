// Sets the prices at which a whole position is closed. The venue keeps one pair for each position: an existing pair is changed.

import { useState } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { decimal, digitsOf } from "../../../format/figure-text.ts";
import { marketName } from "../../../format/market-name.ts";
import { positiveOf } from "../../../format/typed.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { farPrice } from "../../ticket/far-price.ts";
import { type LegName, LegTrigger, type LegUnit } from "../../ticket/leg-trigger.tsx";
import { ActDialog } from "../acts/act-dialog.tsx";
import { keyOfPosition } from "../acts/position-acts.ts";
import {
  addsLeg,
  LEG_KINDS,
  type LegKind,
  type LegPrices,
  legOf,
  pairOf,
  protecting,
} from "../protection/protection-acts.ts";

const text = words.portfolio.tpsl;
const NAMES: Readonly<Record<LegKind, LegName>> = { TAKE_PROFIT: "takeProfit", STOP_LOSS: "stopLoss" };

interface TpslDialogProps {
  readonly session: AccountSession;
  readonly position: Position;
  readonly onClose: () => void;
}

export function TpslDialog({ session, position, onClose }: TpslDialogProps) {
  const { venue } = useTerminal();
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
  const [unit, setUnit] = useState<LegUnit>("price");
  const isWhole = Object.values(typed).every((price) => price === "" || positiveOf(price) !== undefined);
  const isAny = Object.values(typed).some((price) => price !== "");
  const prices: LegPrices = {
    TAKE_PROFIT: positiveOf(typed.TAKE_PROFIT) ?? "",
    STOP_LOSS: positiveOf(typed.STOP_LOSS) ?? "",
  };
  const changed = LEG_KINDS.filter((kind) => prices[kind] !== first(kind));
  const isCompleted = pair !== undefined && addsLeg(pair, prices);
  const act = () => protecting(session, position, pair, prices);
  const mark = decimal(position.mark_price);
  const isLong = position.position_qty > 0;
  const what = { isLong, entry: position.average_open_price, quantity: Math.abs(position.position_qty) };
  const field = (kind: LegKind, label: string) => {
    const isAbove = (kind === "TAKE_PROFIT") === isLong;
    const hint = isAbove ? text.hintAbove(mark) : text.hintBelow(mark);
    return (
      <LegTrigger
        {...{ of: NAMES[kind], label, unit, what, hint }}
        trigger={typed[kind]}
        rule={venue.rules.get().get(position.symbol)}
        onTrigger={(trigger) => setTyped({ ...typed, [kind]: trigger })}
        onUnit={setUnit}
      />
    );
  };
  return (
    <ActDialog
      session={session}
      actKey={`tpsl ${keyOfPosition(position)}`}
      title={text.title(marketName(position.symbol))}
      submit={pair === undefined ? text.submit : text.change}
      act={isWhole && changed.length > 0 && (isAny || pair !== undefined) ? act : null}
      far={farPrice(
        venue,
        position.symbol,
        changed.map((kind) => prices[kind]),
      )}
      onClose={onClose}
    >
      <p className="soft">{text.text}</p>
      {field("TAKE_PROFIT", text.profit)}
      {field("STOP_LOSS", text.loss)}
      {isCompleted && <p className="note">{text.completes}</p>}
    </ActDialog>
  );
}
