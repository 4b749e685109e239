// Margin of an isolated position: more of it, or some of it back. What that would do is the venue's own preview.

import { useState } from "react";
import { decimal } from "../../../format/decimal.ts";
import { marketName } from "../../../format/market-name.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Fact } from "../../../parts/fact.tsx";
import { DecimalField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { refusalOf } from "../../ticket/refusals.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { keyOfPosition, movingMargin } from "../acts/position-acts.ts";
import { useAnswer } from "../acts/use-answer.ts";
import { liquidationText } from "./reverse-dialog.tsx";

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
        <Fact name={text.now}>
          {before && after
            ? text.change(decimal(before.position?.margin ?? 0), decimal(after.position?.margin ?? 0))
            : decimal(position.margin)}
        </Fact>
        <Fact name={text.liquidation}>
          {before && after
            ? text.change(
                liquidationText(before.position?.est_liq_price),
                liquidationText(after.position?.est_liq_price),
              )
            : liquidationText(position.est_liq_price)}
        </Fact>
        {before && after && (
          <Fact name={text.free}>{text.change(decimal(before.free_collateral), decimal(after.free_collateral))}</Fact>
        )}
      </dl>
    </ActDialog>
  );
}
