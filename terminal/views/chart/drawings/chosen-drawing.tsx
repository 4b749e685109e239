// The panel over the chart for the drawing in progress, or for the chosen drawing, to edit or remove it.

import { decimal } from "../../../format/figure-text.ts";
import { Button } from "../../../parts/button.tsx";
import { Popover } from "../../../parts/popover.tsx";
import { words } from "../../../texts/words.ts";
import { ANCHORS } from "./drawing.ts";
import type { BoardState, DrawingBoard } from "./drawing-board.ts";
import { DrawingEditor } from "./drawing-editor.tsx";
import { DrawingIcon } from "./drawing-icons.tsx";
import { nameOf } from "./drawing-label.ts";

interface ChosenDrawingProps {
  readonly board: DrawingBoard;
  readonly state: BoardState;
  readonly tick: number;
}

export function ChosenDrawing({ board, state, tick }: ChosenDrawingProps) {
  const { tool, kept, chosen } = state;
  if (tool !== null) {
    return (
      <div className="drawing-chosen">
        <span>
          <b>{words.drawings.kinds[tool]}</b> {words.drawings.how[ANCHORS[tool] === 1 ? "one" : "two"]}
        </span>
        <Button look="bare" onClick={() => board.draw(null)}>
          {words.drawings.cancel}
        </Button>
      </div>
    );
  }
  const drawing = kept.find(({ id }) => id === chosen);
  if (drawing === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div className="drawing-chosen" role="group" aria-label={nameOf(drawing, decimal)}>
      <Popover
        key={drawing.id}
        look="bare"
        label={words.drawings.edit}
        panelName={nameOf(drawing, decimal)}
        // A text without words yet asks for them at once.
        isOpenAtFirst={drawing.kind === "text" && drawing.text === words.drawings.unwritten}
        face={
          <>
            <DrawingIcon of={drawing.kind} />
            <span className="drawing-swatch" style={{ background: `var(--${drawing.color})` }} />
            {words.drawings.edit}
          </>
        }
      >
        {(close) => (
          <DrawingEditor drawing={drawing} tick={tick} onChange={(changed) => board.end(changed)} onDone={close} />
        )}
      </Popover>
      <Button
        look="bare"
        aria-label={words.drawings.remove}
        title={words.drawings.remove}
        onClick={() => board.remove([drawing.id])}
      >
        <DrawingIcon of="remove" />
      </Button>
    </div>
  );
}
