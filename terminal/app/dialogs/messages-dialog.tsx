// Lists the recent notices, to be read again.

import { useCell } from "../../cells/use-cell.ts";
import { timeOfDay } from "../../format/time.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export function MessagesDialog({ onClose }: { readonly onClose: () => void }) {
  const { noticeLog } = useTerminal();
  const notices = useCell(noticeLog);
  return (
    <Dialog title={words.shell.messages} onClose={onClose}>
      {notices.length === 0 && <p className="empty">{words.shell.noMessages}</p>}
      <ol className="messages">
        {notices.map(({ id, tone, title, text, at }) => (
          <li key={id} data-tone={tone}>
            <time className="faint">{timeOfDay(at)}</time>
            <strong>{title}</strong>
            {text !== undefined && <p className="soft">{text}</p>}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
