// The way between pages of rows, where there is more than one.

import { decimal } from "../../format/decimal.ts";
import { words } from "../../texts/words.ts";
import { Button } from "../button.tsx";
import type { RowsPage } from "./pages.ts";

const text = words.portfolio.pager;

interface RowsPagerProps {
  readonly shown: RowsPage<unknown>;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function RowsPager({ shown: { page, pages, from, to }, total, onPage }: RowsPagerProps) {
  if (pages === 1) return null;
  return (
    <nav className="portfolio-pager" aria-label={text.label}>
      <Button className="portfolio-small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {text.before}
      </Button>
      <span aria-live="polite">{text.at(decimal(from), decimal(to), decimal(total))}</span>
      <Button className="portfolio-small" disabled={page === pages} onClick={() => onPage(page + 1)}>
        {text.after}
      </Button>
    </nav>
  );
}
