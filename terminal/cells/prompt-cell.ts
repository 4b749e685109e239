// A cell for a typed or chosen value: its listeners run at once and not once per frame. An input rendered a frame later
// loses the caret, and a choice would show its former value for that long.

import { Cell } from "./cell.ts";

export class PromptCell<Value> extends Cell<Value> {
  protected override notify(listeners: ReadonlySet<() => void>): void {
    for (const listener of [...listeners]) listener();
  }
}
