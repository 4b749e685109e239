// The open dialog of a position. It disappears when the position no longer exists.

import { useSelected } from "../../../cells/use-cell.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { keyOfPosition } from "../acts/position-acts.ts";
import { CloseDialog, LimitCloseDialog } from "./close-dialog.tsx";
import { LeverageDialog } from "./leverage-dialog.tsx";
import { MarginDialog } from "./margin-dialog.tsx";
import { ReverseDialog } from "./reverse-dialog.tsx";
import { TpslDialog } from "./tpsl-dialog.tsx";

const DIALOGS = {
  close: CloseDialog,
  limit: LimitCloseDialog,
  reverse: ReverseDialog,
  margin: MarginDialog,
  leverage: LeverageDialog,
  tpsl: TpslDialog,
} as const;

export interface OpenDialog {
  readonly dialog: keyof typeof DIALOGS;
  readonly key: string;
}

interface PositionDialogProps {
  readonly session: AccountSession;
  readonly open: OpenDialog;
  readonly onClose: () => void;
}

export function PositionDialog({ session, open, onClose }: PositionDialogProps) {
  const position = useSelected(session.margin, (margin) =>
    margin?.rows.find((row) => keyOfPosition(row) === open.key && row.position_qty !== 0),
  );
  const Shown = DIALOGS[open.dialog];
  return position === undefined ? null : <Shown {...{ session, position, onClose }} />;
}
