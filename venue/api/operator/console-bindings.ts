// All calls of the operator's console.

import type { DataPaths } from "@evermark/core";
import type { Binding } from "../../http/routes/binding.ts";
import type { ConsoleKeys } from "../../operation/acts/console-keys.ts";
import type { MachineClocks } from "../../operation/time/machine-clocks.ts";
import { actBindings } from "./act-calls.ts";
import type { ActExecutor } from "./act-executor.ts";
import { logBindings } from "./log-views.ts";
import { moneyBindings } from "./money-views.ts";
import { marketBindings } from "./operator-markets.ts";
import { systemBindings } from "./system-views.ts";

interface Parts {
  readonly actExecutor: ActExecutor;
  readonly keys: ConsoleKeys;
  readonly paths: DataPaths;
  readonly clocks: MachineClocks;
  /** The start of this process, in milliseconds since 1970. */
  readonly startedAt: number;
}

export function consoleBindings({ actExecutor, keys, paths, clocks, startedAt }: Parts): readonly Binding[] {
  return [
    ...systemBindings(paths, startedAt),
    ...logBindings(actExecutor, keys),
    ...marketBindings(() => clocks.steady()),
    ...moneyBindings,
    ...actBindings(actExecutor),
  ];
}
