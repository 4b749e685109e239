// One notification.

import { safeLink } from "../../../format/safe-link.ts";
import { dayAndTime } from "../../../format/time.ts";
import { Button } from "../../../parts/button.tsx";
import type { Notification } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";

const texts = words.account.inbox;

interface MessageProps {
  readonly row: Notification;
  readonly disabled: boolean;
  readonly onMark: (flag: 0 | 1) => void;
}

export function Message({ row, disabled, onMark }: MessageProps) {
  const isRead = row.mark_read === 1;
  const link = safeLink(row.content_raw.url);
  return (
    <li className="account-card" data-unread={!isRead || undefined}>
      <div className="account-card-head">
        {!isRead && <span className="account-badge">{texts.isNew}</span>}
        <strong>{row.title}</strong>
        {row.level === "IMPORTANT" && <span className="account-badge account-important">{texts.important}</span>}
        <time className="account-when" dateTime={new Date(row.created_time).toISOString()}>
          {dayAndTime(row.created_time)}
        </time>
      </div>
      <div className="account-message-row">
        <div className="account-message">
          <p>{row.content}</p>
          {link !== undefined && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link}
            </a>
          )}
        </div>
        <Button
          look="bare"
          disabled={disabled}
          aria-label={`${isRead ? texts.markUnread : texts.markRead}: ${row.title}`}
          onClick={() => onMark(isRead ? 0 : 1)}
        >
          {isRead ? texts.markUnread : texts.markRead}
        </Button>
      </div>
    </li>
  );
}
