// Changes the leverage of a position's market, in the position's margin mode.

import { useState } from "react";
import { marketName } from "../../../format/market-name.ts";
import { wholeOf } from "../../../format/typed.ts";
import { DecimalField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { Becomes } from "../../figures/becomes.tsx";
import { refusalOf } from "../../ticket/ticket-refusals.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { keyOfPosition, settingLeverage } from "../acts/position-acts.ts";
import { useAnswer } from "../acts/use-answer.ts";

const text = words.portfolio.leverage;
/** Compensates floating-point error: 1 ÷ 0.01 is a little less than 100 in binary. */
const DUST = 1e-9;

interface LeverageDialogProps {
  readonly session: AccountSession;
  readonly position: Position;
  readonly onClose: () => void;
}

export function LeverageDialog({ session, position, onClose }: LeverageDialogProps) {
  const { symbol, margin_mode } = position;
  const rule = useTerminal().venue.rules.get().get(symbol);
  // Rules 5.7: the highest leverage is 1 ÷ base_imr, in whole numbers.
  const most = Math.floor(1 / (rule?.base_imr ?? 1) + DUST);
  const [typed, setTyped] = useState(String(position.leverage));
  const leverage = wholeOf(typed) ?? 0;
  const isValid = leverage >= 1 && leverage <= most;
  const wish = isValid && leverage !== position.leverage ? { symbol, margin_mode, leverage } : null;
  const preview = useAnswer(wish && JSON.stringify(wish), () =>
    session.client.positions.setLeverages({ symbol, margin_mode, leverage, preview: true }),
  );
  const { before, after, refusal } = preview ?? {};
  const fault = isValid ? refusal && refusalOf(refusal) : text.hint(most);
  return (
    <ActDialog
      session={session}
      actKey={`leverage ${keyOfPosition(position)}`}
      title={text.title(marketName(symbol))}
      submit={text.submit}
      act={wish && (() => settingLeverage(session, wish))}
      onClose={onClose}
    >
      <DecimalField
        label={text.label}
        inputMode="numeric"
        unit="×"
        value={typed}
        hint={text.hint(most)}
        fault={fault ?? undefined}
        onText={setTyped}
      />
      {before && after && (
        <dl className="facts portfolio-preview">
          <Becomes name={text.needed} before={before.margin_used} after={after.margin_used} />
          <Becomes name={text.free} before={before.free_collateral} after={after.free_collateral} />
        </dl>
      )}
    </ActDialog>
  );
}
