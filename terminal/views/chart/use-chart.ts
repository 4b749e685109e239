// Hooks shared by the chart's components: its settings, its model, and the account's orders, positions and fills in the market.

import { useEffect, useMemo, useState } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import type { AccountSession } from "../../session/account/account-session.ts";
import { type OwnFill, OwnFills } from "../../session/account/own-fills.ts";
import type { CandleInterval } from "../../session/candles/candle-intervals.ts";
import { candleSource } from "../../session/candles/candle-source.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { ChartModel } from "./chart-model.ts";
import { type ChartSettings, type Layer, readSettings } from "./chart-settings.ts";
import { hasDrawings, KEPT_AS } from "./drawings/kept-as.ts";
import { type FillMark, fillMarks } from "./fill-marks.ts";
import type { OrderMoves } from "./order-moves.ts";
import { type Moved, type OwnLine, ownLines } from "./own-lines.ts";
import { triggerOrders } from "./trigger-orders.ts";

/** Values without an account. */
const NOTHING = new Cell(undefined);
const NO_MOVES = new Cell<ReadonlyMap<string, Moved>>(new Map());
const NO_FILLS = new Cell<ReadonlyMap<number, OwnFill>>(new Map());

export function useChartSettings(): readonly [ChartSettings, (change: Partial<ChartSettings>) => void] {
  const terminal = useTerminal();
  const stored = useSelected(terminal.preferences, ({ views }) => views.chart);
  const settings = useMemo(() => readSettings(stored), [stored]);
  return [
    settings,
    (change) => {
      const { views } = terminal.preferences.get();
      terminal.preferView("chart", { ...readSettings(views.chart), ...change });
    },
  ];
}

/** Undefined until the model was started. */
export function useChartModel(symbol: string, interval: CandleInterval): ChartModel | undefined {
  const { client } = useTerminal().venue;
  const [model, setModel] = useState<ChartModel>();
  useEffect(() => {
    const begun = new ChartModel(candleSource(client, symbol, interval), symbol, interval);
    begun.start();
    setModel(begun);
    return () => begun.end();
  }, [client, symbol, interval]);
  const isOfNow = model?.symbol === symbol && model.candles.interval === interval;
  return isOfNow ? model : undefined;
}

export function useHasDrawings(symbol: string): boolean {
  const { preferences } = useTerminal();
  return useSelected(preferences, ({ views }) => hasDrawings(views[KEPT_AS], symbol));
}

type Shown = Readonly<Record<Layer, boolean>>;

export function useOwnLines(symbol: string, session: AccountSession | null, moves: OrderMoves | null, shown: Shown) {
  const orders = useCell(session?.orders ?? NOTHING);
  const trees = useCell(session?.algoOrders ?? NOTHING);
  const margin = useCell(session?.margin ?? NOTHING);
  const moved = useCell(moves?.moved ?? NO_MOVES);
  const { venue } = useTerminal();
  return useMemo(
    (): readonly OwnLine[] =>
      ownLines({
        symbol,
        orders: shown.orders ? (orders?.values() ?? []) : [],
        triggers: shown.orders ? triggerOrders(trees ?? [], symbol) : [],
        positions: shown.positions ? (margin?.rows ?? []) : [],
        moved,
        near: venue.markets.of(symbol).get()?.mark_price ?? 0,
      }),
    [venue, symbol, orders, trees, margin, moved, shown],
  );
}

export function useFillMarks(model: ChartModel, session: AccountSession | null, shown: Shown): readonly FillMark[] {
  const [own, setOwn] = useState<OwnFills>();
  useEffect(() => {
    if (session === null) return setOwn(undefined);
    const begun = new OwnFills(session, model.symbol);
    setOwn(begun);
    return () => begun.end();
  }, [session, model.symbol]);
  const fills = useCell(own?.fills ?? NO_FILLS);
  // Marks depend on the range of candles, not on a change in one of them.
  const span = useSelected(model.version, () => `${model.candles.all[0]?.start} ${model.candles.all.at(-1)?.start}`);
  return useMemo(
    () => (shown.fills ? fillMarks(fills.values(), model.candles.all) : []),
    [fills, shown.fills, model, span],
  );
}
