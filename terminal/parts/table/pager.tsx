// Navigation between pages, shown when there is more than one.

import { words } from "../../texts/words.ts";
import { Button } from "../button.tsx";

interface PagerProps {
  /** The current page; the first is 1. */
  readonly page: number;
  readonly pages: number;
  /** Which part of the whole the page shows. */
  readonly at?: string | undefined;
  /** Labels of the two buttons. */
  readonly ways?: { readonly before: string; readonly after: string } | undefined;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, at, ways = words.common.pager, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={words.common.pager.label}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {ways.before}
      </Button>
      <span aria-live="polite">{at}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {ways.after}
      </Button>
    </nav>
  );
}
