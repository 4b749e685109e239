// The chart itself: a canvas for pointer and keys, the legend over it, and a table for screen readers.

import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { farFigure } from "../ticket/far-price.ts";
import { CandleTable } from "./candle-table.tsx";
import { ChartButton } from "./chart-button.tsx";
import type { ChartModel } from "./chart-model.ts";
import type { ChartSettings } from "./chart-settings.ts";
import { ChartState } from "./chart-state.tsx";
import { useComparison } from "./compare/use-comparison.ts";
import { DrawnChart } from "./drawn-chart.ts";
import { Legend, spokenCandle } from "./legend.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { OrderMoves } from "./order-moves.ts";
import { savePicture } from "./picture.ts";
import { useFillMarks, useHasDrawings, useOwnLines } from "./use-chart.ts";

interface CandleChartProps {
  readonly model: ChartModel;
  readonly settings: ChartSettings;
  /** Price step of the market. */
  readonly tick: number;
}

export default function CandleChart({ model, settings, tick }: CandleChartProps) {
  const terminal = useTerminal();
  const session = useCell(terminal.account);
  const moves = useMemo(() => {
    if (session === null) return null;
    const asksFirst = () => terminal.preferences.get().confirmsOrders;
    const far = (price: number) => farFigure(terminal.venue, model.symbol, price);
    return new OrderMoves(session, { tick, asksFirst, far, notify: (notice) => terminal.notify(notice) });
  }, [terminal, session, tick, model.symbol]);
  const lines = useOwnLines(model.symbol, session, moves, settings.shown);
  const marks = useFillMarks(model, session, settings.shown);
  const comparison = useComparison(model, settings.compared);
  const host = useRef<HTMLDivElement>(null);
  const moving = useRef(moves);
  moving.current = moves;
  const [drawn, setDrawn] = useState<DrawnChart>();
  const [spoken, setSpoken] = useState("");
  const [isLatestSeen, setIsLatestSeen] = useState(true);
  const hasDrawings = useHasDrawings(model.symbol);

  useEffect(() => {
    if (host.current === null) return;
    const chart = new DrawnChart({
      host: host.current,
      model,
      tick,
      onLatest: setIsLatestSeen,
      onLineMove: (line, price) => moving.current?.move(line, price),
      onLineDrop: (line, price) =>
        price === undefined ? moving.current?.putBack(line) : void moving.current?.drop(line, price),
    });
    setDrawn(chart);
    return () => chart.end();
  }, [model, tick]);
  useEffect(() => model.choose(settings.indicators), [model, settings.indicators]);
  useEffect(() => drawn?.setLogarithmic(settings.isLogarithmic), [drawn, settings.isLogarithmic]);
  useEffect(() => drawn?.setComparison(comparison), [drawn, comparison]);
  useEffect(() => drawn?.setLines(lines), [drawn, lines]);
  useEffect(() => drawn?.setMarks(marks), [drawn, marks]);

  const { interval } = model.candles;
  const name = words.chart.chartOf(marketName(model.symbol), words.chart.intervalsInWords[interval]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (drawn === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys(drawn, model.candles.all.length)[event.key];
    if (act === undefined) return;
    event.preventDefault();
    if (act() === "looks") setSpoken(spokenCandle(model, tick));
  };
  return (
    <div className="chart-stage" data-tools={settings.hasTools || undefined}>
      <div
        ref={host}
        className="chart-canvas"
        role="application"
        aria-label={`${name}. ${words.chart.keys}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys look at candles one by one
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => drawn?.lookAway()}
      />
      <span className="chart-focus" />
      <Legend model={model} tick={tick} marks={marks} comparison={comparison} />
      <ChartState model={model} />
      <ChartButton
        className="chart-picture"
        name={words.chart.picture}
        size={14}
        onClick={() => drawn && savePicture(drawn.picture(), `${marketName(model.symbol)}-${interval}`)}
      >
        <path d="M2.5 5h2.8l1-1.7h3.4l1 1.7h2.8v8h-11z" strokeWidth="1.4" />
        <circle cx="8" cy="8.9" r="2.2" strokeWidth="1.4" />
      </ChartButton>
      <ChartButton
        className="chart-latest"
        name={words.chart.latest}
        hidden={isLatestSeen}
        size={12}
        onClick={() => drawn?.toLatest()}
      >
        <path d="M3 3l5 5-5 5M12 3v10" strokeWidth="1.6" />
      </ChartButton>
      <p className="unseen" aria-live="polite">
        {spoken}
      </p>
      <CandleTable model={model} tick={tick} name={name} />
      {drawn?.symbol === model.symbol && (settings.hasTools || hasDrawings) && (
        <drawings.View drawn={drawn} symbol={model.symbol} hasTools={settings.hasTools} around={aroundTools} />
      )}
      {moves !== null && <MoveDialog moves={moves} />}
    </div>
  );
}

/** Loaded when the market has drawings, or when the tools are opened. */
const drawings = lazyView(async () => (await import("./drawings/drawings.tsx")).Drawings);
const aroundTools = (place: ReactNode) => <div className="drawing-chosen">{place}</div>;

/** The actions of keys; those that move to another candle return "looks", so that it is read aloud. */
function keys(drawn: DrawnChart, count: number): Readonly<Record<string, () => "looks" | undefined>> {
  const look = (steps: number) => () => {
    drawn.lookBeside(steps);
    return "looks" as const;
  };
  const silently = (act: () => void) => () => void act();
  return {
    ArrowLeft: look(-1),
    ArrowRight: look(1),
    Home: look(-count),
    End: look(count),
    "+": silently(() => drawn.zoom(0.8)),
    "=": silently(() => drawn.zoom(0.8)),
    "-": silently(() => drawn.zoom(1.25)),
    Escape: silently(() => drawn.lookAway()),
  };
}
