// A value that somebody types or chooses: those who look are told at once and not once a frame. An input that is drawn a
// frame later loses the caret, and a choice that was pressed would show the former one for that long.

import { Cell } from "./cell.ts";

export class PromptCell<Value> extends Cell<Value> {
  protected override tell(listeners: ReadonlySet<() => void>): void {
    for (const listener of [...listeners]) listener();
  }
}
