// Two followers of the engine as one: each event goes to the statistics first, so that a frame made of the same event
// already shows it.

import type { Consumer } from "@evermark/core";
import { both } from "@evermark/engine";

export function inTurn(first: Consumer, second: Consumer): Consumer {
  return {
    ...both(first, second),
    commandBegin(at) {
      first.commandBegin?.(at);
      second.commandBegin?.(at);
    },
    commandEnd(position, at) {
      first.commandEnd(position, at);
      second.commandEnd(position, at);
    },
    batchEnd() {
      first.batchEnd?.();
      second.batchEnd?.();
    },
  };
}
