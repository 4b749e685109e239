// The account's notifications, newest first. They are shown as plain text, whatever their author wrote.

import { useCallback, useState } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { decimal } from "../../../format/figure-text.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Pager } from "../../../parts/table/pager.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { Failure, Readable } from "../reading/readable.tsx";
import { useRead } from "../reading/use-read.ts";
import { useRequest } from "../reading/use-request.ts";
import { Message } from "./message.tsx";

const texts = words.account.inbox;
const SIZE = 20;
type Kind = "" | "TRADE" | "SYSTEM";

export function Inbox({ session }: { readonly session: AccountSession }) {
  const [kind, setKind] = useState<Kind>("");
  const [page, setPage] = useState(1);
  const unread = useCell(session.unread) ?? 0;
  const { isRunning, failure, run } = useRequest();
  const { notifications } = session.client;
  const read = useRead(
    session,
    useCallback(
      () => notifications.getNotifications({ page, size: SIZE, ...(kind !== "" && { type: kind }) }),
      [notifications, page, kind],
    ),
    "notification",
  );
  const mark = (step: () => Promise<unknown>) =>
    run(async () => {
      await step();
      session.refreshUnread();
      read.again();
    });
  return (
    <div className="account-part">
      <div className="account-bar">
        <Choice
          label={texts.kind}
          value={kind}
          options={[
            ["", texts.kinds.all],
            ["TRADE", texts.kinds.trade],
            ["SYSTEM", texts.kinds.system],
          ]}
          onChoose={(next) => {
            setKind(next);
            setPage(1);
          }}
        />
        <Button
          disabled={unread === 0 || isRunning}
          onClick={() => void mark(() => notifications.markAllRead({ flag: 1 }))}
        >
          {texts.markAll(decimal(unread))}
        </Button>
      </div>
      <Failure text={failure} />
      <Readable read={read}>
        {({ rows, meta }) => (
          <>
            {rows.length === 0 && <p className="empty">{texts.empty}</p>}
            <ul className="account-cards" aria-label={texts.list}>
              {rows.map((row) => (
                <Message
                  key={row.id}
                  row={row}
                  disabled={isRunning}
                  onMark={(flag) => void mark(() => notifications.markRead({ flag, ids: [row.id] }))}
                />
              ))}
            </ul>
            <Pager page={page} pages={Math.ceil(meta.total / SIZE)} ways={words.common.newestFirst} onPage={setPage} />
          </>
        )}
      </Readable>
    </div>
  );
}
