// Bars above the panels for what the operator announces: maintenance, and announcements until they are dismissed.

import { useCell, useSelected } from "../../cells/use-cell.ts";
import { safeLink } from "../../format/safe-link.ts";
import { dayAndTime } from "../../format/time.ts";
import { Button } from "../../parts/button.tsx";
import { CloseIcon } from "../../parts/icons.tsx";
import type { Announcement, SystemInfo } from "../../session/asking/answers.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { dismissedIn, withDismissed } from "./announcement.ts";

export function Bars() {
  const terminal = useTerminal();
  const system = useCell(terminal.venue.system);
  const announcements = useCell(terminal.venue.announcements);
  const views = useSelected(terminal.preferences, (chosen) => chosen.views);
  const dismissed = dismissedIn(views);
  return (
    <div className="bars">
      <MaintenanceBar system={system} />
      {announcements.map(
        (announcement) =>
          !dismissed.includes(announcement.announcement_id) && (
            <AnnouncementBar
              key={announcement.announcement_id}
              announcement={announcement}
              onDismiss={() => terminal.prefer({ views: withDismissed(views, announcement.announcement_id) })}
            />
          ),
      )}
    </div>
  );
}

function MaintenanceBar({ system: { status, msg, scheduled_maintenance: window } }: { readonly system: SystemInfo }) {
  const { bars } = words.shell;
  if (status === 0 && window === undefined) return null;
  return (
    <div className="bar" data-tone="warn" role="status">
      <p>
        <strong className="bar-word">{status === 0 ? bars.scheduled : bars.maintenance}</strong>{" "}
        {window !== undefined && bars.between(dayAndTime(window.startTime), dayAndTime(window.endTime))} {msg}
      </p>
    </div>
  );
}

interface AnnouncementBarProps {
  readonly announcement: Announcement;
  readonly onDismiss: () => void;
}

function AnnouncementBar({ announcement: { message, url }, onDismiss }: AnnouncementBarProps) {
  const { bars } = words.shell;
  const link = safeLink(url);
  return (
    <div className="bar" role="status">
      <p>
        {message}{" "}
        {link !== undefined && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {bars.more}
          </a>
        )}
      </p>
      <Button look="bare" aria-label={bars.dismiss} onClick={onDismiss}>
        <CloseIcon />
      </Button>
    </div>
  );
}
