// One history: its filters, one of its pages, and navigation to the other pages.

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { decimal } from "../../format/figure-text.ts";
import { Pager } from "../../parts/table/pager.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useOnlyMarket } from "../../state/only-market.ts";
import { words } from "../../texts/words.ts";
import { CsvButton } from "./csv-button.tsx";
import { histories } from "./histories.ts";
import { shownColumns } from "./history-columns.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { type History, type HistoryId, type HistoryQuery, pagesOf } from "./history-kind.ts";
import { filtersOf, NO_FILTERS } from "./typed-filters.ts";
import { type HistoryRead, useHistory } from "./use-history.ts";

const SIZE = 50;
const texts = words.histories;

interface HistoryPanelProps {
  readonly session: AccountSession;
  readonly id: HistoryId;
}

export function HistoryPanel({ session, id }: HistoryPanelProps) {
  const history = histories[id];
  const [typed, setTyped] = useState(NO_FILTERS);
  const [page, setPage] = useState(1);
  const { only } = useOnlyMarket();
  const filters = useMemo(() => {
    const asked = filtersOf(typed, history);
    return only !== undefined && history.filters.includes("market") ? { ...asked, symbol: only } : asked;
  }, [typed, history, only]);
  // A changed market filter starts at the first page.
  useEffect(() => setPage(1), [only]);
  const asked: HistoryQuery = useMemo(() => ({ ...filters, page, size: SIZE }), [filters, page]);
  const read = useHistory(session, history, useDeferredValue(asked));
  const total = read.page?.total ?? 0;
  const pages = pagesOf(total, SIZE);
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
      <Rows history={history} read={read} isFiltered={typed !== NO_FILTERS || only !== undefined} />
      <Pager
        page={page}
        pages={pages}
        at={texts.pageAt(decimal(page), decimal(pages), decimal(total))}
        ways={words.common.newestFirst}
        onPage={setPage}
      />
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
  const columns = useMemo(() => shownColumns(history), [history]);
  if (read.page === undefined) return read.state === "failed" ? null : <p className="empty">{words.common.loading}</p>;
  return (
    <div className="histories-rows" data-state={read.state}>
      <Table
        caption={history.name}
        columns={columns}
        rows={read.page.rows}
        keyOf={({ key }) => key}
        empty={isFiltered ? texts.emptyFiltered : history.empty}
        cards="dense"
        isWhole
        depthOf={({ depth }) => depth}
      />
    </div>
  );
}
