// All of drawing on the chart: the tools, the chosen drawing, and the drawings themselves on the canvas. Loaded when the
// market has drawings, or when the tools are opened.

import { useEffect, useRef, useState } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { words } from "../../../texts/words.ts";
import type { OverlayHost } from "../canvas/canvas.ts";
import { ChosenDrawing } from "./chosen-drawing.tsx";
import type { DrawingKind } from "./drawing.ts";
import { DrawingTools } from "./drawing-tools.tsx";
import { DrawnDrawings } from "./drawn-drawings.ts";
import { useDrawings } from "./use-drawings.ts";

interface DrawingsProps {
  readonly drawn: OverlayHost;
  readonly symbol: string;
  /** Whether the tools are shown, or only the drawings. */
  readonly hasTools: boolean;
}

export function Drawings({ drawn, symbol, hasTools }: DrawingsProps) {
  const { board, snaps, isHidden, change } = useDrawings(symbol);
  const state = useCell(board.state);
  const [spoken, setSpoken] = useState("");
  const choices = useRef({ snaps, isHidden });
  choices.current = { snaps, isHidden };
  const shown = useRef<DrawnDrawings>(undefined);
  useEffect(() => {
    const drawings = new DrawnDrawings({
      ...{ canvas: drawn.canvas, board, onSpoken: setSpoken },
      snaps: () => choices.current.snaps,
      isHidden: () => choices.current.isHidden,
    });
    shown.current = drawings;
    drawn.over = drawings;
    return () => {
      drawn.over = undefined;
      drawings.end();
    };
  }, [drawn, board]);
  useEffect(() => shown.current?.show(), [isHidden]);
  const draw = (kind: DrawingKind | null) => {
    board.draw(kind);
    if (kind === null) return;
    if (isHidden) change({ isHidden: false });
    setSpoken(`${words.drawings.kinds[kind]}. ${words.drawings.keys}`);
    drawn.canvas.host.focus();
  };
  return (
    <>
      {hasTools && <DrawingTools {...{ board, state, symbol, snaps, isHidden, onDraw: draw, onChange: change }} />}
      <ChosenDrawing {...{ board, state }} tick={drawn.canvas.tick} />
      <p className="unseen" aria-live="polite">
        {spoken}
      </p>
    </>
  );
}
