// A list of the market's drawings by name, also for those out of view and for screen readers; and a button to remove all.

import { useState } from "react";
import { decimal } from "../../../format/figure-text.ts";
import { marketName } from "../../../format/market-name.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Popover } from "../../../parts/popover.tsx";
import { words } from "../../../texts/words.ts";
import type { Drawing } from "./drawing.ts";
import type { DrawingBoard } from "./drawing-board.ts";
import { DrawingIcon } from "./drawing-icons.tsx";
import { nameOf } from "./drawing-label.ts";

interface DrawingListProps {
  readonly board: DrawingBoard;
  readonly symbol: string;
  readonly drawings: readonly Drawing[];
}

export function DrawingList({ board, symbol, drawings }: DrawingListProps) {
  const [asks, setAsks] = useState(false);
  const name = words.drawings.list(drawings.length);
  return (
    <>
      <Popover look="bare" label={name} title={name} face={<DrawingIcon of="list" />}>
        {(close) => (
          <>
            {drawings.length === 0 && <p className="faint">{words.drawings.none}</p>}
            <ul className="drawing-list">
              {drawings.map((drawing) => (
                <DrawingRow
                  key={drawing.id}
                  drawing={drawing}
                  onChoose={() => {
                    board.choose(drawing.id);
                    close();
                  }}
                  onRemove={() => board.remove([drawing.id])}
                />
              ))}
            </ul>
            {drawings.length > 0 && (
              <Button
                onClick={() => {
                  close();
                  setAsks(true);
                }}
              >
                {words.drawings.clear}
              </Button>
            )}
          </>
        )}
      </Popover>
      {asks && (
        <Dialog title={words.drawings.clearTitle} onClose={() => setAsks(false)}>
          <p>{words.drawings.clearText(drawings.length, marketName(symbol))}</p>
          <div className="dialog-foot">
            <Button onClick={() => setAsks(false)}>{words.common.cancel}</Button>
            <Button
              look="main"
              onClick={() => {
                board.remove(drawings.map(({ id }) => id));
                setAsks(false);
              }}
            >
              {words.drawings.clear}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface DrawingRowProps {
  readonly drawing: Drawing;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
}

function DrawingRow({ drawing, onChoose, onRemove }: DrawingRowProps) {
  const name = nameOf(drawing, decimal);
  return (
    <li>
      <Button look="bare" onClick={onChoose}>
        <DrawingIcon of={drawing.kind} /> {name}
      </Button>
      <Button look="bare" aria-label={words.drawings.removeNamed(name)} onClick={onRemove}>
        ✕
      </Button>
    </li>
  );
}
