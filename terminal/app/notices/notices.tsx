// Notices, placed where they hide nothing needed for trading: in the corner of the chart; on a phone, below the head. A notice
// disappears after a while, but not while the trader looks at it or the page is hidden, and can be read again among the messages.

import "./notices.css";
import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { CloseIcon } from "../../parts/icons.tsx";
import type { Notice } from "../../state/notice.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { useVisible } from "./use-visible.ts";

/** Bad news takes longer to read, and to act on. */
const STAYS_MS = { good: 6_000, neutral: 6_000, bad: 15_000 };

interface NoticesProps {
  /** Shows at most this many, the newest; for little space. */
  readonly most?: number | undefined;
}

export function Notices({ most }: NoticesProps) {
  const { notices } = useTerminal();
  const all = useCell(notices);
  const shown = most === undefined ? all : all.slice(-most);
  return (
    <section className="notices" aria-label={words.shell.messages}>
      {/* Both regions exist before any notice does: only then do screen readers announce it. */}
      <div role="status">
        {shown.map((notice) => notice.tone !== "bad" && <NoticeCard key={notice.id} notice={notice} />)}
      </div>
      <div role="alert">
        {shown.map((notice) => notice.tone === "bad" && <NoticeCard key={notice.id} notice={notice} />)}
      </div>
    </section>
  );
}

function NoticeCard({ notice: { id, tone, title, text } }: { readonly notice: Notice }) {
  const terminal = useTerminal();
  const isVisible = useVisible();
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isLeaving = isVisible && !isPointedAt && !isFocused;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => terminal.dismiss(id), STAYS_MS[tone]);
    return () => clearTimeout(timer);
  }, [isLeaving, terminal, id, tone]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the trader looks
    <div
      className="notice"
      data-tone={tone}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onKeyDown={({ key }) => {
        if (key === "Escape") terminal.dismiss(id);
      }}
    >
      <div>
        <strong>{title}</strong>
        {text !== undefined && <p>{text}</p>}
      </div>
      <Button look="bare" aria-label={words.shell.dismiss(title)} onClick={() => terminal.dismiss(id)}>
        <CloseIcon />
      </Button>
    </div>
  );
}
