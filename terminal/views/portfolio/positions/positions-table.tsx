// Open positions, live, with their actions.

import { useMemo, useState } from "react";
import { useCell, useSelected } from "../../../cells/use-cell.ts";
import { marketName } from "../../../format/market-name.ts";
import { Table } from "../../../parts/table/table.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { useOnlyMarket, useOnlyRows } from "../../../state/only-market.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { keyOfPosition } from "../acts/position-acts.ts";
import { type OpenDialog, PositionDialog } from "../dialogs/position-dialogs.tsx";
import { distanceOf } from "../risk/risk-view.ts";
import { openPositions } from "./open-positions.ts";
import { positionColumns } from "./position-columns.tsx";

const text = words.portfolio;

export function PositionsTable() {
  const session = useCell(useTerminal().account);
  return session === null ? <p className="empty">{text.signedOut}</p> : <Positions session={session} />;
}

function Positions({ session }: { readonly session: AccountSession }) {
  const { only } = useOnlyMarket();
  const rows = useOnlyRows(useSelected(session.margin, openPositions), symbolOf);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const columns = useMemo(() => positionColumns(session, setOpen), [session]);
  if (rows === undefined) return <p className="empty">{text.loading}</p>;
  return (
    <>
      <Table
        caption={text.positions.caption}
        columns={columns}
        rows={rows}
        keyOf={keyOfPosition}
        toneOf={toneOf}
        empty={only === undefined ? text.positions.empty : text.noneIn(marketName(only))}
        cards="roomy"
      />
      {open !== null && <PositionDialog session={session} open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** A position being liquidated looks like one near liquidation. */
function toneOf(row: Position): string | undefined {
  const nearness = distanceOf(row)?.nearness;
  return nearness === "past" ? "near" : nearness;
}

const symbolOf = ({ symbol }: Position) => symbol;
