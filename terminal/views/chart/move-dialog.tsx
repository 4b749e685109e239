// Asks for confirmation before an order is moved, if the trader wants that or if its price is far away.

import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { words } from "../../texts/words.ts";
import type { OrderMoves } from "./order-moves.ts";

export function MoveDialog({ moves }: { readonly moves: OrderMoves }) {
  const asked = useCell(moves.asked);
  if (asked === null) return null;
  const { line, price, question } = asked;
  return (
    <Dialog title={words.chart.moveTitle} onClose={() => void moves.answer(false)}>
      <p>{words.chart.moveText(line.title, line.price, price)}</p>
      {question !== undefined && (
        <p className="note" data-tone="bad" role="alert">
          {question}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={() => void moves.answer(false)}>{words.common.cancel}</Button>
        <Button look="main" onClick={() => void moves.answer(true)}>
          {question === undefined ? words.chart.move : words.common.anyway}
        </Button>
      </div>
    </Dialog>
  );
}
