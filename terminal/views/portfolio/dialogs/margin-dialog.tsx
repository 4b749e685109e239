// Adds margin to an isolated position, or takes some back. The effect is shown by the venue's own preview.

import { useState } from "react";
import { marketName } from "../../../format/market-name.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Choice } from "../../../parts/choice.tsx";
import { DecimalField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Becomes, LiquidationPrice } from "../../figures/becomes.tsx";
import { refusalOf } from "../../ticket/ticket-refusals.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { keyOfPosition, movingMargin } from "../acts/position-acts.ts";
import { useAnswer } from "../acts/use-answer.ts";

const text = words.portfolio.margin;

interface MarginDialogProps {
  readonly session: AccountSession;
  readonly position: Position;
  readonly onClose: () => void;
}

export function MarginDialog({ session, position, onClose }: MarginDialogProps) {
  const { symbol } = position;
  const [type, setType] = useState<"ADD" | "REDUCE">("ADD");
  const [typed, setTyped] = useState("");
  const amount = positiveOf(typed);
  const move = amount === undefined ? null : { symbol, type, amount };
  const preview = useAnswer(move && JSON.stringify(move), () =>
    session.client.positions.movePositionMargin({ symbol, type, amount: amount ?? "", preview: true }),
  );
  const { before, after, refusal } = preview ?? {};
  return (
    <ActDialog
      session={session}
      actKey={keyOfPosition(position)}
      title={text.title(marketName(symbol))}
      submit={type === "ADD" ? text.submitAdd : text.submitReduce}
      act={move && (() => movingMargin(session, move))}
      onClose={onClose}
    >
      <Choice
        label={text.direction}
        value={type}
        options={[
          ["ADD", text.add],
          ["REDUCE", text.reduce],
        ]}
        onChoose={setType}
      />
      <DecimalField
        label={text.amount}
        unit="USDC"
        value={typed}
        fault={refusal ? refusalOf(refusal) : undefined}
        onText={setTyped}
      />
      <dl className="facts portfolio-preview">
        <Becomes name={text.now} before={before?.position?.margin ?? position.margin} after={after?.position?.margin} />
        <Becomes
          name={text.liquidation}
          before={before?.position?.est_liq_price ?? position.est_liq_price ?? 0}
          after={after ? (after.position?.est_liq_price ?? 0) : undefined}
          show={(price) => <LiquidationPrice symbol={symbol} price={price} />}
        />
        {before && after && <Becomes name={text.free} before={before.free_collateral} after={after.free_collateral} />}
      </dl>
    </ActDialog>
  );
}
