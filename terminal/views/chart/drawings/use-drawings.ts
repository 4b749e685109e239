// The drawings of the current market from the preferences, and the board that changes them.

import { useEffect, useMemo } from "react";
import { useSelected } from "../../../cells/use-cell.ts";
import { type TerminalState, useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { DrawingBoard } from "./drawing-board.ts";
import { KEPT_AS } from "./kept-as.ts";
import { ALL_DRAWINGS_MAX, DRAWINGS_MAX, drawingsOf, hasRoom, readDrawings } from "./kept-drawings.ts";

/** Boards outlive a change of market, so that their undo history lasts as long as the page. */
const boards = new WeakMap<TerminalState, Map<string, DrawingBoard>>();

export function useDrawings(symbol: string) {
  const terminal = useTerminal();
  const stored = useSelected(terminal.preferences, ({ views }) => views[KEPT_AS]);
  const kept = useMemo(() => readDrawings(stored), [stored]);
  const board = useMemo(() => boardOf(terminal, symbol), [terminal, symbol]);
  useEffect(() => () => board.draw(null), [board]);
  useEffect(() => board.take(drawingsOf(kept, symbol)), [board, kept, symbol]);
  const { snaps, isHidden } = kept;
  const change = (changed: { readonly snaps?: boolean; readonly isHidden?: boolean }) =>
    terminal.preferView(KEPT_AS, { ...kept, ...changed });
  return { board, snaps, isHidden, change };
}

function boardOf(terminal: TerminalState, symbol: string): DrawingBoard {
  const known = boards.get(terminal) ?? new Map<string, DrawingBoard>();
  boards.set(terminal, known);
  const board = known.get(symbol) ?? newBoard(terminal, symbol);
  known.set(symbol, board);
  return board;
}

function newBoard(terminal: TerminalState, symbol: string): DrawingBoard {
  const now = () => readDrawings(terminal.preferences.get().views[KEPT_AS]);
  return new DrawingBoard({
    text: words.drawings.unwritten,
    keep: (drawings) => {
      const { markets, ...rest } = now();
      terminal.preferView(KEPT_AS, { ...rest, markets: { ...markets, [symbol]: drawings } });
    },
    hasRoom: () => hasRoom(now(), symbol),
    onFull: () =>
      terminal.notify({
        tone: "bad",
        title: words.drawings.full,
        text: words.drawings.fullWhy(DRAWINGS_MAX, ALL_DRAWINGS_MAX),
      }),
  });
}
