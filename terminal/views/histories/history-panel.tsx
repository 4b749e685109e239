// One history: its filters, a page of it, and the way to the others.

import { useDeferredValue, useMemo, useState } from "react";
import { decimal } from "../../format/decimal.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import { words } from "../../texts/words.ts";
import { CsvButton } from "./csv-button.tsx";
import { histories } from "./histories.ts";
import { type Asked, type History, type HistoryId, pagesOf } from "./history.ts";
import { HistoryTable } from "./history-columns.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { filtersOf, NO_FILTERS } from "./typed-filters.ts";
import { type HistoryRead, useHistory } from "./use-history.ts";

const SIZE = 50;
const { pager, ...texts } = words.histories;

interface HistoryPanelProps {
  readonly session: AccountSession;
  readonly id: HistoryId;
}

export function HistoryPanel({ session, id }: HistoryPanelProps) {
  const history = histories[id];
  const [typed, setTyped] = useState(NO_FILTERS);
  const [page, setPage] = useState(1);
  const filters = useMemo(() => filtersOf(typed, history), [typed, history]);
  const asked: Asked = useMemo(() => ({ ...filters, page, size: SIZE }), [filters, page]);
  const read = useHistory(session, history, useDeferredValue(asked));
  const total = read.page?.total ?? 0;
  return (
    <div className="histories" aria-busy={read.state === "loading"}>
      <div className="histories-bar">
        <HistoryFilters
          history={history}
          typed={typed}
          onChange={(next) => {
            setTyped(next);
            setPage(1);
          }}
        />
        <CsvButton session={session} history={history} filters={filters} />
      </div>
      {read.failure !== undefined && (
        <p className="note" data-tone="bad" role="alert">
          {texts.failed(read.failure)}
        </p>
      )}
      <Rows history={history} read={read} isFiltered={typed !== NO_FILTERS} />
      {total > SIZE && <Pager page={page} total={total} onPage={setPage} />}
      {history.note !== undefined && total > 0 && <p className="histories-note">{history.note}</p>}
    </div>
  );
}

interface RowsProps {
  readonly history: History;
  readonly read: HistoryRead;
  readonly isFiltered: boolean;
}

function Rows({ history, read, isFiltered }: RowsProps) {
  if (read.page === undefined) return read.state === "failed" ? null : <p className="empty">{words.common.loading}</p>;
  const { rows } = read.page;
  if (rows.length === 0) return <p className="empty">{isFiltered ? texts.emptyFiltered : history.empty}</p>;
  return (
    <div className="histories-rows" data-state={read.state}>
      <HistoryTable history={history} rows={rows} />
    </div>
  );
}

interface PagerProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

function Pager({ page, total, onPage }: PagerProps) {
  const pages = pagesOf(total, SIZE);
  return (
    <nav className="histories-pager" aria-label={pager.label}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {pager.newer}
      </Button>
      <span aria-live="polite">{pager.at(decimal(page), decimal(pages), decimal(total))}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {pager.older}
      </Button>
    </nav>
  );
}
