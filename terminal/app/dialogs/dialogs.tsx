// The page's own dialogs, chosen by the name of the open one.

import "../palette/palette.css";
import { useCell } from "../../cells/use-cell.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { CommandPalette } from "../palette/palette.tsx";
import { CancelAllDialog } from "./cancel-all-dialog.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { MessagesDialog } from "./messages-dialog.tsx";
import { PreferencesDialog } from "./preferences-dialog.tsx";

export function Dialogs() {
  const state = useTerminal();
  const session = useCell(state.account);
  const name = useCell(state.open);
  const close = () => state.close(name);
  switch (name) {
    case "palette":
      return <CommandPalette onClose={close} />;
    case "help":
      return <HelpDialog onClose={close} />;
    case "messages":
      return <MessagesDialog onClose={close} />;
    case "preferences":
      return <PreferencesDialog onClose={close} />;
    case "cancel-all":
      return session && <CancelAllDialog account={session} onClose={close} />;
    default:
      return null;
  }
}
