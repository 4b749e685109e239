// What is said at the edge of the screen. What is bad stays until somebody dismisses it; the rest goes by itself, but not
// while somebody looks at it.

import "./notices.css";
import { useEffect, useState } from "react";
import { Button } from "../parts/button.tsx";
import { CloseIcon } from "../parts/icons.tsx";
import type { Notice } from "../state/notice.ts";
import { useTerminal } from "../state/terminal-state.ts";
import { useCell } from "../state/use-cell.ts";
import { words } from "../texts/words.ts";

const STAYS_MS = 6_000;

export function Notices() {
  const { notices } = useTerminal();
  const shown = useCell(notices);
  return (
    <section className="notices" aria-label={words.shell.messages}>
      {/* Both are there before anything is said: only then is it read aloud. */}
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
  const [isLookedAt, setIsLookedAt] = useState(false);
  const isLeaving = tone !== "bad" && !isLookedAt;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => terminal.dismiss(id), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, terminal, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that somebody looks
    <div
      className="notice"
      data-tone={tone}
      onPointerEnter={() => setIsLookedAt(true)}
      onPointerLeave={() => setIsLookedAt(false)}
      onFocus={() => setIsLookedAt(true)}
      onBlur={() => setIsLookedAt(false)}
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
