// A value that is typed or chosen: its listeners run at once and not once a frame. An input that is drawn a
// frame later loses the caret, and a choice that was pressed would show the former one for that long.

import { Cell } from "./cell.ts";

export class PromptCell<Value> extends Cell<Value> {
  protected override notify(listeners: ReadonlySet<() => void>): void {
    for (const listener of [...listeners]) listener();
  }
}
