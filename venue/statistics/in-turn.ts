// Combines two consumers of the engine's events. Each event goes to the first before the second: statistics come first, so
// that a frame made from the same event already includes it.

import type { Consumer } from "@evermark/core";
import { joinListeners } from "@evermark/engine";

export function inTurn(first: Consumer, second: Consumer): Consumer {
  return {
    ...joinListeners(first, second),
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
