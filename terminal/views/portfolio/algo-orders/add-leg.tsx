// Adds a stop loss to a take profit that waits alone, or a take profit to a stop loss.

import { useState } from "react";
import { useSelected } from "../../../cells/use-cell.ts";
import { decimal } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { positiveOf } from "../../../format/typed.ts";
import { Button } from "../../../parts/button.tsx";
import { DecimalField } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { farPrice } from "../../ticket/far-price.ts";
import { ActDialog } from "../acts/act-dialog.tsx";
import { keyOfPosition } from "../acts/position-acts.ts";
import { PositionDialog } from "../dialogs/position-dialogs.tsx";
import { type AlgoRow, rowsOf } from "../protection/algo-tree.ts";
import { completingGroup, type LegKind, missingLeg } from "../protection/protection-acts.ts";
import { keyOfAlgo } from "./algo-acts.ts";

const { algo: text, tpsl } = words.portfolio;

interface AddLegButtonProps {
  readonly row: AlgoRow;
  readonly onAdd: (row: AlgoRow) => void;
}

export function AddLegButton({ row, onAdd }: AddLegButtonProps) {
  const kind = missingLeg(row);
  if (kind === undefined) return null;
  const name = text.kinds[kind]!;
  return (
    <Button
      className="portfolio-small"
      aria-label={text.addTo(name, marketName(row.order.symbol))}
      onClick={() => onAdd(row)}
    >
      {text.add(name)}
    </Button>
  );
}

interface AddLegDialogProps {
  readonly session: AccountSession;
  readonly orderId: number;
  readonly onClose: () => void;
}

/** Disappears when the leg can no longer be added. */
export function AddLegDialog({ session, orderId, onClose }: AddLegDialogProps) {
  const row = useSelected(session.algoOrders, (roots) =>
    rowsOf(roots ?? []).find(({ order }) => order.algo_order_id === orderId),
  );
  const kind = row && missingLeg(row);
  if (row === undefined || kind === undefined) return null;
  // For a whole position, both legs are in a dialog of their own.
  if (row.order.algo_type === "POSITIONAL_TP_SL") {
    return (
      <PositionDialog session={session} open={{ dialog: "tpsl", key: keyOfPosition(row.order) }} onClose={onClose} />
    );
  }
  return <GroupDialog {...{ session, row, kind, onClose }} />;
}

interface GroupDialogProps {
  readonly session: AccountSession;
  readonly row: AlgoRow;
  readonly kind: LegKind;
  readonly onClose: () => void;
}

function GroupDialog({ session, row, kind, onClose }: GroupDialogProps) {
  const [typed, setTyped] = useState("");
  const price = positiveOf(typed);
  const { quantity, symbol } = row.order;
  const { venue } = useTerminal();
  return (
    <ActDialog
      session={session}
      actKey={keyOfAlgo(row)}
      title={text.addTo(text.kinds[kind]!, marketName(symbol))}
      submit={tpsl.submit}
      act={price === undefined ? null : () => completingGroup(session, row.order, { kind, price })}
      far={farPrice(venue, symbol, [price])}
      onClose={onClose}
    >
      <p className="soft">{text.addText(decimal(quantity), baseOf(symbol))}</p>
      <DecimalField
        label={kind === "TAKE_PROFIT" ? tpsl.profit : tpsl.loss}
        unit="USDC"
        value={typed}
        onText={setTyped}
      />
    </ActDialog>
  );
}
