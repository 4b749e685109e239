// The toolbar beside the chart: the kinds of drawings, and actions on all drawings.

import { Button, type ButtonProps } from "../../../parts/button.tsx";
import { words } from "../../../texts/words.ts";
import { DRAWING_KINDS, type DrawingKind } from "./drawing.ts";
import type { BoardState, DrawingBoard } from "./drawing-board.ts";
import { DrawingIcon } from "./drawing-icons.tsx";
import { DrawingList } from "./drawing-list.tsx";

interface DrawingToolsProps {
  readonly board: DrawingBoard;
  readonly state: BoardState;
  readonly symbol: string;
  readonly snaps: boolean;
  readonly isHidden: boolean;
  readonly onDraw: (kind: DrawingKind | null) => void;
  readonly onChange: (change: { readonly snaps?: boolean; readonly isHidden?: boolean }) => void;
}

export function DrawingTools({ board, state, symbol, snaps, isHidden, onDraw, onChange }: DrawingToolsProps) {
  const { tool, canUndo, canRedo } = state;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div className="drawing-tools" role="group" aria-label={words.drawings.tools}>
      {DRAWING_KINDS.map((kind) => (
        <Tool
          key={kind}
          of={kind}
          name={words.drawings.kinds[kind]}
          aria-pressed={tool === kind}
          onClick={() => onDraw(tool === kind ? null : kind)}
        />
      ))}
      <hr />
      <Tool of="snap" name={words.drawings.snap} aria-pressed={snaps} onClick={() => onChange({ snaps: !snaps })} />
      <Tool
        of="hide"
        name={words.drawings.hide}
        aria-pressed={isHidden}
        onClick={() => onChange({ isHidden: !isHidden })}
      />
      <Tool of="undo" name={words.drawings.undo} disabled={!canUndo} onClick={() => board.undo()} />
      <Tool of="redo" name={words.drawings.redo} disabled={!canRedo} onClick={() => board.redo()} />
      <DrawingList {...{ board, symbol }} drawings={state.kept} />
    </div>
  );
}

interface ToolProps extends ButtonProps {
  readonly of: Parameters<typeof DrawingIcon>[0]["of"];
  readonly name: string;
}

function Tool({ of, name, ...button }: ToolProps) {
  return (
    <Button look="bare" aria-label={name} title={name} {...button}>
      <DrawingIcon of={of} />
    </Button>
  );
}
