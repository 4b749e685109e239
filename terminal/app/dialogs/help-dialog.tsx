// Lists every keyboard shortcut, from the commands.

import { useCell } from "../../cells/use-cell.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { isApple, keyText } from "../palette/shortcut.ts";

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { commands } = useTerminal();
  const withKeys = useCell(commands.all).filter(({ key }) => key !== undefined);
  return (
    <Dialog title={words.shell.command.help} onClose={onClose}>
      <dl className="help">
        {withKeys.map(({ id, name, key = "" }) => (
          <div key={id}>
            <dt>
              <kbd>{keyText(key, isApple())}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{words.shell.helpMore}</p>
    </Dialog>
  );
}
